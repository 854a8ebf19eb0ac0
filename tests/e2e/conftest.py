"""One Spark session for the tests that need one, and the jobs of scripts/jobs as modules."""

import importlib
import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
JOBS = ROOT / "scripts" / "jobs"
EXTENSION = "org.mobilitydb.spark.catalyst.MobilitySparkExtensions"
sys.path.insert(0, str(JOBS))


@pytest.fixture(scope="session")
def spark():
    """A session in UTC on two cores, with MobilitySpark where MOBILITY_JAR tells its jar."""
    from pyspark.sql import SparkSession

    builder = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "1g")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.log.level", "ERROR")
    )
    if "MOBILITY_JAR" in os.environ:
        builder = builder.config("spark.jars", os.environ["MOBILITY_JAR"]).config("spark.sql.extensions", EXTENSION)
    session = builder.getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="session")
def job(spark):
    """Runs a job of scripts/jobs in the session of the tests: `job("ingest", "--input", ...)`; errors are JobErrors."""
    assert "MOBILITY_JAR" in os.environ, "MOBILITY_JAR must tell the jar that scripts/build made"

    def run(name, *words):
        importlib.import_module(name).main([str(word) for word in words])

    return run
