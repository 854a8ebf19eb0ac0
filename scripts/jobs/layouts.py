"""Layouts of position files, told by their header.

The Danish Maritime Authority's AIS days, the US MarineCadastre files, and plain files with columns such as
`id, t, lon, lat`. CSV, gzipped CSV and Parquet.
"""

from dataclasses import dataclass
from typing import Optional

import files
from session import JobError

#: Names of each column's role, in the form that `plain` gives a name; the first that a header holds counts.
ROLES = {
    "mmsi": ("mmsi", "id"),
    "t": ("timestamp", "basedatetime", "t", "time"),
    "lon": ("longitude", "lon"),
    "lat": ("latitude", "lat"),
    "sog": ("sog",),
    "mobile": ("typeofmobile",),
    "name": ("name", "vesselname"),
    "ship_type": ("shiptype", "vesseltype"),
}
REQUIRED = ("mmsi", "t", "lon", "lat")
MEANING = {"mmsi": "identity", "t": "time", "lon": "longitude", "lat": "latitude"}


@dataclass(frozen=True)
class Layout:
    """Where a file keeps what: for each role the place of its column, or None."""

    name: str
    columns: tuple
    places: tuple

    def place(self, role) -> Optional[int]:
        """The place of the column with a role, from 0; None where the file has none."""
        return dict(self.places)[role]


def plain(name):
    """A column's name in lower case, without the marks that layouts differ in."""
    return name.strip("\ufeff \t\r\n\"'").lstrip("# ").lower().replace("_", "").replace(" ", "")


def split_header(line):
    """The names in the first line of a CSV file."""
    import csv

    return next(csv.reader([line.strip("\ufeff\r\n")]), [])


def detect(path, columns):
    """The layout of a file with these column names. Raises JobError where a required column is missing."""
    names = [plain(column) for column in columns]
    places = []
    for role, candidates in ROLES.items():
        place = next((names.index(c) for c in candidates if c in names), None)
        if place is None and role in REQUIRED:
            raise JobError(
                f"{path}: no column of the {MEANING[role]} (looked for {', '.join(candidates)}); "
                f"found: {', '.join(columns) or 'nothing'}"
            )
        places.append((role, place))
    kind = "DMA" if "typeofmobile" in names else "MarineCadastre" if "basedatetime" in names else "plain"
    return Layout(kind, tuple(columns), tuple(places))


def time_sql(column):
    """SQL for the time in a text column: ISO forms, or day first as the Danish files have it; NULL if neither."""
    day_first = f"concat(substr({column}, 7, 4), '-', substr({column}, 4, 2), '-', substr({column}, 1, 2), substr({column}, 11))"
    return f"try_cast(IF(substr({column}, 3, 1) = '/', {day_first}, {column}) AS TIMESTAMP)"


def read(spark, path):
    """The rows at `path`: columns mmsi, t, lon, lat, sog, mobile, name, ship_type, row; and what was found, a text.

    `row` orders the rows of one file as they stand in it, with the file in the bits from 44 on. Columns are NULL where
    the file's text is no value of theirs, or the file has no such column.
    """
    groups = {}
    for file in files.list_data(spark, path):
        parquet = file.lower().endswith(".parquet")
        if parquet:
            columns = spark.read.parquet(file).columns
        else:
            first = spark.read.text(file).first()
            if first is None:
                raise JobError(f"{file}: empty; expected a header")
            columns = split_header(first[0])
        groups.setdefault((parquet, detect(file, columns)), []).append(file)
    frames = [rows(spark, paths, parquet, layout) for (parquet, layout), paths in groups.items()]
    told = ", ".join(f"{len(paths)} {layout.name} file{'s' * (len(paths) > 1)}" for (_, layout), paths in groups.items())
    whole = frames[0]
    for frame in frames[1:]:
        whole = whole.unionByName(frame)
    return whole, told


def rows(spark, paths, parquet, layout):
    """The rows of files of one layout, with the columns that `read` names."""
    if parquet:
        frame = spark.read.parquet(*paths)
        names = [f"`{name}`" for name in layout.columns]
    else:
        names = [f"c{i}" for i in range(len(layout.columns))]
        schema = ", ".join(f"{name} STRING" for name in names)
        frame = spark.read.csv(paths, schema=schema, header=True, enforceSchema=True)

    def column(role, sql="{}"):
        place = layout.place(role)
        return "NULL" if place is None else sql.format(names[place])

    file = "CAST(pmod(hash(_metadata.file_path), 262144) AS BIGINT) << 44"
    position = "_metadata.file_block_start + (monotonically_increasing_id() & 8589934591)"
    return frame.selectExpr(
        f"try_cast({column('mmsi')} AS BIGINT) AS mmsi",
        (f"{column('t', 'CAST({} AS TIMESTAMP)')}" if parquet else column("t", time_sql("{0}"))) + " AS t",
        f"try_cast({column('lon')} AS DOUBLE) AS lon",
        f"try_cast({column('lat')} AS DOUBLE) AS lat",
        f"try_cast({column('sog')} AS DOUBLE) AS sog",
        f"CAST({column('mobile')} AS STRING) AS mobile",
        f"CAST({column('name')} AS STRING) AS name",
        f"CAST({column('ship_type')} AS STRING) AS ship_type",
        f"({file}) | ({position}) AS row",
    )
