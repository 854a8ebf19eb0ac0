"""What the cleaning leaves out, keeps and counts."""

import math
import random

import cleaning
import ingest
import pytest

EVERYWHERE = (-180.0, -90.0, 180.0, 90.0)
# Degrees of latitude in a kilometre on the sphere that the rules use.
KM = 1 / 111.19508


def cleaned(spark, rows, partitions=3, max_knots=100.0, stops=None, extent=EVERYWHERE):
    """The fixes left of rows (mmsi, seconds, lon, lat[, mobile]), in order, as (mmsi, seconds, lat, part), and the counts."""
    full = [(m, s, lon, lat, row[0] if row else None) for m, s, lon, lat, *row in rows]
    frame = (
        spark.createDataFrame(full, "mmsi BIGINT, s DOUBLE, lon DOUBLE, lat DOUBLE, mobile STRING")
        .selectExpr("mmsi", "timestamp_seconds(s) AS t", "lon", "lat", "CAST(NULL AS DOUBLE) AS sog", "mobile",
                    "CAST(NULL AS STRING) AS name", "CAST(NULL AS STRING) AS ship_type", "monotonically_increasing_id() AS row")
        .repartition(partitions)
    )
    counts = ingest.Counts()
    left = cleaning.clean(frame, extent, max_knots, stops, counts.observe)
    found = left.selectExpr("mmsi", "unix_micros(t) / 1e6", "lat", "part").collect()
    return sorted(tuple(row) for row in found), {k: v for k, v in counts.result().items() if v}


def along(km, mmsi=1, every_s=3600.0):
    """Fixes that many kilometres north of the start, one an hour."""
    return [(mmsi, i * every_s, 10.0, 50.0 + d * KM) for i, d in enumerate(km)]


def kilometres(fixes):
    return [round((lat - 50.0) / KM) for _, _, lat, _ in fixes]


def test_a_spike_goes_and_every_later_fix_stays(spark):
    fixes, counts = cleaned(spark, along([0, 10, 900, 30, 40]), max_knots=27.0)
    assert kilometres(fixes) == [0, 10, 30, 40]
    assert {part for *_, part in fixes} == {0}
    assert counts == {"rows": 5, "spikes": 1}


def test_a_lasting_jump_cuts_the_track_and_loses_nothing(spark):
    fixes, counts = cleaned(spark, along([0, 800, 840, 880, 920]), max_knots=27.0)
    assert kilometres(fixes) == [0, 800, 840, 880, 920]
    assert [part for *_, part in fixes] == [0, 1, 1, 1, 1]
    assert counts == {"rows": 5, "jumps": 1}


def test_two_ships_under_one_identity_leave_one_of_them_whole(spark):
    fixes, counts = cleaned(spark, along([0, 900, 2, 902, 4, 904, 6]), max_knots=27.0)
    assert kilometres(fixes) == [0, 2, 4, 6]
    assert counts == {"rows": 7, "spikes": 3}


def test_the_first_and_last_fix_are_no_spikes(spark):
    fixes, counts = cleaned(spark, along([900, 10, 20, 900]), max_knots=27.0)
    assert kilometres(fixes) == [900, 10, 20, 900]
    assert [part for *_, part in fixes] == [0, 1, 1, 2]
    assert counts == {"rows": 4, "jumps": 2}


def test_exact_copies_collapse(spark):
    fixes, counts = cleaned(spark, [(1, 0.0, 10.0, 50.0), (1, 0.0, 10.0, 50.0), (1, 5.0, 10.0, 50.0 + 0.05 * KM)])
    assert [s for _, s, *_ in fixes] == [0.0, 5.0]
    assert counts == {"rows": 3, "duplicates": 1}


@pytest.mark.parametrize("partitions", [1, 7, 64])
@pytest.mark.parametrize("backwards", [False, True])
def test_of_two_places_at_one_time_the_nearer_to_the_one_before_stays_in_any_order(spark, partitions, backwards):
    rows = along([0, 1], every_s=60.0) + [(1, 60.0, 10.0, 50.0 + 3 * KM), (1, 120.0, 10.0, 50.0 + 2 * KM)]
    fixes, counts = cleaned(spark, rows[::-1] if backwards else rows, partitions=partitions)
    assert kilometres(fixes) == [0, 1, 2]
    assert (counts["rows"], counts["conflicts"]) == (4, 1)


def test_of_three_places_at_the_first_time_the_westernmost_stays(spark):
    rows = [(1, 0.0, 10.0, 50.0), (1, 0.0, 9.999, 50.0), (1, 0.0, 10.001, 50.0), (1, 60.0, 10.0, 50.0)]
    fixes, counts = cleaned(spark, rows)
    assert len(fixes) == 2
    assert counts["conflicts"] == 2


def test_each_row_that_cannot_be_used_counts_under_its_reason(spark):
    rows = [
        (None, 0.0, 10.0, 50.0), (1, None, 10.0, 50.0), (1, 0.0, float("nan"), 50.0), (1, 0.0, None, 50.0),
        (1, 0.0, 10.0, 50.0, "Base Station"), (1, 0.0, 181.0, 91.0, "Class A"), (1, 0.0, 10.0, 91.0), (1, 0.0, 181.0, 50.0),
        (1, 0.0, 200.0, 50.0), (1, 0.0, 10.0, -90.5), (1, 0.0, float("inf"), 50.0), (1, 0.0, 0.0, 0.0), (1, 0.0, 10.0, 50.0, "Class B"),
    ]
    fixes, counts = cleaned(spark, rows, extent=(5.0, 45.0, 15.0, 55.0))
    assert len(fixes) == 1
    assert counts == {"rows": 13, "unreadable": 4, "not_vessel": 1, "no_position": 3, "out_of_range": 3, "outside": 1}


def test_a_stop_keeps_its_ends_and_cuts_the_track(spark):
    rows = along([0, 5, 5, 5, 5, 10], every_s=120.0)
    fixes, counts = cleaned(spark, rows, max_knots=1000.0, stops=(0.2, 300.0))
    assert [(s, part) for _, s, _, part in fixes] == [(0.0, 0), (120.0, 0), (480.0, 1), (600.0, 1)]
    assert counts == {"rows": 6, "stopped": 2}
    fixes, counts = cleaned(spark, rows, max_knots=1000.0, stops=(0.2, 400.0))
    assert len(fixes) == 6 and counts == {"rows": 6}


def test_rows_out_of_order_within_a_file_are_noted(spark):
    rows = along([0, 1, 2, 3, 4, 5], every_s=600.0)
    rows = [rows[0], rows[1], rows[3], rows[4], rows[2], rows[5]]
    fixes, counts = cleaned(spark, rows, partitions=5)
    assert kilometres(fixes) == [0, 1, 2, 3, 4, 5]
    assert counts == {"rows": 6, "late": 1}


def metres(a, b):
    """Great-circle distance of (lon, lat) places, by the haversine."""
    lon1, lat1, lon2, lat2 = (math.radians(v) for v in (*a, *b))
    h = math.sin((lat2 - lat1) / 2) ** 2 + math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371008.8 * math.asin(min(1.0, math.sqrt(h)))


def naive(track, max_knots):
    """The rules of cleaning.py for the (seconds, lon, lat) of one ship, step by step: what is left, with parts."""
    by_time = {}
    for s, lon, lat in sorted(set(track)):
        by_time.setdefault(s, []).append((lon, lat))
    chosen, before = [], None
    for s, places in by_time.items():
        chosen.append((s, *min(places, key=lambda p: (metres(before, p) if before else 0.0, p))))
        before = places[-1]

    def beyond(a, b):
        return metres(a[1:], b[1:]) > max_knots * 1852 / 3600 * (b[0] - a[0])

    n = len(chosen)
    suspect = [
        0 < i < n - 1 and beyond(chosen[i - 1], chosen[i]) and beyond(chosen[i], chosen[i + 1]) and not beyond(chosen[i - 1], chosen[i + 1])
        for i in range(n)
    ]
    left, run = [], 0
    for fix, doubtful in zip(chosen, suspect):
        run = run + 1 if doubtful else 0
        if run % 2 == 0:
            left.append(fix)
    part, parts = 0, []
    for i, fix in enumerate(left):
        part += i > 0 and beyond(left[i - 1], fix)
        parts.append((fix[0], fix[2], part))
    return parts


def test_random_tracks_are_cleaned_as_the_rules_say_step_by_step(spark):
    rng = random.Random(5)
    rows = []
    for mmsi in range(60):
        s, lat = 0.0, 50.0
        for _ in range(rng.randint(1, 40)):
            s += rng.choice([2.0, 60.0, 600.0, 600.0, 7200.0])
            lat += rng.uniform(-0.02, 0.02)
            wild = rng.random()
            rows.append((mmsi, s, 10.0, lat + (rng.choice([-9.0, 5.0, 5.01]) if wild < 0.25 else 0.0)))
            if wild > 0.85:
                rows.append((mmsi, s, 10.0 + rng.choice([0.0, 0.01]), lat))
            if wild > 0.95:
                rows.append((mmsi, s, 9.9, lat))
    rng.shuffle(rows)
    fixes, _ = cleaned(spark, rows)
    expected = [(m, *fix) for m in range(60) for fix in naive([r[1:] for r in rows if r[0] == m], 100.0)]
    assert fixes == sorted(expected)
    assert len({part for *_, part in fixes}) > 3
