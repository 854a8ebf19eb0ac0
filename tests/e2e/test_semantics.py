"""Answers that are known by hand, where sampled positions or a list of them would mislead."""

import pytest


def answers(spark, *expressions):
    return list(spark.sql(f"SELECT {', '.join(expressions)}").first())


def test_a_place_passed_between_two_positions_is_met(spark):
    trip = "tgeompoint('[POINT(0 0)@2026-01-08 10:00, POINT(6 0)@2026-01-08 10:06]')"
    place = "geomFromText('POINT(4 0)')"
    found = answers(
        spark,
        f"eIntersects({trip}, {place})",
        f"aDisjoint({trip}, {place})",
        f"eDwithin({trip}, {place}, 0.5)",
        f"aDwithin({trip}, {place}, 0.5)",
        f"asText(whenTrue(tDwithin({trip}, {place}, 0.5)))",
    )
    assert found == [True, False, True, False, "{[2026-01-08 10:03:30+00, 2026-01-08 10:04:30+00]}"]


@pytest.mark.parametrize(
    "place", ["geomFromText('POINT(13 4)')", "tgeompoint('[POINT(13 4)@2026-01-08 09:00, POINT(13 4)@2026-01-08 09:20]')"]
)
def test_the_nearest_instant_is_between_two_positions(spark, place):
    trip = "tgeompoint('[POINT(0 0)@2026-01-08 09:00, POINT(10 0)@2026-01-08 09:10, POINT(20 0)@2026-01-08 09:20]')"
    found = answers(
        spark,
        f"asText(nearestApproachInstant({trip}, {place}))",
        f"nearestApproachDistance({trip}, {place})",
        f"minValue(tDistance({trip}, {place}))",
    )
    assert found == ["POINT(13 0)@2026-01-08 09:13:00+00", 4.0, 4.0]


@pytest.mark.parametrize("largest, pieces", [("30' MINUTE", 2), ("179' MINUTE", 2), ("180' MINUTE", 1)])
def test_a_gap_right_after_the_first_fix_cuts_and_keeps_it(spark, largest, pieces):
    spark.createDataFrame(
        [("09:00", 0.0), ("12:00", 1000.0), ("12:01", 1010.0), ("12:02", 1020.0)], "t STRING, x DOUBLE"
    ).createOrReplaceTempView("fixes")
    spark.sql(
        f"""CREATE OR REPLACE TEMPORARY VIEW cut AS
        SELECT tgeompointSeqSetGaps(x, 0D, CAST('2026-01-08 ' || t AS TIMESTAMP), 25832, INTERVAL '{largest}) AS trip FROM fixes"""
    )
    (n,) = spark.sql("SELECT numSequences(trip) FROM cut").first()
    assert n == pieces
    if pieces == 2:
        found = spark.sql(
            """SELECT asText(sequenceN(trip, 1)), valueAtTimestamp(trip, TIMESTAMP '2026-01-08 10:30:00+00') IS NULL,
               duration(trip) = INTERVAL '2' MINUTE, length(trip) FROM cut"""
        ).first()
        assert list(found) == ["[POINT(0 0)@2026-01-08 09:00:00+00]", True, True, 20.0]
