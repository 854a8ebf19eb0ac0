"""Times our kernels and those of MEOS beside each other: one after the other in each round, in processor time.

MEOS is called through the cffi of pymeos_cffi with values that are parsed already; what such a call costs by itself is
measured with one that does nothing and taken off. Ours run in a process of their own, which answers on its output. Before
anything is timed the answers are compared.
"""

import argparse
import ctypes
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time

import _meos_cffi

lib, ffi = _meos_cffi.lib, _meos_cffi.ffi
libc = ctypes.CDLL(None)
libc.free.argtypes = [ctypes.c_void_p]

#: Time that one measurement of MEOS takes at least, in seconds.
LEAST = 0.05
EXTENDED = 4
DIGITS = 15


class Meos:
    """MEOS's side of each kernel: `call(a, b, dist)` gives a number, a truth value, or a pointer that is to be freed."""

    def __init__(self):
        lib.meos_initialize()
        lib.meos_initialize_timezone(b"UTC")
        size = ffi.new("size_t *")
        self.kernels = {
            "nad": lambda a, b, d: lib.nad_tgeo_tgeo(a, b),
            "eDwithin": lambda a, b, d: lib.edwithin_tgeo_tgeo(a, b, d),
            "tDwithin": lambda a, b, d: lib.tdwithin_tgeo_tgeo(a, b, d, False, False),
            "tDistance": lambda a, b, d: lib.tdistance_tgeo_tgeo(a, b),
            "speed": lambda a, b, d: lib.tpoint_speed(a),
            "length": lambda a, b, d: lib.tpoint_length(a),
            "frechetDistance": lambda a, b, d: lib.temporal_frechet_distance(a, b),
            "douglasPeucker": lambda a, b, d: lib.temporal_simplify_dp(a, d, True),
            "readEWKB": lambda a, b, d: lib.temporal_from_wkb(a[0], a[1]),
            "writeEWKB": lambda a, b, d: lib.temporal_as_wkb(a, EXTENDED, size),
            "readText": lambda a, b, d: lib.tgeompoint_in(a),
            "writeText": lambda a, b, d: lib.tspatial_as_ewkt(a, DIGITS),
        }

    def argument(self, kernel, trip):
        """A trip as the kernel takes it."""
        if kernel == "readEWKB":
            size = ffi.new("size_t *")
            blob = lib.temporal_as_wkb(trip, EXTENDED, size)
            return blob, size[0]
        return lib.tspatial_as_ewkt(trip, DIGITS) if kernel == "readText" else trip

    def ns(self, call, calls):
        """Processor time of a call, in nanoseconds."""
        address = ffi.typeof("uintptr_t")
        pointer = isinstance(call(), ffi.CData)
        start = time.process_time_ns()
        for _ in range(calls):
            answer = call()
            if pointer:
                libc.free(int(ffi.cast(address, answer)))
        return (time.process_time_ns() - start) / calls

    def idle_ns(self, trip):
        """What calling costs by itself: reading a trip's SRID."""
        return self.ns(lambda: lib.tspatial_srid(trip), 200_000)


class Ours:
    """The process that runs our kernels."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, kernel, calls, dist, a, b):
        """Nanoseconds of a call, and the answer's text."""
        self.process.stdin.write(f"{kernel} {calls} {dist!r} {a} {b}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"kernels: no answer for {kernel}; what it said stands above")
        ns, answer = line.split()
        return float(ns), answer


def hexwkb(trip):
    return ffi.string(lib.temporal_as_hexwkb(trip, EXTENDED, ffi.new("size_t *"))).decode()


def walk(seed, n, aligned):
    """The text of a walk of n instants, about 10 m a second with a fix about every 10 s."""
    numbers = random.Random(f"{seed} {n}")
    # Aligned walks share their times, others have none in common.
    times = random.Random(n if aligned else f"{seed} {n} times")
    x, y, t, instants = 600_000.0, 6_000_000.0 + seed * 40.0, 0.0, []
    for _ in range(n):
        day, rest = divmod(int(t), 86_400)
        stamp = f"2026-01-{8 + day:02} {rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}.{int(t % 1 * 1e6):06}"
        instants.append(f"POINT({x:.3f} {y:.3f})@{stamp}+00")
        x, y, t = x + numbers.uniform(-70, 100), y + numbers.uniform(-100, 100), t + times.uniform(5, 15)
    return f"SRID=25832;[{', '.join(instants)}]".encode()


def close(a, b, relative=1e-9):
    return abs(a - b) <= relative * max(1.0, abs(a), abs(b))


def agree(kernel, meos, ours):
    """Whether both answers say the same. MEOS rounds times of its own to a microsecond, where ours are cut."""
    if not isinstance(meos, ffi.CData):
        number = float(meos)
        return close(number, {"true": 1.0, "false": 0.0}.get(ours) if ours in ("true", "false") else float(ours), 1e-6)
    if kernel == "writeEWKB":
        return True  # Compared as bytes in tests; a pointer does not tell its length.
    if kernel == "writeText":
        meos = lib.tgeompoint_in(ffi.cast("char *", meos))
    own = lib.temporal_from_hexwkb(ours.encode())
    same = abs(lib.temporal_num_instants(meos) - lib.temporal_num_instants(own)) <= 2
    if kernel in ("tDistance", "speed"):
        return same and close(lib.tnumber_integral(meos), lib.tnumber_integral(own), 1e-6)
    if kernel == "tDwithin":
        return same
    return same and close(lib.tpoint_length(meos), lib.tpoint_length(own))


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench kernels", description=__doc__)
    parser.add_argument("program", help="the built example `kernels` of rust/temporal")
    parser.add_argument("--instants", type=int, nargs="+", default=[100, 1000, 10_000], help="instants of a trip (default 100 1000 10000)")
    parser.add_argument("--rounds", type=int, default=5, help="measurements of each kernel, at least 5 (default 5)")
    parser.add_argument("--only", nargs="+", help="these kernels only")
    parser.add_argument("--out", help="write the result as JSON to this file")
    args = parser.parse_args()
    if args.rounds < 5:
        parser.error("--rounds: at least 5")
    meos, ours = Meos(), Ours(args.program)
    unknown = set(args.only or []) - set(meos.kernels)
    if unknown:
        parser.error(f"--only: no kernel {', '.join(sorted(unknown))}; there are {', '.join(meos.kernels)}")
    print(f"load {os.getloadavg()[0]:.2f} on {os.cpu_count()} cores, {platform.machine()}", file=sys.stderr)
    rows = []
    print(f"{'kernel':<16} {'instants':>8} {'stamps':>10} {'MEOS us':>12} {'ours us':>12} {'ratio':>8}")
    for n in args.instants:
        for aligned in (False, True):
            rows += measure(meos, ours, n, aligned, args)
    if args.out:
        with open(args.out, "w", encoding="utf-8") as file:
            json.dump({"load": os.getloadavg(), "cores": os.cpu_count(), "machine": platform.machine(), "rows": rows}, file, indent=1)


def measure(meos, ours, n, aligned, args):
    """Measures every kernel on a pair of walks, and prints a line each."""
    a, b = (lib.tgeompoint_in(walk(seed, n, aligned)) for seed in (0, 1))
    hexes = hexwkb(a), hexwkb(b)
    # As near as can be without a hit.
    dist = lib.nad_tgeo_tgeo(a, b) * 0.9
    idle, rows = meos.idle_ns(a), []
    for kernel, call in meos.kernels.items():
        if (args.only and kernel not in args.only) or (kernel == "frechetDistance" and n > 1000):
            continue
        first, second = meos.argument(kernel, a), b
        # For tDwithin half of the time is near; a simplification drops some.
        d = {"tDwithin": dist + 200.0, "douglasPeucker": 50.0}.get(kernel, dist)
        run = lambda: call(first, second, d)  # noqa: E731
        _, answer = ours.ask(kernel, 1, d, *hexes)
        theirs = run()
        if not agree(kernel, theirs, answer):
            raise SystemExit(f"kernels: {kernel} with {n} instants: MEOS and ours differ: {theirs}, {answer[:200]}")
        calls = max(1, int(LEAST * 1e9 / max(meos.ns(run, 1), 1)))
        calls = max(1, int(LEAST * 1e9 / max(meos.ns(run, calls // 10 + 1), 1)))
        our_calls = max(1, int(LEAST * 1e9 / max(ours.ask(kernel, 10, d, *hexes)[0], 1)))
        times = [(meos.ns(run, calls) - idle, ours.ask(kernel, our_calls, d, *hexes)[0]) for _ in range(args.rounds)]
        theirs, own = (statistics.median(column) for column in zip(*times))
        ratio = statistics.median(t / o for t, o in times)
        stamps = "aligned" if aligned else "unaligned"
        print(f"{kernel:<16} {n:>8} {stamps:>10} {theirs / 1e3:>12.3f} {own / 1e3:>12.3f} {ratio:>8.1f}", flush=True)
        rows.append({"kernel": kernel, "instants": n, "stamps": stamps, "meos_ns": theirs, "ours_ns": own, "ratio": ratio})
    return rows


if __name__ == "__main__":
    main()
