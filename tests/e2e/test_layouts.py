"""Layouts told by their header, and rows read in each of them."""

import datetime
import gzip

import layouts
import pyarrow
import pyarrow.parquet
import pytest
from conftest import ROOT
from session import JobError

DMA = "# Timestamp,Type of mobile,MMSI,Latitude,Longitude,Navigational status,ROT,SOG,COG,Heading,IMO,Callsign,Name,Ship type,Cargo type,Width,Length,Type of position fixing device,Draught,Destination,ETA,Data source type,A,B,C,D"
US = "MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,IMO,CallSign,VesselType,Status,Length,Width,Draft,Cargo,TransceiverClass"
EXPECTED = (219000001, "2026-01-08 23:59:58", 11.25, 54.5)


def read(spark, path):
    frame, found = layouts.read(spark, str(path))
    rows = frame.selectExpr("mmsi", "date_format(t, 'yyyy-MM-dd HH:mm:ss') AS t", "lon", "lat", "sog", "mobile", "name", "ship_type")
    return [tuple(row) for row in rows.collect()], found


@pytest.mark.parametrize(
    ("header", "line", "rest", "kind"),
    [
        (DMA, "08/01/2026 23:59:58,Class A,219000001,54.5,11.25,Under way using engine,,12.5,90,90,Unknown,OX,ANNA,Cargo,,1,2,GPS,3,,,AIS,1,1,1,1",
         (12.5, "Class A", "ANNA", "Cargo"), "1 DMA file"),
        (US, "219000001,2026-01-08T23:59:58,54.5,11.25,12.5,90,90,ANNA,IMO1,OX,70,0,10,2,3,0,A", (12.5, None, "ANNA", "70"), "1 MarineCadastre file"),
        ("mmsi,base_date_time,longitude,latitude,sog,vessel_name", "219000001,2026-01-08 23:59:58,11.25,54.5,12.5,ANNA",
         (12.5, None, "ANNA", None), "1 MarineCadastre file"),
        ("id,t,lon,lat,sog", "219000001,2026-01-08 23:59:58,11.25,54.5,", (None, None, None, None), "1 plain file"),
        ("\ufeffid,t,lon,lat", "219000001,2026-01-08T23:59:58Z,11.25,54.5", (None, None, None, None), "1 plain file"),
    ],
)
def test_every_layout_gives_the_same_columns(spark, tmp_path, header, line, rest, kind):
    file = tmp_path / "positions.csv"
    file.write_text(f"{header}\n{line}\n", encoding="utf-8")
    rows, found = read(spark, file)
    assert rows == [EXPECTED + rest]
    assert found == kind


def test_folders_of_several_layouts_and_gzipped_files_are_read_together(spark, tmp_path):
    (tmp_path / "a.csv").write_text("id,t,lon,lat\n219000001,2026-01-08 23:59:58,11.25,54.5\n")
    with gzip.open(tmp_path / "b.csv.gz", "wt") as out:
        out.write("MMSI,BaseDateTime,LAT,LON\r\n219000001,2026-01-08T23:59:58,54.5,11.25\r\n")
    (tmp_path / "notes.txt").write_text("not data")
    (tmp_path / "_hidden.csv").write_text("x\n")
    moment = datetime.datetime(2026, 1, 8, 23, 59, 58, tzinfo=datetime.timezone.utc)
    table = pyarrow.table({"mmsi": [219000001], "t": [moment], "lon": [11.25], "lat": [54.5]})
    pyarrow.parquet.write_table(table, tmp_path / "c.parquet")
    rows, found = read(spark, tmp_path)
    assert [row[:4] for row in rows] == [EXPECTED] * 3
    assert found == "1 plain file, 1 MarineCadastre file, 1 plain file"


def test_cells_that_are_no_value_are_null_and_the_row_stays(spark, tmp_path):
    file = tmp_path / "bad.csv"
    file.write_text("id,t,lon,lat\nx,2026-01-08,1,2\n1,31/13/2026 00:00:00,1,2\n1,2026-01-08,one,2\n1\n,,,\n1,2026-01-08,1,2,3,4\n")
    rows, _ = read(spark, file)
    assert [tuple(v is None for v in row[:4]) for row in rows] == [
        (True, False, False, False), (False, True, False, False), (False, False, True, False),
        (False, True, True, True), (True, True, True, True), (False, False, False, False),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("mmsi,t,lon\n1,2026-01-08,1\n", "no column of the latitude (looked for latitude, lat); found: mmsi, t, lon"),
        ("", "empty; expected a header"),
    ],
)
def test_a_file_without_a_needed_column_is_named(spark, tmp_path, content, message):
    file = tmp_path / "short.csv"
    file.write_text(content)
    with pytest.raises(JobError) as error:
        layouts.read(spark, str(file))
    assert "short.csv" in str(error.value) and message in str(error.value)


def test_wrong_paths_are_named(spark, tmp_path):
    with pytest.raises(JobError, match="no such file or folder"):
        layouts.read(spark, str(tmp_path / "none"))
    with pytest.raises(JobError, match="holds no .csv, .csv.gz or .parquet file"):
        layouts.read(spark, str(tmp_path))


def test_jobs_have_a_docstring_in_every_file():
    for file in (ROOT / "scripts" / "jobs").glob("*.py"):
        assert file.read_text(encoding="utf-8").startswith('"""'), file
