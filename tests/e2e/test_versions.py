"""The jar is compiled against the Spark it is tested on, and runs on the systems that the README promises."""

import os
import re
import zipfile
from pathlib import Path

import pyspark

POM = Path(__file__).parents[2] / "jvm" / "pom.xml"


def test_maven_and_pyspark_name_the_same_spark():
    (version,) = re.findall(r"<spark\.version>([^<]+)</spark\.version>", POM.read_text())
    assert version == pyspark.__version__


def test_maven_and_pyspark_name_the_same_scala():
    (binary,) = re.findall(r"<scala\.binary\.version>([^<]+)</scala\.binary\.version>", POM.read_text())
    jars = Path(pyspark.__file__).parent / "jars"
    assert [jar.name for jar in jars.glob(f"spark-sql_{binary}-*.jar")] == [
        f"spark-sql_{binary}-{pyspark.__version__}.jar"
    ]


def test_the_library_needs_no_newer_c_library_than_promised():
    (promised,) = re.findall(r"glibc ([\d.]+)", (POM.parents[1] / "README.md").read_text())
    with zipfile.ZipFile(os.environ["MOBILITY_JAR"]) as jar:
        libraries = [jar.read(name) for name in jar.namelist() if name.endswith(".so")]
    assert libraries
    for library in libraries:
        needed = [release(version) for version in re.findall(rb"\0GLIBC_([\d.]+)\0", library)]
        assert needed and max(needed) <= release(promised.encode())


def release(version):
    return tuple(map(int, version.split(b".")))
