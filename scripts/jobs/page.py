"""One HTML page that needs nothing else: the map of tracks and encounters, the times of the runs, the plan."""

import html
import json
import pathlib

import ewkb

TEMPLATE = pathlib.Path(__file__).with_name("page.html")
#: Degrees in a step of the numbers that the page holds: about a metre.
STEP = 1e-5
#: Tracks are thinned to this share of the map's longer side.
THINNED_TO = 1 / 3000
#: Encounters that the page holds, the nearest first.
ENCOUNTERS_SHOWN = 5000
#: What the ways of running are called.
RULES = {"none": "no rules", "order": "ordering only", "both": "ordering and materializing", "default": "as the session has them"}


def map_data(tracks, encounters, vessels):
    """What the map draws: bounds, tracks as steps from position to position, and encounters.

    `tracks`: for each ship its lines of (lon, lat, seconds); `vessels`: how many ships there are in all.
    """
    kinds = {}
    for e in encounters:
        for side in "ab":
            kinds[e[f"mmsi_{side}"]] = (e[f"name_{side}"], e[f"type_{side}"])
    shown = sorted(sorted(encounters, key=lambda e: e["distance_m"])[:ENCOUNTERS_SHOWN], key=lambda e: e["s"])
    places = [p for lines in tracks.values() for line in lines for p in line]
    places += [(e[f"lon_{s}"], e[f"lat_{s}"]) for e in shown for s in "ab"]
    bounds = [min(p[0] for p in places), min(p[1] for p in places), max(p[0] for p in places), max(p[1] for p in places)] if places else [0, 0, 1, 1]
    tolerance = max(bounds[2] - bounds[0], bounds[3] - bounds[1]) * THINNED_TO
    drawn = []
    for mmsi, lines in tracks.items():
        name, kind = kinds.get(mmsi, (None, None))
        steps = [encode(ewkb.thin(line, tolerance)) for line in lines]
        drawn.append({"m": mmsi, "n": name, "k": kind, "met": mmsi in kinds, "l": steps})
    keys = ("mmsi_a", "mmsi_b", "name_a", "name_b", "type_a", "type_b", "t", "s", "distance_m", "lon_a", "lat_a", "lon_b", "lat_b")
    return {
        "bounds": bounds, "step": STEP, "tracks": drawn, "vessels": vessels, "met": len(encounters),
        "pairs": len({(e["mmsi_a"], e["mmsi_b"]) for e in encounters}),
        "nearest": min((e["distance_m"] for e in encounters), default=None),
        "encounters": [{key: rounded(e[key]) for key in keys} for e in shown],
    }


def encode(line):
    """Differences of longitude, latitude (in steps) and seconds, in one list; the first three are from 0."""
    numbers, last = [], (0, 0, 0)
    for lon, lat, seconds in line:
        here = (round(lon / STEP), round(lat / STEP), round(seconds))
        numbers += [h - before for h, before in zip(here, last)]
        last = here
    return numbers


def rounded(value):
    """Floats to a tenth of a metre in degrees, and to a millimetre; anything else as it is."""
    return round(value, 6) if isinstance(value, float) else value


def evaluations(run):
    """How often a run tested for nearness, and how often it clipped a trip; None where it was not counted."""
    counted = run.get("evaluations")
    if counted is None:
        return None, None
    return counted.get("eDwithin", 0), counted.get("atStbox", 0) + counted.get("atTime", 0)


def table(runs):
    """The rows of the table of runs."""
    rows = []
    slowest = max(run["seconds"] for run in runs)
    for run in runs:
        share = run["seconds"] / slowest if slowest else 0
        cells = [
            html.escape(RULES[run["rules"]]),
            f'<span class="bar" style="--share:{share:.3f}"></span>{run["seconds"]:.1f} s',
            *(f"{n:,}" if n is not None else "not counted" for n in evaluations(run)),
            f"{run['pairs']:,}",
        ]
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return "\n".join(rows)


def render(data, runs):
    """The page for the map data and one or more runs of the same question; the last one's plan is shown."""
    last = runs[-1]
    nearest, hidden = data["nearest"], data["met"] - len(data["encounters"])
    marks = {
        "DISTANCE": f"{last['distance']:g}",
        "FROM": html.escape(last["from"]),
        "TO": html.escape(last["to"]),
        "PAIRS": f"{data['pairs']:,}",
        "ENCOUNTERS": f"{data['met']:,}",
        "SHOWN": f" The {len(data['encounters']):,} nearest encounters are shown." if hidden else "",
        "VESSELS": f"{data['vessels']:,}",
        "NEAREST": "-" if nearest is None else f"{nearest:.1f} m",
        "RUNS": table(runs),
        "SQL": html.escape(last["sql"]),
        "PLAN": html.escape(last["plan"].strip()),
        # A text in the data must not end the script that holds it.
        "DATA": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    }
    text = TEMPLATE.read_text(encoding="utf-8")
    for name, value in marks.items():
        if name != "DATA":
            text = text.replace(f"@{name}@", value)
    return text.replace("@DATA@", marks["DATA"])
