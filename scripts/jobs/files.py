"""Small files and folders wherever Spark reads and writes, through Hadoop's file systems."""

from session import JobError


def open_path(spark, path):
    """Hadoop's path and the file system that holds it."""
    hadoop = spark.sparkContext._jvm.org.apache.hadoop.fs.Path(path)
    return hadoop, hadoop.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())


def list_data(spark, path):
    """The data files at `path`, a file, folder or pattern, in order of their names. Raises JobError where there is none."""
    hadoop, system = open_path(spark, path)
    found = system.globStatus(hadoop)
    if not found:
        raise JobError(f"{path}: no such file or folder")
    if len(found) == 1 and not found[0].isDirectory():
        return [found[0].getPath().toString()]
    files = []
    for status in found:
        listed = system.listStatus(status.getPath()) if status.isDirectory() else [status]
        files += [s.getPath().toString() for s in listed if s.isFile()]
    data = sorted(f for f in files if f.lower().endswith((".csv", ".csv.gz", ".parquet")) and not hidden(f))
    if not data:
        raise JobError(f"{path}: holds no .csv, .csv.gz or .parquet file")
    return data


def hidden(path):
    """Whether Spark itself would pass over the file."""
    return path.rsplit("/", 1)[-1].startswith(("_", "."))


def check_out(spark, out, mark):
    """Raises JobError where `out` holds something and no file `mark`, which a job of ours leaves there."""
    path, system = open_path(spark, out)
    if not system.exists(path):
        return
    ours = system.exists(spark.sparkContext._jvm.org.apache.hadoop.fs.Path(path, mark))
    if not system.getFileStatus(path).isDirectory() or (not ours and len(system.listStatus(path)) > 0):
        raise JobError(f"--out {out}: holds something else already")


def write_text(spark, path, text):
    """Writes a file of UTF-8 text, in place of one that is there."""
    hadoop, system = open_path(spark, path)
    stream = system.create(hadoop, True)
    try:
        stream.write(bytearray(text.encode("utf-8")))
    finally:
        stream.close()
