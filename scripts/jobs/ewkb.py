"""Positions and times out of the MEOS EWKB of a planar temporal point (little endian, 2D): what the map draws."""

import struct

#: Seconds from 1970 to 2000, the epoch of MEOS.
EPOCH_S = 946684800
INSTANT, SEQUENCE, SEQUENCE_SET = 1, 2, 3


def polylines(blob):
    """The sequences of a tgeompoint, each a list of (x, y, seconds since 1970). Raises ValueError for other bytes."""
    if len(blob) < 4 or blob[0] != 1 or struct.unpack_from("<H", blob, 1)[0] != 46:
        raise ValueError("expected the EWKB of a tgeompoint, little endian")
    flags = blob[3]
    if flags & 0x30:
        raise ValueError("expected a planar tgeompoint without Z")
    at = 8 if flags & 0x40 else 4
    # A point carries its own byte order, type and, where the value has one, reference system.
    point = struct.Struct("<5xiddq" if flags & 0x40 else "<5xddq")
    subtype = flags & 3
    if subtype == INSTANT:
        return [[instant(point.unpack_from(blob, at))]]
    count = 1
    if subtype == SEQUENCE_SET:
        (count,) = struct.unpack_from("<I", blob, at)
        at += 4
    lines = []
    for _ in range(count):
        (n,) = struct.unpack_from("<I", blob, at)
        end = at + 5 + n * point.size
        lines.append([instant(v) for v in point.iter_unpack(blob[at + 5 : end])])
        at = end
    if at != len(blob):
        raise ValueError(f"expected {at} bytes, found {len(blob)}")
    return lines


def instant(fields):
    """(x, y, seconds since 1970) of the unpacked fields of an instant."""
    x, y, micros = fields[-3:]
    return (x, y, micros / 1e6 + EPOCH_S)


def thin(line, tolerance):
    """The line without points nearer than `tolerance` to the line that is left, by Douglas and Peucker; ends stay."""
    keep = [False] * len(line)
    keep[0] = keep[-1] = True
    stack = [(0, len(line) - 1)]
    while stack:
        first, last = stack.pop()
        worst, worst_at = tolerance, None
        (ax, ay, _), (bx, by, _) = line[first], line[last]
        dx, dy = bx - ax, by - ay
        length2 = dx * dx + dy * dy
        for i in range(first + 1, last):
            px, py = line[i][0] - ax, line[i][1] - ay
            u = min(max((px * dx + py * dy) / length2, 0.0), 1.0) if length2 > 0 else 0.0
            gap = ((px - u * dx) ** 2 + (py - u * dy) ** 2) ** 0.5
            if gap > worst:
                worst, worst_at = gap, i
        if worst_at is not None:
            keep[worst_at] = True
            stack += [(first, worst_at), (worst_at, last)]
    return [p for p, kept in zip(line, keep) if kept]
