"""Jobs run as a user runs them: spark-submit, one jar, one setting."""

import os
import subprocess

from conftest import EXTENSION, JOBS

#: Memory and partitions of the runs here; the rest is as a user gets it.
SETTINGS = ("spark.ui.enabled=false", "spark.log.level=ERROR", "spark.sql.shuffle.partitions=4")


def submit(name, *words, master="local[2]", extension=True, settings=()):
    """Runs a job of scripts/jobs with spark-submit; gives back the finished process with its output as text."""
    command = ["spark-submit", "--master", master, "--driver-memory", "1g", "--jars", os.environ["MOBILITY_JAR"]]
    if extension:
        settings = (*settings, f"spark.sql.extensions={EXTENSION}")
    for setting in (*SETTINGS, *settings):
        command += ["--conf", setting]
    command += [str(JOBS / f"{name}.py"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=900)


def done(process):
    """The process, after checking that it ended well."""
    assert process.returncode == 0, process.stderr[-4000:]
    return process


def error_line(process, code):
    """The one line of a job that failed as it should: the last of its output."""
    # spark-submit sends what Python writes to its error output to its own standard output.
    assert process.returncode == code, process.stdout[-4000:] + process.stderr[-4000:]
    assert "Traceback" not in process.stdout + process.stderr
    return process.stdout.strip().splitlines()[-1]


def submit_text(folder, text, *arguments):
    """Runs a Python program, given as its text, with spark-submit in a folder; gives back the finished process."""
    (folder / "program.py").write_text(text)
    command = ["spark-submit", "--driver-memory", "1g", *arguments, "program.py"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
