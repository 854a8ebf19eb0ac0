"""Runs of the same question beside each other: the same pairs, and what each took.

    python scripts/jobs/compare.py RUN_FOLDER ... --page FILE

Reads what proximity.py wrote (local folders). Fails where the pairs of two runs differ.
"""

import argparse
import json
import pathlib

import page
import session
from session import JobError


def load(folder):
    """The run in a folder, with its pairs. Raises JobError."""
    try:
        run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
        features = json.loads((folder / "encounters.geojson").read_text(encoding="utf-8"))["features"]
    except (OSError, ValueError, KeyError) as error:
        raise JobError(f"{folder}: no run of proximity.py ({error})") from error
    return run, {(f["properties"]["mmsi_a"], f["properties"]["mmsi_b"]) for f in features}


def check_equal(folders, runs):
    """Raises JobError where two runs asked something else or found other pairs."""
    asked = ("from", "to", "region", "distance", "srid")
    first, pairs = runs[0]
    for folder, (run, other) in zip(folders[1:], runs[1:]):
        if any(run[key] != first[key] for key in asked):
            raise JobError(f"{folder}: another question than {folders[0]}")
        if pairs != other:
            differing = sorted(pairs ^ other)
            raise JobError(f"{folder}: {len(differing)} pairs differ from {folders[0]}, such as {differing[0]}")


def text_table(runs):
    """The table of the runs as lines of text."""
    lines = [f"{'rules':<28}{'seconds':>9}{'eDwithin':>13}{'clips':>11}{'pairs':>8}"]
    for run in runs:
        counts = [f"{n:,}" if n is not None else "-" for n in page.evaluations(run)]
        lines.append(f"{page.RULES[run['rules']]:<28}{run['seconds']:>9.1f}{counts[0]:>13}{counts[1]:>11}{run['pairs']:>8,}")
    return lines


def main(words=None):
    """Compares the runs, prints the table, writes the page."""
    parser = argparse.ArgumentParser(prog="compare", description="Runs of the same question beside each other.")
    parser.add_argument("runs", nargs="+", type=pathlib.Path, help="folders that proximity.py wrote")
    parser.add_argument("--page", type=pathlib.Path, help="write the page with all runs; the last one must hold map.json")
    args = parser.parse_args(words)
    runs = [load(folder) for folder in args.runs]
    check_equal(args.runs, runs)
    print("\n".join(text_table([run for run, _ in runs])))
    if args.page:
        try:
            data = json.loads((args.runs[-1] / "map.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise JobError(f"{args.runs[-1]}: no map.json ({error})") from error
        args.page.write_text(page.render(data, [run for run, _ in runs]), encoding="utf-8")
        print(f"page: {args.page}")


if __name__ == "__main__":
    session.run("compare", main)
