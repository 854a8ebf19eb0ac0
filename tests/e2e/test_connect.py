"""A server of Spark Connect that fetched the jar as a package, two executors, and a plain Python client without it."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time

import pytest
from conftest import EXTENSION, ROOT

TRIP = "tgeompoint('[POINT(0 0)@2020-01-01, POINT(3 4)@2020-01-02]')"
QUERIES = (
    f"SELECT asText({TRIP}), length({TRIP}), mobility_version()",
    f"SELECT {TRIP} AS trip",
    f"SELECT stbox({TRIP}) AS box, getTime({TRIP}) AS time",
    "SELECT id, asHexEWKB(tgeompointSeq(x, x, timestamp_seconds(x))) FROM (SELECT id % 3 id, double(id) x FROM range(30)) GROUP BY id ORDER BY id",
    "SELECT a.id, b.id FROM (SELECT id, tgeompoint(double(id), 0D, TIMESTAMP '2020-01-01') p FROM range(5)) a"
    " JOIN (SELECT id, tgeompoint(double(id), 0D, TIMESTAMP '2020-01-01') p FROM range(5)) b ON eDwithin(a.p, b.p, 1) AND a.id < b.id ORDER BY 1, 2",
)
CLIENT = """
import json, sys
from pyspark.sql import SparkSession, functions as F
spark = SparkSession.builder.remote(sys.argv[1]).getOrCreate()
spark.conf.set("spark.sql.session.timeZone", "UTC")
def error(query):
    try:
        return spark.sql(query).collect()
    except Exception as error:
        return str(error)
def executors():
    def pids(batches):
        import os, time, pandas
        for batch in batches:
            time.sleep(0.1)
            status = open(f"/proc/{os.getppid()}/status").read()
            yield pandas.DataFrame({"pid": [int(status.split("PPid:")[1].split()[0])]})
    rows = spark.sql("SELECT length(tgeompoint(double(id), 0D, TIMESTAMP '2020-01-01')) AS l FROM range(0, 40, 1, 20)").mapInPandas(pids, "pid int")
    return sorted({row.pid for row in rows.collect()})
before = executors()
deep = "geomFromText(concat(repeat('GEOMETRYCOLLECTION(', 1000000), id)) FROM range(1)"
told = {
    "answers": [repr(spark.sql(query).collect()) for query in json.loads(sys.argv[2])],
    "column": spark.sql("SELECT 'POINT(1 2)@2020-01-01' AS txt").select(F.call_function("asText", F.call_function("tgeompoint", "txt"))).first()[0],
    "frame": str(spark.sql(json.loads(sys.argv[2])[1]).toPandas().trip[0]["box"]["xmax"]),
    "deep": [error("SELECT " + deep), str(spark.sql("SELECT try_" + deep).first()[0])],
    "bytes": error("SELECT length(tgeompointFromEWKB(unhex('012E00010101000000'))) FROM range(1)"),
    "executors": [before, executors()],
    "jvm": hasattr(spark, "_jvm"),
}
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """A folder laid out as a Maven repository that holds the jar; and its coordinates."""
    jar = os.environ["MOBILITY_JAR"]
    artifact, version = re.fullmatch(r"(.+)-([^-]+)\.jar", os.path.basename(jar)).groups()
    repository = tmp_path_factory.mktemp("repository")
    folder = repository / "org" / "mobilitydb" / "spark" / artifact / version
    folder.mkdir(parents=True)
    shutil.copy(jar, folder)
    shutil.copy(ROOT / "jvm" / "pom.xml", folder / f"{artifact}-{version}.pom")
    return repository, f"org.mobilitydb.spark:{artifact}:{version}"


@pytest.fixture(scope="module")
def server(repository, tmp_path_factory):
    """The address of a server that runs as long as the tests of this file."""
    folder, package = repository
    home = tmp_path_factory.mktemp("server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {
        "spark.connect.grpc.binding.port": port,
        "spark.sql.extensions": EXTENSION,
        "spark.jars.ivy": home / "ivy",
        "spark.scheduler.minRegisteredResourcesRatio": 1,
        "spark.sql.shuffle.partitions": 2,
    }
    command = ["spark-submit", "--class", "org.apache.spark.sql.connect.service.SparkConnectServer", "--driver-memory", "1g"]
    command += ["--master", "local-cluster[2,1,1024]", "--packages", package, "--repositories", folder.as_uri()]
    for key, value in settings.items():
        command += ["--conf", f"{key}={value}"]
    with open(home / "log", "w") as log:
        process = subprocess.Popen([*command, "spark-internal"], cwd=home, stdout=log, stderr=log)
    deadline = time.monotonic() + 180
    while process.poll() is None and time.monotonic() < deadline and not listens(port):
        time.sleep(0.2)
    assert process.poll() is None and listens(port), (home / "log").read_text()[-4000:]
    yield f"sc://127.0.0.1:{port}"
    process.terminate()
    process.wait(60)
    assert not list(home.glob("hs_err*"))


def listens(port):
    """Whether something listens there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture(scope="module")
def told(server):
    """What the client told, in a process of its own, which has no jar and starts no JVM."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("SPARK_", "MOBILITY_"))}
    environment["JAVA_HOME"] = "/nowhere"
    client = subprocess.run(
        [sys.executable, "-c", CLIENT, server, json.dumps(QUERIES)], env=environment, capture_output=True, text=True, timeout=300
    )
    assert client.returncode == 0, client.stderr[:4000]
    return json.loads(client.stdout.strip().splitlines()[-1])


def test_a_client_gets_what_a_session_of_its_own_gets(spark, told):
    assert told["answers"] == [repr(spark.sql(query).collect()) for query in QUERIES]
    assert "Row(trip=Row(box=Row(xmin=0.0, " in told["answers"][1] and "tgeompoint=b" in told["answers"][1]
    assert told["column"] == "POINT(1 2)@2020-01-01 00:00:00+00"
    assert told["frame"] == "3.0"
    assert not told["jvm"]


def test_both_executors_load_the_package_and_outlive_what_they_refuse(told):
    before, after = told["executors"]
    assert len(before) == 2 and before == after
    error, tried = told["deep"]
    assert "expected geometries nested at most 128 deep" in error and tried == "None"
    assert "[MOBILITY_INVALID_BINARY]" in told["bytes"]
