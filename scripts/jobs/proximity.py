"""Which ships came near each other: encounters out of the trips that ingest.py wrote.

    spark-submit ... scripts/jobs/proximity.py --trips FOLDER --from 2026-01-08 --to 2026-01-15 --distance 300 --out FOLDER

Writes encounters.parquet, encounters.geojson, run.json (what was asked, the plan, the time) and page.html, a page that needs
nothing else. `--rules` runs the question with the planner's rules off, with one or with both.
"""

import argparse
import collections
import datetime
import json
import math
import time

import ewkb
import files
import page
import query
import session
from session import JobError, Progress

#: Positions that are fetched for the map at most.
MAP_POINTS = 250_000
#: The table of functions, in the jar.
TABLE = "org/mobilitydb/spark/catalog.json"


def arguments(words=None):
    """The command line, checked."""
    parser = argparse.ArgumentParser(prog="proximity", description="Which ships came near each other.")
    parser.add_argument("--trips", required=True, help="folder of trips, as ingest.py writes it")
    parser.add_argument("--out", required=True, help="folder for the encounters; one that an earlier run wrote is replaced")
    parser.add_argument("--from", dest="start", required=True, help="first moment, YYYY-MM-DD[ hh:mm:ss], UTC")
    parser.add_argument("--to", dest="end", required=True, help="first moment after the window, as --from")
    parser.add_argument("--region", help="xmin,ymin,xmax,ymax in the reference system of the trips (default: anywhere)")
    parser.add_argument("--distance", type=float, default=300.0, help="in units of the reference system (default 300)")
    parser.add_argument("--rules", choices=query.MODES, default="default", help="planner rules: none, order, both, or as the session has them (default)")
    parser.add_argument("--spelling", choices=query.SPELLINGS, default="plain", help="order in which the tests are written (default plain)")
    parser.add_argument("--no-page", dest="page", action="store_false", help="write no page")
    args = parser.parse_args(words)
    args.start, args.end = moment("--from", args.start), moment("--to", args.end)
    if args.start >= args.end:
        raise JobError(f"empty window: --from {args.start} is not before --to {args.end}")
    if not args.distance >= 0:
        raise JobError("--distance must not be negative")
    args.region = region(args.region) if args.region else None
    return args


def moment(name, text):
    """`YYYY-MM-DD hh:mm:ss[.ffffff]` in UTC of a day or moment. Raises JobError."""
    try:
        value = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise JobError(f"{name}: expected YYYY-MM-DD[ hh:mm:ss], found '{text}'") from None
    if value.tzinfo is not None:
        value = value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    return value.isoformat(sep=" ")


def region(text):
    """xmin, ymin, xmax and ymax of a text of four numbers. Raises JobError."""
    try:
        xmin, ymin, xmax, ymax = (float(part) for part in text.split(","))
    except ValueError:
        raise JobError(f"--region: expected xmin,ymin,xmax,ymax, found '{text}'") from None
    if not (xmin < xmax and ymin < ymax and all(map(math.isfinite, (xmin, ymin, xmax, ymax)))):
        raise JobError(f"--region: expected xmin < xmax and ymin < ymax, found '{text}'")
    return (xmin, ymin, xmax, ymax)


def open_trips(spark, path):
    """The trips as view `trips`; gives back their reference system and whether they have days. Raises JobError."""
    from pyspark.errors import AnalysisException

    try:
        frame = spark.read.parquet(path)
    except AnalysisException as error:
        raise JobError(f"--trips {path}: {session.first_line(error)}") from error
    missing = [name for name in ("mmsi", "trip") if name not in frame.columns]
    if missing:
        raise JobError(f"--trips {path}: no column {' and '.join(missing)}; found: {', '.join(frame.columns)}")
    frame.createOrReplaceTempView("trips")
    found = [row[0] for row in spark.sql("SELECT DISTINCT SRID(trip) FROM trips WHERE trip IS NOT NULL LIMIT 2").collect()]
    if len(found) != 1:
        raise JobError(f"--trips {path}: {'trips of several reference systems' if found else 'holds no trip'}")
    return found[0], "day" in frame.columns


def check_selection(spark, question, days):
    """The number of trips in the window and region. Raises JobError where there is none."""
    n = spark.sql(f"SELECT count(*) FROM ({query.selected_sql(question, days)})").first()[0]
    if n == 0:
        cover = spark.sql(
            "SELECT date_format(min(Tmin(stbox(trip))), 'yyyy-MM-dd HH:mm:ss'), date_format(max(Tmax(stbox(trip))), 'yyyy-MM-dd HH:mm:ss'), "
            "round(min(Xmin(stbox(trip)))), round(min(Ymin(stbox(trip)))), round(max(Xmax(stbox(trip)))), round(max(Ymax(stbox(trip)))) FROM trips"
        ).first()
        where = f" within {question.region}" if question.region else ""
        raise JobError(
            f"no trip between {question.start} and {question.end}{where}; "
            f"the trips cover {cover[0]} to {cover[1]}, {cover[2:]}"
        )
    return n


def run(spark, question, args, days):
    """Asks the question and writes the encounters as Parquet; gives back what happened."""
    query.set_rules(spark, args.rules)
    spark.sql(query.pieces_sql(question, days)).createOrReplaceTempView("pieces")
    pairs = query.pairs_sql(question, args.spelling)
    spark.sql(pairs).createOrReplaceTempView("pairs")
    encounters = spark.sql(query.encounters_sql(question))
    plan = encounters._jdf.queryExecution().simpleString()
    names = function_names(spark)
    before = evaluations(spark, names) if names else None
    start = time.monotonic()
    encounters.write.mode("overwrite").parquet(f"{args.out}/encounters.parquet")
    seconds = time.monotonic() - start
    counted = dict(evaluations(spark, names) - before) if names else None
    return {
        "rules": args.rules, "spelling": args.spelling, "seconds": round(seconds, 3), "evaluations": counted,
        "from": question.start, "to": question.end, "region": question.region, "distance": question.distance,
        "srid": question.srid, "sql": query.pieces_sql(question, days).strip() + "\n\n" + pairs.strip(), "plan": plan,
    }


def function_names(spark):
    """The names in the table of functions, in its order; None where other processes than this one evaluate too."""
    if not spark.sparkContext.master.startswith("local["):
        return None
    jvm = spark.sparkContext._jvm
    table = jvm.java.lang.Thread.currentThread().getContextClassLoader().getResourceAsStream(TABLE)
    return [entry["name"] for entry in json.loads(bytes(table.readAllBytes()))["entries"]]


def evaluations(spark, names):
    """How often the functions of each name were evaluated in this process so far."""
    counts = collections.Counter()
    for name, n in zip(names, spark.sparkContext._jvm.org.mobilitydb.spark.jni.Control.evaluations()):
        counts[name] += n
    return counts


def named(spark, out):
    """The encounters with names and types of the ships, in order of time, as dictionaries."""
    spark.read.parquet(f"{out}/encounters.parquet").createOrReplaceTempView("encounters")
    for column in ("name", "ship_type"):
        if column not in spark.table("trips").columns:
            spark.table("trips").selectExpr("*", f"CAST(NULL AS STRING) AS {column}").createOrReplaceTempView("trips")
    rows = spark.sql(
        """
        WITH met AS (SELECT DISTINCT explode(array(mmsi_a, mmsi_b)) AS mmsi FROM encounters),
             ships AS (SELECT t.mmsi, max(name) AS name, max(ship_type) AS type FROM trips t JOIN met ON met.mmsi = t.mmsi GROUP BY t.mmsi)
        SELECT e.* EXCEPT (t), date_format(t, "yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'") AS t, unix_micros(t) / 1e6D AS s, a.name AS name_a, a.type AS type_a, b.name AS name_b, b.type AS type_b
        FROM encounters e LEFT JOIN ships a ON a.mmsi = mmsi_a LEFT JOIN ships b ON b.mmsi = mmsi_b
        ORDER BY t, mmsi_a, mmsi_b
        """
    ).collect()
    return [row.asDict() for row in rows]


def geojson(encounters):
    """A feature collection with a line from ship to ship for each encounter (a point where they touch)."""
    features = []
    for e in encounters:
        a, b = [e["lon_a"], e["lat_a"]], [e["lon_b"], e["lat_b"]]
        geometry = {"type": "Point", "coordinates": a} if a == b else {"type": "LineString", "coordinates": [a, b]}
        keys = ("mmsi_a", "mmsi_b", "name_a", "name_b", "type_a", "type_b", "distance_m")
        properties = {"t": e["t"], **{key: e[key] for key in keys}}
        features.append({"type": "Feature", "geometry": geometry, "properties": properties})
    return {"type": "FeatureCollection", "features": features}


def fetch_tracks(spark, question, met):
    """What the map draws: tracks in degrees of the ships that met, then of others as far as MAP_POINTS go."""
    pieces = spark.table("pieces").persist()
    sizes = spark.sql("SELECT mmsi, sum(numInstants(trip)) FROM pieces GROUP BY mmsi").collect()
    chosen, points = [], 0
    for mmsi, n in sorted(((row[0], row[1]) for row in sizes), key=lambda row: (row[0] not in met, row[0])):
        if chosen and points + n > MAP_POINTS:
            break
        chosen.append(mmsi)
        points += n
    trip = "trip" if question.srid in (0, 4326) else "transform(trip, 4326)"
    listed = ", ".join(str(mmsi) for mmsi in chosen) or "NULL"
    rows = spark.sql(f"SELECT mmsi, {trip}.tgeompoint AS blob FROM pieces WHERE mmsi IN ({listed}) ORDER BY mmsi, t0").collect()
    pieces.unpersist()
    tracks = {}
    for mmsi, blob in rows:
        tracks.setdefault(mmsi, []).extend(ewkb.polylines(bytes(blob)))
    return tracks, len(sizes)


def main(words=None):
    """Runs the job."""
    args = arguments(words)
    progress = Progress("proximity")
    spark = session.open_session("MobilitySpark proximity")
    files.check_out(spark, args.out, "run.json")
    srid, days = open_trips(spark, args.trips)
    question = query.Question(args.start, args.end, args.distance, srid, args.region)
    selected = check_selection(spark, question, days)
    progress.stage(f"{selected:,} trips meet the window and the region")
    result = run(spark, question, args, days)
    encounters = named(spark, args.out)
    met = {e["mmsi_a"] for e in encounters} | {e["mmsi_b"] for e in encounters}
    result |= {"pairs": len({(e["mmsi_a"], e["mmsi_b"]) for e in encounters}), "encounters": len(encounters)}
    progress.stage(
        f"{result['pairs']:,} pairs of ships within {args.distance:g} ({len(encounters):,} encounters), "
        f"rules {args.rules}, {args.spelling}, {result['seconds']:.1f} s"
    )
    files.write_text(spark, f"{args.out}/encounters.geojson", json.dumps(geojson(encounters)) + "\n")
    files.write_text(spark, f"{args.out}/run.json", json.dumps(result, indent=1) + "\n")
    if args.page:
        tracks, vessels = fetch_tracks(spark, question, met)
        data = page.map_data(tracks, encounters, vessels)
        files.write_text(spark, f"{args.out}/map.json", json.dumps(data, separators=(",", ":")))
        files.write_text(spark, f"{args.out}/page.html", page.render(data, [result]))
        progress.stage(f"page: {args.out}/page.html")


if __name__ == "__main__":
    session.run("proximity", main)
