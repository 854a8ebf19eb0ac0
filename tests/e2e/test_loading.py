"""Ways to give Spark the jar, what is said where something is missing, and clean ends."""

import json
import os

from conftest import EXTENSION
from submit import done, submit_text

EXTENDED = ("--conf", f"spark.sql.extensions={EXTENSION}")
HEAD = """
import json
from pyspark.sql import SparkSession
spark = SparkSession.builder.getOrCreate()
def ask(query):
    try:
        return spark.sql(query).first()[0]
    except Exception as error:
        return str(error)
def tell(*answers):
    print(json.dumps(answers))
    spark.stop()
"""


def answers(process):
    """What a program told."""
    return json.loads(done(process).stdout.strip().splitlines()[-1])


def test_a_session_stops_twenty_times_and_its_process_ends_well(tmp_path):
    program = """
from pyspark.sql import SparkSession
for _ in range(20):
    spark = SparkSession.builder.master("local[2]").getOrCreate()
    lengths = spark.sql("SELECT length(tgeompoint(concat('[POINT(0 0)@2020-01-01, POINT(', id, ' 0)@2020-01-02]'))) FROM range(1, 9)")
    assert sum(row[0] for row in lengths.collect()) == 36
    spark.stop()
"""
    done(submit_text(tmp_path, program, "--conf", f"spark.jars={os.environ['MOBILITY_JAR']}", *EXTENDED))
    # A JVM that dies leaves a file hs_err_pid*.log where it ran.
    assert [path.name for path in tmp_path.iterdir()] == ["program.py"]


def test_a_driver_without_the_library_plans_and_its_executors_compute(tmp_path):
    jar = os.environ["MOBILITY_JAR"]
    program = HEAD + """
trip = "tgeompoint(concat('[POINT(0 0)@2020-01-01, POINT(', id, ' 0)@2020-01-02]'))"
spark.sql(f"SELECT id, {trip} trip FROM range(1, 9, 1, 2)").createOrReplaceTempView("trips")
join = "SELECT count(*) FROM trips a JOIN trips b ON eDwithin(a.trip, b.trip, 1) AND a.id < b.id"
tell(
    ask("EXPLAIN " + join),
    ask("DESCRIBE FUNCTION eDwithin"),
    ask(join),
    ask("SELECT a.id FROM range(9) a LEFT JOIN trips b ON a.id = b.id WHERE length(b.trip) IS NULL"),
    ask("SELECT length(tgeompoint('[POINT(0 0)@2020-01-01]'))"),
    ask("SELECT mobility_version()"),
)
"""
    process = submit_text(
        tmp_path, program, "--master", "local-cluster[1,1,1024]", *EXTENDED,
        "--conf", f"spark.driver.extraClassPath={jar}", "--conf", f"spark.executor.extraClassPath={jar}",
        "--conf", "spark.driver.extraJavaOptions=-Dorg.mobilitydb.spark.native.path=/no/library.so",
        "--conf", "spark.sql.shuffle.partitions=1",
    )
    plan, described, pairs, unmatched, *refused = answers(process)
    assert "eDwithin(trip#" in plan and described == "Function: edwithin"
    assert pairs == 28 and unmatched == 0
    for text in refused:
        assert "native library cannot be loaded: Can't load library: /no/library.so. Found os" in text
    assert process.stderr.count("The optimizer rules of MobilitySpark are off: MobilitySpark's native library cannot be loaded") == 1


def test_an_extension_without_its_jar_is_told_by_one_query_and_a_jar_added_later_is_too_late(tmp_path):
    program = HEAD + f"""
version = "SELECT mobility_version()"
first = ask(version)
ask("ADD JAR {os.environ['MOBILITY_JAR']}")
second = ask(version)
spark = spark.newSession()
tell(first, second, ask(version), ask("SELECT 1"))
"""
    process = submit_text(tmp_path, program, "--master", "local[1]", *EXTENDED)
    *refused, one = answers(process)
    assert one == 1
    for text in refused:
        assert text.startswith("[UNRESOLVED_ROUTINE] Cannot resolve routine `mobility_version`")
    assert f"Cannot use {EXTENSION} to configure session extensions." in process.stderr
