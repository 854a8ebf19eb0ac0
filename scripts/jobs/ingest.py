"""Positions in, trips out.

    spark-submit ... scripts/jobs/ingest.py --input FILE_OR_FOLDER --out FOLDER

Reads AIS days of the Danish Maritime Authority, MarineCadastre files and plain files of positions (see layouts.py), cleans
them (see cleaning.py), builds one trip a vessel and day (see trips.py) and writes them as Parquet with a report beside them.
"""

import argparse
import json

import cleaning
import files
import layouts
import session
import trips
from session import JobError, Progress

REPORT = "_ingest.json"


def arguments(words=None):
    """The command line, checked."""
    parser = argparse.ArgumentParser(prog="ingest", description="Positions in, trips out.")
    parser.add_argument("--input", required=True, help="file, folder or pattern of .csv, .csv.gz or .parquet files")
    parser.add_argument("--out", required=True, help="folder for the trips; one that an earlier run wrote is replaced")
    parser.add_argument("--srid", type=int, default=25832, help="reference system of the trips (default 25832)")
    parser.add_argument("--max-gap", type=float, default=3600.0, help="seconds of silence over which a trip has a gap; 0: never (default 3600)")
    parser.add_argument("--max-speed", type=float, default=100.0, help="knots over which a step is out of reach (default 100)")
    parser.add_argument("--extent", help="west,south,east,north in degrees (default: where the reference system is meant for)")
    parser.add_argument("--stop-speed", type=float, default=0.0, help="knots below which a vessel is stopped; 0: keep stops (default 0)")
    parser.add_argument("--stop-time", type=float, default=300.0, help="seconds that a stop lasts at least (default 300)")
    args = parser.parse_args(words)
    if args.max_gap < 0 or args.stop_speed < 0 or args.stop_time < 0:
        raise JobError("--max-gap, --stop-speed and --stop-time must not be negative")
    if not args.max_speed > 0:
        raise JobError("--max-speed must be over 0")
    args.extent = extent(args.extent) if args.extent else trips.default_extent(args.srid)
    return args


def extent(text):
    """West, south, east and north of a text of four numbers. Raises JobError."""
    try:
        west, south, east, north = (float(part) for part in text.split(","))
    except ValueError:
        raise JobError(f"--extent: expected west,south,east,north in degrees, found '{text}'") from None
    if not (-180 <= west < east <= 180 and -90 <= south < north <= 90):
        raise JobError(f"--extent: expected west < east within 180 and south < north within 90, found '{text}'")
    return (west, south, east, north)


def check_srid(spark, srid):
    """Raises JobError where positions cannot be taken to this reference system."""
    from pyspark.errors import PySparkException

    if srid == 4326:
        return
    west, south, east, north = trips.default_extent(srid)
    point = f"SRID=4326;POINT({(west + east) / 2} {(max(south, -60) + min(north, 60)) / 2})@2000-01-01 00:00:00+00"
    try:
        spark.sql(f"SELECT transform(tgeompoint('{point}'), {srid})").collect()
    except PySparkException as error:
        raise JobError(f"--srid {srid}: {session.cause(error)}") from error


class Counts:
    """Sums that are counted while the data goes by."""

    def __init__(self):
        self.observations = []

    def observe(self, frame, sums):
        """The frame, with these sums counted when it is computed."""
        from pyspark.sql import Observation
        from pyspark.sql.functions import expr

        observation = Observation()
        self.observations.append(observation)
        return frame.observe(observation, *(expr(sql).alias(name) for name, sql in sums.items()))

    def result(self):
        """All sums, after the data has gone by."""
        return {name: value or 0 for observation in self.observations for name, value in observation.get.items()}


def report(counts):
    """The lines that tell what became of the rows; empty counts are left out."""
    left_out = {name: counts.get(name, 0) for name in cleaning.LEFT_OUT}
    kept = counts["rows"] - sum(left_out.values())
    lines = [f"{counts['rows']:>12,} rows read"]
    lines += [f"{n:>12,} left out: {cleaning.LEFT_OUT[name]}" for name, n in left_out.items() if n]
    lines.append(f"{kept:>12,} fixes kept")
    lines += [f"{counts[name]:>12,} noted: {text}" for name, text in cleaning.NOTED.items() if counts.get(name)]
    return kept, lines


def main(words=None):
    """Runs the job."""
    args = arguments(words)
    progress = Progress("ingest")
    spark = session.open_session("MobilitySpark ingest")
    # Where nothing is left after a step, this rule would drop the step from the plan, and its counts with it.
    spark.conf.set("spark.sql.adaptive.optimizer.excludedRules", "org.apache.spark.sql.execution.adaptive.AQEPropagateEmptyRelation")
    check_srid(spark, args.srid)
    files.check_out(spark, args.out, REPORT)
    frame, found = layouts.read(spark, args.input)
    progress.stage(f"reading {found} from {args.input}")
    counts = Counts()
    stops = (args.stop_speed, args.stop_time) if args.stop_speed else None
    fixes = cleaning.clean(frame, args.extent, args.max_speed, stops, counts.observe)
    trips.write(spark, fixes, args.out, args.srid, args.max_gap)
    sums = counts.result()
    kept, lines = report(sums)
    progress.stage(f"cleaned and written to {args.out}")
    print("\n".join(lines), flush=True)
    settings = {"input": args.input, "srid": args.srid, "max_gap_s": args.max_gap, "max_knots": args.max_speed}
    files.write_text(spark, f"{args.out}/{REPORT}", json.dumps({**settings, **sums, "kept": kept}, indent=2) + "\n")
    if not kept:
        raise JobError(f"{args.input}: none of {sums['rows']:,} rows is left after cleaning")


if __name__ == "__main__":
    session.run("ingest", main)
