"""Bad arguments: one clear line each."""

import ingest
import proximity
import pytest
import trips
from session import JobError

PROXIMITY = ["--trips", "t", "--out", "o"]
INGEST = ["--input", "i", "--out", "o"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--from", "2026-01-15", "--to", "2026-01-08"], "empty window"),
        (["--from", "2026-01-08", "--to", "2026-01-08"], "empty window"),
        (["--from", "8 January", "--to", "2026-01-08"], "--from: expected YYYY-MM-DD"),
        (["--from", "2026-01-08", "--to", "2026-01-15", "--region", "1,2,3"], "--region: expected xmin,ymin,xmax,ymax"),
        (["--from", "2026-01-08", "--to", "2026-01-15", "--region", "3,2,1,4"], "xmin < xmax"),
        (["--from", "2026-01-08", "--to", "2026-01-15", "--region", "1,2,nan,4"], "xmin < xmax"),
        (["--from", "2026-01-08", "--to", "2026-01-15", "--distance", "-1"], "--distance must not be negative"),
        (["--from", "2026-01-08", "--to", "2026-01-15", "--distance", "nan"], "--distance must not be negative"),
    ],
)
def test_proximity_tells_what_is_wrong(words, message):
    with pytest.raises(JobError) as error:
        proximity.arguments([*PROXIMITY, *words])
    assert message in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--max-gap", "-1"], "must not be negative"),
        (["--max-speed", "0"], "--max-speed must be over 0"),
        (["--max-speed", "nan"], "--max-speed must be over 0"),
        (["--extent", "5,50,x,60"], "--extent: expected west,south,east,north"),
        (["--extent", "15,50,5,60"], "west < east"),
    ],
)
def test_ingest_tells_what_is_wrong(words, message):
    with pytest.raises(JobError) as error:
        ingest.arguments([*INGEST, *words])
    assert message in str(error.value)


def test_moments_are_utc():
    assert proximity.moment("--from", "2026-01-08") == "2026-01-08 00:00:00"
    assert proximity.moment("--from", "2026-01-08T10:00:00+02:00") == "2026-01-08 08:00:00"


def test_the_area_of_a_utm_zone_lies_round_its_meridian():
    assert trips.default_extent(25832) == (-31.0, -80.0, 49.0, 84.0)
    assert trips.default_extent(32601) == (-180.0, -80.0, -137.0, 84.0)
    assert trips.default_extent(2154) == (-180.0, -90.0, 180.0, 90.0)
