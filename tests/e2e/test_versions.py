"""The jar is compiled against the Spark it is tested on."""

import re
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
