"""MEOS reads our bytes and we read its bytes: the same bytes for the same value."""

import os

import pytest

pytestmark = pytest.mark.usefixtures("meos")

VALUES = [
    ("tgeompoint", "POINT(1 2)@2026-01-08 00:00:00+00"),
    ("tgeompoint", "SRID=25832;POINT(1.25 -2)@1999-12-31 23:59:59.999999+00"),
    ("tgeompoint", "SRID=4326;POINT Z (1 2 3)@2026-01-08 00:00:00+00"),
    ("tgeompoint", "{POINT(1 2)@2026-01-08 00:00:00+00, POINT(3 4)@2026-01-08 01:00:00+00}"),
    ("tgeompoint", "[POINT(1 2)@2026-01-08 00:00:00+00, POINT(3 9)@2026-01-08 01:00:00+00, POINT(5 6)@2026-01-08 02:00:00+00)"),
    ("tgeompoint", "Interp=Step;(POINT(1 2)@2026-01-08 00:00:00+00, POINT(3 4)@2026-01-08 01:00:00+00]"),
    ("tgeompoint", "SRID=25832;{[POINT(1 2)@2026-01-08 00:00:00+00, POINT(3 4)@2026-01-08 01:00:00+00), [POINT(5 6)@2026-01-09 00:00:00+00]}"),
    ("tfloat", "[1.5@2026-01-08 00:00:00+00, 3@2026-01-08 01:00:00+00]"),
    ("tfloat", "{[1@2026-01-08 00:00:00+00, 3@2026-01-08 01:00:00+00], [2@2026-01-09 00:00:00+00, 2@2026-01-09 01:00:00+00]}"),
    ("tbool", "[t@2026-01-08 00:00:00+00, f@2026-01-08 01:00:00+00, f@2026-01-08 02:00:00+00]"),
]


@pytest.fixture(scope="module")
def meos():
    """MEOS, for as long as the tests of this file run."""
    import pymeos

    pymeos.pymeos_initialize("UTC")
    yield
    pymeos.pymeos_finalize()


def of_meos(kind, text):
    """The EWKB that MEOS itself writes for a text."""
    import pymeos_cffi

    read = {"tgeompoint": pymeos_cffi.tgeompoint_in, "tfloat": pymeos_cffi.tfloat_in, "tbool": pymeos_cffi.tbool_in}[kind]
    return bytes.fromhex(pymeos_cffi.temporal_as_hexwkb(read(text), 4)[0])


@pytest.fixture(scope="module")
def session(spark):
    assert "MOBILITY_JAR" in os.environ, "MOBILITY_JAR must tell the jar that scripts/build made"
    return spark


@pytest.mark.parametrize(("kind", "text"), VALUES)
def test_our_bytes_are_those_of_meos_and_read_back_as_the_same_value(session, kind, text):
    theirs = of_meos(kind, text)
    ours = bytes(session.sql(f"SELECT asEWKB({kind}('{text}'))").first()[0])
    assert ours.hex() == theirs.hex()


@pytest.mark.parametrize(("kind", "text"), VALUES)
def test_the_bytes_of_meos_are_read_by_us(session, kind, text):
    theirs = of_meos(kind, text)
    read = f"{kind}FromEWKB(unhex('{theirs.hex()}'))"
    again, same = session.sql(f"SELECT asHexEWKB({read}), {read} <=> {kind}('{text}')").first()
    assert bytes.fromhex(again) == theirs and same


@pytest.mark.parametrize(("kind", "text"), VALUES)
def test_meos_reads_our_bytes(session, kind, text):
    import pymeos_cffi

    ours = session.sql(f"SELECT asHexEWKB({kind}('{text}'))").first()[0]
    value = pymeos_cffi.temporal_from_hexwkb(ours)
    assert pymeos_cffi.temporal_as_hexwkb(value, 4)[0].upper() == ours.upper()
