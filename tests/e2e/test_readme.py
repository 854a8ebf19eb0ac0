"""What the README shows is what happens."""

import os
import re
import subprocess
from pathlib import Path

from conftest import EXTENSION

README = (Path(__file__).parents[2] / "README.md").read_text()


def blocks(language):
    """The fenced blocks of a language, each with the indented lines that follow it at once as its expected output."""
    for code, shown in re.findall(rf"```{language}\n(.*?)```\n((?:\n(?: {{4}}[^\n]*\n)+)?)", README, re.S):
        yield code, [line.strip() for line in shown.splitlines() if line.strip()]


def rows(frame):
    return ["\t".join(str(field) for field in row) for row in frame.collect()]


def test_sql_gives_the_answer_shown(spark):
    shown = list(blocks("sql"))
    assert shown
    for query, expected in shown:
        assert rows(spark.sql(query)) == expected


def test_python_prints_what_is_shown(spark, capsys):
    shown = list(blocks("python"))
    assert shown
    for code, expected in shown:
        exec(code, {"spark": spark})
        assert capsys.readouterr().out.split() == " ".join(expected).split()


def test_scala_asks_queries_that_run(spark):
    queries = [query for code, _ in blocks("scala") for query in re.findall(r'spark\.sql\("(.*?)"\)', code)]
    assert queries
    for query in queries:
        assert rows(spark.sql(query))


def shell(program, typed, folder):
    """What one of Spark's shells prints; unlike a session of the tests it keeps its tables in Hive's catalog."""
    command = [program, "--master", "local[1]", "--driver-memory", "1g", "--jars", os.environ["MOBILITY_JAR"]]
    command += ["--conf", f"spark.sql.extensions={EXTENSION}"]
    process = subprocess.run(command, input=typed, cwd=folder, capture_output=True, text=True, timeout=300)
    assert process.returncode == 0, process.stderr[-4000:]
    return process.stdout


def test_spark_sql_prints_the_answer_shown(tmp_path):
    for query, expected in blocks("sql"):
        assert "\n".join(expected) + "\n" in shell("spark-sql", query.strip() + ";\n", tmp_path)


def test_spark_shell_answers(tmp_path):
    for code, _ in blocks("scala"):
        assert "|5.0|" in re.sub(" ", "", shell("spark-shell", code, tmp_path))


def test_settings_are_the_ones_that_the_sources_declare():
    sources = (Path(__file__).parents[2] / "jvm" / "src" / "main").rglob("*.java")
    declared = set()
    for source in sources:
        declared |= set(re.findall(r'"(spark\.mobility\.[\w.]+)"', source.read_text()))
    assert set(re.findall(r"^\| `(spark\.mobility\.[\w.]+)` \|", README, re.M)) == declared
