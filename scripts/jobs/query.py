"""The SQL of the proximity question, as an analyst writes it."""

from dataclasses import dataclass
from typing import Optional

#: The rules that a run can be made with and without.
RULES = ("orderConjunctsByCost", "materializeNestedLoopSides")
#: What each way of running sets; `default` leaves the session as it is.
MODES = {"none": (False, False), "order": (True, False), "both": (True, True), "default": None}
SPELLINGS = ("plain", "function-first")


@dataclass(frozen=True)
class Question:
    """Which ships came within `distance` of each other between `start` and `end`, inside `region`?

    Times are texts in UTC; the region is xmin, ymin, xmax, ymax in the reference system of the trips, or None for anywhere.
    """

    start: str
    end: str
    distance: float
    srid: int
    region: Optional[tuple] = None

    def box(self):
        """The window and region as the text of a box; None without a region."""
        if self.region is None:
            return None
        xmin, ymin, xmax, ymax = self.region
        prefix = f"SRID={self.srid};" if self.srid else ""
        return f"{prefix}STBOX XT((({xmin!r},{ymin!r}),({xmax!r},{ymax!r})),[{self.start}+00, {self.end}+00))"


def set_rules(spark, mode):
    """Switches the rules for one way of running."""
    if MODES[mode] is not None:
        for rule, enabled in zip(RULES, MODES[mode]):
            spark.conf.set(f"spark.mobility.rules.{rule}.enabled", str(enabled).lower())


def selected_sql(question, days):
    """SQL: the trips whose box meets the window and the region. `days`: whether the trips have a column of days."""
    tests = [f"Tmax(stbox(trip)) >= TIMESTAMP '{question.start}+00:00'", f"Tmin(stbox(trip)) < TIMESTAMP '{question.end}+00:00'"]
    if days:
        tests += [f"day >= DATE '{question.start[:10]}'", f"day <= DATE '{question.end[:10]}'"]
    if question.region:
        xmin, ymin, xmax, ymax = (f"{value!r}D" for value in question.region)
        tests += [f"Xmax(stbox(trip)) >= {xmin}", f"Xmin(stbox(trip)) <= {xmax}", f"Ymax(stbox(trip)) >= {ymin}", f"Ymin(stbox(trip)) <= {ymax}"]
    return "SELECT mmsi, trip FROM trips WHERE " + " AND ".join(tests)


def pieces_sql(question, days):
    """SQL: the parts of the trips inside the window and the region, with start, end and box as columns."""
    if question.region:
        clip = f"atStbox(trip, '{question.box()}')"
    else:
        clip = f"atTime(trip, '[{question.start}+00, {question.end}+00)')"
    return f"""
SELECT mmsi, trip,
       Tmin(stbox(trip)) AS t0, Tmax(stbox(trip)) AS t1,
       Xmin(stbox(trip)) AS x0, Xmax(stbox(trip)) AS x1, Ymin(stbox(trip)) AS y0, Ymax(stbox(trip)) AS y1
FROM (SELECT mmsi, {clip} AS trip FROM ({selected_sql(question, days)}))
WHERE trip IS NOT NULL"""


def pairs_sql(question, spelling):
    """SQL: pairs of pieces of two ships that come within the distance. `function-first` puts the costly test in front."""
    d = f"{question.distance!r}D"
    near = f"eDwithin(a.trip, b.trip, {d})"
    cheap = [
        "a.mmsi < b.mmsi",
        "a.t0 <= b.t1 AND b.t0 <= a.t1",
        f"a.x0 - b.x1 <= {d} AND b.x0 - a.x1 <= {d}",
        f"a.y0 - b.y1 <= {d} AND b.y0 - a.y1 <= {d}",
    ]
    tests = [near, *cheap] if spelling == "function-first" else [*cheap, near]
    joined = "\n AND ".join(tests)
    return f"""
SELECT a.mmsi AS mmsi_a, b.mmsi AS mmsi_b, a.trip AS trip_a, b.trip AS trip_b
FROM pieces a JOIN pieces b
  ON {joined}"""


def encounters_sql(question):
    """SQL: who met whom, when, where and how near, a row a pair of pieces."""

    def degrees(instant):
        return instant if question.srid in (0, 4326) else f"transform({instant}, 4326)"

    return f"""
SELECT mmsi_a, mmsi_b, t, distance_m,
       Xmin(stbox(place_a)) AS lon_a, Ymin(stbox(place_a)) AS lat_a, Xmin(stbox(place_b)) AS lon_b, Ymin(stbox(place_b)) AS lat_b
FROM (
  SELECT mmsi_a, mmsi_b, distance_m, startTimestamp(at_a) AS t, {degrees('at_a')} AS place_a, {degrees('at_b')} AS place_b
  FROM (
    SELECT mmsi_a, mmsi_b, nearestApproachDistance(trip_a, trip_b) AS distance_m,
           nearestApproachInstant(trip_a, trip_b) AS at_a, nearestApproachInstant(trip_b, trip_a) AS at_b
    FROM pairs))"""
