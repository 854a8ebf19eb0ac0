"""The jobs on real files, on dirty days, over midnight, and with what they cannot use."""

import gzip
import json
import re
import subprocess

import pandas
import pytest
from conftest import DATA, ROOT
from session import JobError
from submit import done, error_line, submit


def report(out):
    return json.loads((out / "_ingest.json").read_text())


def adds_up(counts):
    """Whether every row read was kept or left out under one reason."""
    reasons = ("unreadable", "not_vessel", "no_position", "out_of_range", "outside", "duplicates", "conflicts", "spikes", "stopped")
    return counts["rows"] == counts["kept"] + sum(counts[name] for name in reasons)


def test_us_positions_go_all_the_way_with_their_oddities_told(job, tmp_path, capsys):
    rows = pandas.read_csv(DATA / "realdata" / "ais_us_20220103.csv.gz")
    trips, out = tmp_path / "trips", tmp_path / "run"
    job("ingest", "--input", DATA / "realdata" / "ais_us_20220103.csv.gz", "--out", trips, "--srid", 32615)
    counts = report(trips)
    assert adds_up(counts) and counts["rows"] == len(rows) == 99_999
    inside = rows[(rows.lon >= -133) & (rows.lon <= -53)]
    assert counts["outside"] == len(rows) - len(inside) > 0
    assert counts["duplicates"] == inside.duplicated(["id", "t", "lon", "lat"]).sum()
    placed = inside.drop_duplicates(["id", "t", "lon", "lat"])
    assert counts["conflicts"] == placed.duplicated(["id", "t"]).sum() > 0
    assert counts["late"] > 10_000 and "out of order" in capsys.readouterr().out
    job("proximity", "--trips", trips, "--from", "2022-01-03", "--to", "2022-01-04", "--out", out)
    encounters = pandas.read_parquet(out / "encounters.parquet")
    assert len(encounters) > 100
    assert encounters.distance_m.between(0, 300).all() and (encounters.mmsi_a < encounters.mmsi_b).all()


def test_danish_trips_go_all_the_way_and_the_jumping_station_is_cut_not_lost(job, tmp_path):
    trips, out = tmp_path / "trips", tmp_path / "run"
    job("ingest", "--input", DATA / "realdata" / "ais_denmark_trips.csv.gz", "--out", trips)
    counts = report(trips)
    assert adds_up(counts) and counts["rows"] == 47_316
    assert counts["spikes"] > 0 and counts["jumps"] > 0 and counts["kept"] > 46_500
    job("proximity", "--trips", trips, "--from", "2023-01-07 23:00", "--to", "2023-01-08 23:00", "--distance", 5000, "--out", out)
    assert json.loads((out / "run.json").read_text())["pairs"] >= 1


def test_every_fault_of_a_dirty_day_is_counted(job, tmp_path):
    days, trips = tmp_path / "days", tmp_path / "trips"
    command = [ROOT / "scripts" / "datagen", "--days", "2", "--vessels", "400", "--seed", "11", "--dirty", "--out", days]
    subprocess.run(command, check=True, capture_output=True)
    made = pandas.DataFrame(json.loads((days / "manifest.json").read_text())["days"]).sum(axis=1)
    job("ingest", "--input", days, "--out", trips)
    counts = report(trips)
    assert adds_up(counts)
    names = {"rows": "lines", "unreadable": "cut", "not_vessel": "base_stations", "no_position": "no_position", "duplicates": "duplicates",
             "conflicts": "conflicts", "spikes": "spikes", "no_speed": "no_speed", "late": "late"}
    assert {ours: counts[ours] for ours in names} == {ours: made[theirs] for ours, theirs in names.items()}
    assert sorted(p.name for p in trips.glob("day=*")) == ["day=2026-01-08", "day=2026-01-09"]


# Two ships cross at right angles between reports: 100 m apart at midnight, 800 m two minutes before and after.
MIDNIGHT = """id,t,lon,lat
1,2026-01-08 23:58:00,10.99,55.0
1,2026-01-09 00:02:00,11.01,55.0
2,2026-01-08 23:58:00,11.0,54.995
2,2026-01-09 00:02:00,11.0,55.005
3,2026-01-08 23:50:00,11.0,55.3
3,2026-01-08 23:51:00,11.0,55.3
"""


def test_an_encounter_at_midnight_is_found_on_both_days_and_nothing_else(job, tmp_path):
    source, trips, out = tmp_path / "midnight.csv", tmp_path / "trips", tmp_path / "run"
    source.write_text(MIDNIGHT)
    job("ingest", "--input", source, "--out", trips)
    assert len(pandas.read_parquet(trips)) == 5
    job("proximity", "--trips", trips, "--from", "2026-01-08", "--to", "2026-01-10", "--out", out)
    encounters = pandas.read_parquet(out / "encounters.parquet")
    assert [tuple(pair) for pair in encounters[["mmsi_a", "mmsi_b"]].to_numpy()] == [(1, 2), (1, 2)]
    assert encounters.distance_m.max() < 1
    assert (encounters.t.dt.strftime("%F %T") == "2026-01-09 00:00:00").any()
    for day in ("2026-01-08", "2026-01-09"):
        later = str(pandas.Timestamp(day) + pandas.Timedelta(days=1))[:10]
        job("proximity", "--trips", trips, "--from", day, "--to", later, "--out", out, "--no-page")
        assert len(pandas.read_parquet(out / "encounters.parquet")) == 1


@pytest.fixture(scope="module")
def small_trips(job, tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    (folder / "in.csv").write_text(MIDNIGHT)
    job("ingest", "--input", folder / "in.csv", "--out", folder / "trips")
    return folder / "trips"


def test_stops_are_cut_out_on_request_and_the_report_is_kept(job, tmp_path):
    lines = ["id,t,lon,lat"] + [f"1,2026-01-08 00:{m:02}:00,{11 + 0.01 * min(m, 10) + 0.01 * max(m - 30, 0):.4f},55.0" for m in range(0, 41, 2)]
    with gzip.open(tmp_path / "stop.csv.gz", "wt") as out:
        out.write("\n".join(lines) + "\n")
    trips = tmp_path / "trips"
    job("ingest", "--input", tmp_path / "stop.csv.gz", "--out", trips, "--stop-speed", "0.5")
    counts = report(trips)
    assert counts["stopped"] == 9 and counts["kept"] == 12 and adds_up(counts)
    assert len(pandas.read_parquet(trips)) == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--input", "/nowhere/at/all", "--out", "{tmp}/o"), "/nowhere/at/all: no such file or folder"),
        (("--input", "{csv}", "--out", "{tmp}/o", "--srid", "99999"), "--srid 99999"),
        (("--input", "{short}", "--out", "{tmp}/o"), "no column of the longitude"),
        (("--input", "{csv}", "--out", "{tmp}"), "holds something else already"),
        (("--input", "{bad}", "--out", "{tmp}/o"), "none of 1 rows is left"),
    ],
)
def test_ingest_tells_what_it_cannot_use(job, tmp_path, words, message):
    names = {"tmp": tmp_path, "csv": tmp_path / "in.csv", "short": tmp_path / "short.csv", "bad": tmp_path / "bad.csv"}
    names["csv"].write_text(MIDNIGHT)
    names["short"].write_text("id,t,lat\n1,2026-01-08,55\n")
    names["bad"].write_text("id,t,lon,lat\n1,2026-01-08 00:00:00,181,91\n")
    with pytest.raises(JobError) as error:
        job("ingest", *(word.format(**names) for word in words))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--from", "2025-01-01", "--to", "2025-01-02"), "the trips cover 2026-01-08 23:50:00 to 2026-01-09 00:02:00"),
        (("--from", "2026-01-08", "--to", "2026-01-10", "--region", "0,0,1,1"), "no trip between"),
        (("--from", "2026-01-08", "--to", "2026-01-10", "--trips", "/nowhere"), "--trips /nowhere"),
        (("--from", "2026-01-08", "--to", "2026-01-10", "--trips", "{data}"), "no column mmsi"),
    ],
)
def test_proximity_tells_what_it_cannot_use(job, small_trips, tmp_path, words, message):
    (tmp_path / "data").mkdir()
    pandas.DataFrame({"x": [1]}).to_parquet(tmp_path / "data" / "x.parquet")
    words = [word.format(data=tmp_path / "data") for word in words]
    with pytest.raises(JobError) as error:
        job("proximity", "--trips", small_trips, "--out", tmp_path / "o", *words)
    assert message in str(error.value)


def test_jobs_run_by_spark_submit_and_end_with_one_line_where_they_cannot(small_trips, tmp_path):
    window = ("--from", "2026-01-08", "--to", "2026-01-10", "--out", tmp_path / "o")
    process = done(submit("proximity", "--trips", small_trips, *window))
    told = re.findall(r"\] proximity: (.*)", process.stdout)
    assert "5 trips meet the window and the region" in told, process.stdout[-4000:]
    assert (tmp_path / "o" / "page.html").exists()
    line = error_line(submit("proximity", "--trips", "/nowhere", *window), 2)
    assert line.startswith("proximity: error: --trips /nowhere")
    line = error_line(submit("proximity", "--trips", small_trips, *window, extension=False), 2)
    assert line.startswith("proximity: error: this session has no MobilitySpark: give spark-submit --jars JAR")
