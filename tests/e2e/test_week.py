"""The synthetic week: the pairs and distances that are known, in every way of running the job."""

import csv
import json

import pytest
from conftest import DATA
from submit import done, submit

#: For each longest silence in seconds, the file of the pairs and their number.
KNOWN = {"0": ("pairs_0.csv", 343), "3600": ("pairs_3600.csv", 274)}
WINDOW = ("--from", "2026-01-08", "--to", "2026-01-15", "--distance", 300)


def known(name):
    """The pairs of a file, with their least distance."""
    with open(DATA / "ais" / name, newline="") as rows:
        return {(int(r["mmsi1"]), int(r["mmsi2"])): float(r["min_dist_m"]) for r in csv.DictReader(rows)}


def found(out):
    """The pairs that a run wrote, with their least distance."""
    least = {}
    for feature in json.loads((out / "encounters.geojson").read_text())["features"]:
        p = feature["properties"]
        pair = (p["mmsi_a"], p["mmsi_b"])
        least[pair] = min(least.get(pair, p["distance_m"]), p["distance_m"])
    return least


def check(out, name, pairs):
    """Holds a run to the pairs of a file, and to a millimetre."""
    expected, answer = known(name), found(out)
    assert len(expected) == pairs
    assert set(answer) == set(expected)
    worst = max(expected, key=lambda pair: abs(answer[pair] - expected[pair]))
    assert answer[worst] == pytest.approx(expected[worst], abs=1e-3), worst


@pytest.fixture(scope="module")
def trips(job, tmp_path_factory):
    """A function of the longest silence in seconds: the trips of the week, cut at longer ones; made once."""
    made = {}

    def folder(gap):
        if gap not in made:
            made[gap] = tmp_path_factory.mktemp("trips") / gap
            job("ingest", "--input", DATA / "ais" / "week.parquet", "--out", made[gap], "--max-gap", gap)
            report = json.loads((made[gap] / "_ingest.json").read_text())
            assert report["rows"] == report["kept"] == 297_485
        return made[gap]

    return folder


@pytest.mark.parametrize(
    ("gap", "rules", "spelling"),
    [("0", "none", "function-first"), ("0", "both", "plain"), ("3600", "order", "function-first"), ("3600", "both", "function-first")],
)
def test_the_week_has_its_known_pairs_whatever_the_rules_and_the_spelling(spark, job, trips, tmp_path, gap, rules, spelling):
    out = tmp_path / "run"
    # Without a broadcast Spark plans the product that the rules are for.
    spark.conf.set("spark.sql.autoBroadcastJoinThreshold", "-1")
    try:
        job("proximity", "--trips", trips(gap), *WINDOW, "--rules", rules, "--spelling", spelling, "--out", out)
    finally:
        spark.conf.unset("spark.sql.autoBroadcastJoinThreshold")
    check(out, *KNOWN[gap])
    run = json.loads((out / "run.json").read_text())
    assert run["pairs"] == KNOWN[gap][1] and "CartesianProduct" in run["plan"]
    assert (out / "page.html").read_text().startswith("<!DOCTYPE html>")
    # Without ordering every pair of pieces is tested; with it only those whose boxes are near.
    tested = run["evaluations"]["eDwithin"]
    assert tested > 1_000_000 if rules == "none" else tested < 200_000, tested


def test_executors_of_their_own_find_the_same_pairs(trips, tmp_path):
    out = tmp_path / "run"
    words = ("--trips", trips("3600"), *WINDOW, "--out", out, "--no-page")
    done(submit("proximity", *words, master="local-cluster[2,1,2048]", settings=("spark.executor.memory=2g",)))
    check(out, *KNOWN["3600"])
