"""From fixes to trips: one temporal point a vessel and day, in the reference system asked for, cut at midnight."""

#: Degrees to each side of its central meridian within which a zone of a transverse Mercator system is used here.
ZONE_REACH_DEG = 40.0


def default_extent(srid):
    """West, south, east and north, in degrees, of the area where positions are taken to this reference system."""
    zone = zone_of(srid)
    if zone is not None:
        middle = 6.0 * zone - 183.0
        return (max(middle - ZONE_REACH_DEG, -180.0), -80.0, min(middle + ZONE_REACH_DEG, 180.0), 84.0)
    if srid == 3857:
        return (-180.0, -85.06, 180.0, 85.06)
    if srid in (3034, 3035):
        return (-16.0, 30.0, 40.0, 75.0)
    return (-180.0, -90.0, 180.0, 90.0)


def zone_of(srid):
    """The zone of a UTM system (WGS84 north and south, ETRS89); None for any other."""
    for first, zones in ((32600, 60), (32700, 60), (25800, 60)):
        if first < srid <= first + zones:
            return srid - first
    return None


def sequences_sql(view, srid, max_gap_s):
    """SQL: one row a vessel and part of `view` (columns mmsi, t, lon, lat, part), with the whole of its trip.

    `max_gap_s`: seconds of silence over which the trip has a gap; 0 for never.
    """
    if max_gap_s > 0:
        trip = f"tgeompointSeqSetGaps(lon, lat, t, 4326, INTERVAL '{max_gap_s}' SECOND, 0.0D)"
    else:
        trip = "tgeompointSeq(lon, lat, t, 4326)"
    if srid != 4326:
        trip = f"transform({trip}, {srid})"
    return f"SELECT mmsi, max(name) AS name, max(ship_type) AS ship_type, {trip} AS trip FROM {view} GROUP BY mmsi, part"


def days_sql(view):
    """SQL: the trips of `view` cut at midnight UTC, one row a day on which there is something of it.

    Each day holds its first moment and not its last: an instant at midnight, interpolated where the trip has none, begins
    the later day, and the earlier day reaches up to it. Nothing of the trip is lost between the two.
    """
    ends = "'lower', CAST(day AS TIMESTAMP), 'upper', CAST(date_add(day, 1) AS TIMESTAMP)"
    within = f"named_struct({ends}, 'lower_inc', true, 'upper_inc', false)"
    return f"""
      SELECT mmsi, name, ship_type, day, IF(CAST(Tmin(stbox(trip)) AS DATE) = CAST(Tmax(stbox(trip)) AS DATE), trip, atTime(trip, {within})) AS trip
      FROM {view} LATERAL VIEW explode(sequence(CAST(Tmin(stbox(trip)) AS DATE), CAST(Tmax(stbox(trip)) AS DATE))) AS day
    """


def key_sql(srid):
    """SQL for the Morton key of the middle of a trip's box, in cells of 1 km (0.01 degrees in a geographic system)."""
    cells = (100.0, 18000) if srid in (4326, 4258) else (0.001, 20100)

    def spread(low, high):
        v = f"CAST(least(greatest(floor(({low} + {high}) / 2 * {cells[0]}D) + {cells[1]}, 0), 65535) AS BIGINT)"
        for shift, mask in ((8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555)):
            v = f"(({v} | shiftleft({v}, {shift})) & {mask}L)"
        return v

    return f"{spread('Xmin(stbox(trip))', 'Xmax(stbox(trip))')} | shiftleft({spread('Ymin(stbox(trip))', 'Ymax(stbox(trip))')}, 1)"


def write(spark, fixes, out, srid, max_gap_s):
    """Writes the trips of `fixes` under `out`, a folder a day, each ordered by the key."""
    fixes.createOrReplaceTempView("fixes")
    spark.sql(sequences_sql("fixes", srid, max_gap_s)).createOrReplaceTempView("whole_trips")
    days = spark.sql(days_sql("whole_trips")).where("trip IS NOT NULL")
    (
        days.selectExpr("*", f"{key_sql(srid)} AS key")
        .repartition("day")
        .sortWithinPartitions("day", "key", "mmsi")
        .drop("key")
        .write.option("parquet.block.size", 8 << 20)
        .partitionBy("day")
        .mode("overwrite")
        .parquet(out)
    )
