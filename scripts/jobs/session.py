"""The Spark session of a job, its one line a stage, and its errors: one clear line and a non-zero exit."""

import logging
import sys
import time
import warnings


class JobError(Exception):
    """What the user can mend: printed as one line."""


class Progress:
    """Tells each stage with the time since the start."""

    def __init__(self, job):
        self.job = job
        self.start = time.monotonic()

    def stage(self, text):
        """Prints one line."""
        print(f"[{time.monotonic() - self.start:7.1f} s] {self.job}: {text}", file=sys.stderr, flush=True)


def open_session(name):
    """A session in UTC whose Parquet files keep statistics of times, with MobilitySpark in it.

    Raises JobError where the session has no MobilitySpark.
    """
    # PySpark tells of the versions of packages that no job uses, and logs each error a second time, with its stack.
    warnings.filterwarnings("ignore", module="pyspark")
    logging.getLogger("SQLQueryContextLogger").disabled = True
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    spark = (
        SparkSession.builder.appName(name)
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
        .getOrCreate()
    )
    try:
        spark.sql("SELECT mobility_version()").collect()
    except PySparkException as error:
        raise JobError(
            "this session has no MobilitySpark: give spark-submit --jars JAR and --conf "
            f"spark.sql.extensions=org.mobilitydb.spark.catalyst.MobilitySparkExtensions ({first_line(error)})"
        ) from error
    return spark


def close_session():
    """Ends the session of this process, if there is one, before the process itself ends."""
    pyspark = sys.modules.get("pyspark.sql")
    spark = pyspark.SparkSession.getActiveSession() if pyspark else None
    if spark is not None:
        spark.stop()


def first_line(error):
    """The message of an exception without the stack that Spark appends to it."""
    text = next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
    return text if len(text) <= 500 else text[:500] + " ..."


def run(job, main):
    """Calls `main()` and ends the process: 0, or 2 with one line for a JobError, or 1 with one line for Spark's errors."""
    try:
        main()
        close_session()
    except JobError as error:
        sys.exit(fail(job, first_line(error), 2))
    except OSError as error:
        sys.exit(fail(job, first_line(error), 1))
    except KeyboardInterrupt:
        sys.exit(fail(job, "interrupted", 130))
    except Exception as error:
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException

        if isinstance(error, (PySparkException, Py4JError)):
            sys.exit(fail(job, cause(error), 1))
        raise


def cause(error):
    """What went wrong at the bottom of a failed Spark job; the first line of any other exception."""
    lines = [line.strip() for line in str(error).splitlines()]
    causes = [line for line in lines if line.startswith("Caused by: ")]
    return causes[-1].removeprefix("Caused by: ") if causes else first_line(error)


def fail(job, text, code):
    """Prints the line of an error and gives back its exit code."""
    print(f"{job}: error: {text}", file=sys.stderr, flush=True)
    return code
