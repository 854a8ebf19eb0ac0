"""From rows to fixes that a ship can have made, with a count of every row that is left out.

Rules, in this order; each row counts under the first that it meets:

- unreadable: no identity, time, longitude or latitude can be read;
- not a vessel: a base station, a buoy or the like (Danish files name it);
- no position: latitude 91 or longitude 181, which AIS sends for "not available";
- out of range: beyond 90 degrees of latitude or 180 of longitude;
- outside the area: where the reference system is not meant to be used, or outside `--extent`;
- duplicate: repeats time and place of another row of the vessel;
- conflict: the time of another row of the vessel but another place. The place nearest to the vessel's place before is
  kept (nearest to none: the westernmost, then southernmost), whatever the order of the rows;
- spike: out of reach at the highest speed both from the fix before and to the fix after, while these two are in reach
  of each other. Of several in a row every second one goes, so that two ships that share an identity leave one of them.

A jump that is no spike is a lasting change of place: the track is cut there, and nothing is thrown away.
"""

#: Mean radius of the earth in metres; a speed limit needs no ellipsoid.
EARTH_M = 6371008.8
KNOT_MPS = 1852.0 / 3600.0

#: Counts in the order of the rules, with what the report calls them.
LEFT_OUT = {
    "unreadable": "unreadable",
    "not_vessel": "not a vessel",
    "no_position": "no position (181/91)",
    "out_of_range": "out of range",
    "outside": "outside the area",
    "duplicates": "duplicates",
    "conflicts": "same time, other place",
    "spikes": "unreachable",
    "stopped": "within stops",
}
#: Counts of rows that stay.
NOTED = {"no_speed": "no speed (102.3)", "late": "out of order", "jumps": "jumps cut"}


def distance_sql(lon1, lat1, lon2, lat2):
    """SQL for the great-circle distance in metres of two places in degrees."""
    half = f"pow(sin(radians({lat2} - {lat1}) / 2), 2) + cos(radians({lat1})) * cos(radians({lat2})) * pow(sin(radians({lon2} - {lon1}) / 2), 2)"
    return f"({2 * EARTH_M} * asin(least(1.0D, sqrt({half}))))"


def seconds_sql(earlier, later):
    """SQL for the seconds between two times."""
    return f"((unix_micros({later}) - unix_micros({earlier})) / 1e6D)"


def classify(frame, extent):
    """The rows with a column `fault`: the name of the first of the row-by-row rules that a row meets, or NULL.

    `extent`: west, south, east and north in degrees.
    """
    west, south, east, north = extent
    return frame.selectExpr(
        "*",
        f"""CASE
          WHEN mmsi IS NULL OR t IS NULL OR lon IS NULL OR lat IS NULL OR isnan(lon) OR isnan(lat) THEN 'unreadable'
          WHEN mobile IS NOT NULL AND mobile NOT IN ('Class A', 'Class B') THEN 'not_vessel'
          WHEN lat = 91 OR lon = 181 THEN 'no_position'
          WHEN abs(lat) > 90 OR abs(lon) > 180 THEN 'out_of_range'
          WHEN NOT (lon BETWEEN {west} AND {east} AND lat BETWEEN {south} AND {north}) THEN 'outside'
        END AS fault""",
    )


def without_repeats(fixes):
    """Fixes without duplicates, marked: `duplicate`, `late` (stands in its file before the fix that precedes it in time)."""
    window = "(PARTITION BY mmsi ORDER BY t, lon, lat, row)"
    return fixes.selectExpr(
        "*",
        f"coalesce(lag(t) OVER {window} = t AND lag(lon) OVER {window} = lon AND lag(lat) OVER {window} = lat, false) AS duplicate",
        f"coalesce(lag(row) OVER {window} >> 44 = row >> 44 AND row < lag(row) OVER {window} AND lag(t) OVER {window} < t, false) AS late",
    )


def with_conflicts(fixes):
    """Fixes with a column `conflict`: true for all but the chosen place of a time."""
    order = "(PARTITION BY mmsi ORDER BY t, lon, lat)"
    before = fixes.selectExpr(
        "*",
        f"lag(t) OVER {order} AS t0",
        f"lag(lon) OVER {order} AS lon0",
        f"lag(lat) OVER {order} AS lat0",
        f"lead(t) OVER {order} AS t2",
    )
    # The first place of a time follows the last of the time before: all places of the time are measured from that one.
    same = "(PARTITION BY mmsi, t ORDER BY lon, lat)"
    first = before.selectExpr(
        "*", f"first_value(lon0) OVER {same} AS lon1", f"first_value(lat0) OVER {same} AS lat1"
    )
    chosen = f"struct(coalesce({distance_sql('lon1', 'lat1', 'lon', 'lat')}, 0D) AS d, lon, lat)"
    return first.selectExpr(
        "mmsi", "t", "lon", "lat", "name", "ship_type",
        f"IF(t0 = t OR t2 = t, {chosen} > min(IF(t0 = t OR t2 = t, {chosen}, NULL)) OVER (PARTITION BY mmsi, t), false) AS conflict",
    )


def with_spikes(fixes, max_knots):
    """Fixes with a column `spike`."""
    window = "(PARTITION BY mmsi ORDER BY t)"
    around = fixes.selectExpr(
        "*",
        *(f"{f}({c}) OVER {window} AS {c}_{f}" for f in ("lag", "lead") for c in ("t", "lon", "lat")),
        f"row_number() OVER {window} AS n",
    )
    before = beyond("t_lag", "lon_lag", "lat_lag", "t", "lon", "lat", max_knots)
    after = beyond("t", "lon", "lat", "t_lead", "lon_lead", "lat_lead", max_knots)
    across = beyond("t_lag", "lon_lag", "lat_lag", "t_lead", "lon_lead", "lat_lead", max_knots)
    suspect = around.selectExpr(
        "mmsi", "t", "lon", "lat", "name", "ship_type", "n",
        f"coalesce({before} AND {after} AND NOT {across}, false) AS suspect",
    )
    run = f"max(IF(suspect, 0, n)) OVER (PARTITION BY mmsi ORDER BY t ROWS UNBOUNDED PRECEDING)"
    return suspect.selectExpr(
        "mmsi", "t", "lon", "lat", "name", "ship_type", f"suspect AND (n - {run}) % 2 = 1 AS spike"
    )


def beyond(t1, lon1, lat1, t2, lon2, lat2, max_knots):
    """SQL: whether the way from one fix to a later one needs more than the highest speed; NULL where either is missing."""
    return f"({distance_sql(lon1, lat1, lon2, lat2)} > {max_knots * KNOT_MPS} * {seconds_sql(t1, t2)})"


def with_parts(fixes, max_knots):
    """Fixes with columns `jump` and `part`: a new part begins after each step that is out of reach."""
    window = "(PARTITION BY mmsi ORDER BY t)"
    before = fixes.selectExpr(
        "*", f"lag(t) OVER {window} AS t0", f"lag(lon) OVER {window} AS lon0", f"lag(lat) OVER {window} AS lat0"
    )
    step = beyond("t0", "lon0", "lat0", "t", "lon", "lat", max_knots)
    jumps = before.selectExpr(
        "mmsi", "t", "lon", "lat", "name", "ship_type",
        f"coalesce({step}, false) AS jump",
        f"coalesce({distance_sql('lon0', 'lat0', 'lon', 'lat')} / {seconds_sql('t0', 't')}, 1e9D) AS speed",
    )
    return jumps.selectExpr("*", f"sum(IF(jump, 1, 0)) OVER {window} AS part")


def without_stops(fixes, stop_knots, stop_seconds):
    """Fixes with a column `stopped`: true within a stop, but for its first and last fix; the track is cut at a stop.

    A stop is a longest run of fixes with steps of at most `stop_knots` knots that lasts at least `stop_seconds`.
    """
    window = "(PARTITION BY mmsi, part ORDER BY t)"
    slow = f"speed <= {stop_knots * KNOT_MPS}"
    runs = fixes.selectExpr("*", f"sum(IF({slow}, 0, 1)) OVER {window} AS run")
    ends = "(PARTITION BY mmsi, part, run)"
    spans = runs.selectExpr("*", f"min(t) OVER {ends} AS arrives", f"max(t) OVER {ends} AS leaves")
    long = f"{seconds_sql('arrives', 'leaves')} >= {stop_seconds} AND arrives < leaves"
    marked = spans.selectExpr("*", f"{long} AND t > arrives AND t < leaves AS stopped", f"{long} AND t = leaves AS departs")
    return marked.selectExpr(
        "mmsi", "t", "lon", "lat", "name", "ship_type", "jump", "stopped",
        f"part * 1000000L + sum(IF(departs, 1, 0)) OVER {window} AS part",
    )


def clean(frame, extent, max_knots, stops, observe):
    """The fixes of `frame` that are left, with columns mmsi, t, lon, lat, name, ship_type, part.

    `stops`: None, or knots and seconds. `observe(frame, {name: sql})` must give back the frame and count those sums
    while it is computed.
    """
    faults = [name for name in LEFT_OUT if name not in ("duplicates", "conflicts", "spikes", "stopped")]
    counts = {name: f"count_if(fault = '{name}')" for name in faults}
    counts |= {"rows": "count(*)", "no_speed": "count_if(fault IS NULL AND sog > 102.25D)"}
    fixes = observe(classify(frame, extent), counts).where("fault IS NULL")
    fixes = fixes.select("mmsi", "t", "lon", "lat", "name", "ship_type", "row")
    once = observe(without_repeats(fixes), {"duplicates": "count_if(duplicate)", "late": "count_if(late)"})
    placed = observe(with_conflicts(once.where("NOT duplicate").drop("duplicate", "late")), {"conflicts": "count_if(conflict)"})
    calm = observe(with_spikes(placed.where("NOT conflict"), max_knots), {"spikes": "count_if(spike)"})
    parts = with_parts(calm.where("NOT spike"), max_knots)
    if stops:
        parts = without_stops(parts, *stops)
    else:
        parts = parts.selectExpr("*", "false AS stopped")
    parts = observe(parts, {"jumps": "count_if(jump)", "stopped": "count_if(stopped)"})
    return parts.where("NOT stopped").select("mmsi", "t", "lon", "lat", "name", "ship_type", "part")
