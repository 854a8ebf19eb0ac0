# Sourced after venv.sh. What Spark's own programs need: where Spark is, and folders of their own for everything they write.

# use_spark DIR: Spark of .venv; warehouse, metastore, shuffle and temporary files under DIR, no web interface.
use_spark() {
  local dir="$1"
  SPARK_HOME="$("$venv/bin/python" -c 'import os, pyspark; print(os.path.dirname(pyspark.__file__))')"
  export SPARK_HOME
  export SPARK_LOCAL_IP=127.0.0.1 SPARK_CONF_DIR="$dir/conf" SPARK_LOCAL_DIRS="$dir/local" PYSPARK_PYTHON="$venv/bin/python"
  mkdir -p "$dir"/{conf,local,warehouse,derby,tmp}
  cat > "$SPARK_CONF_DIR/spark-defaults.conf" <<CONF
spark.ui.enabled                 false
spark.sql.warehouse.dir          $dir/warehouse
spark.driver.extraJavaOptions    -Dderby.system.home=$dir/derby -Djava.io.tmpdir=$dir/tmp
spark.executor.extraJavaOptions  -Djava.io.tmpdir=$dir/tmp
CONF
  cat > "$SPARK_CONF_DIR/log4j2.properties" <<'CONF'
rootLogger.level = warn
rootLogger.appenderRef.stderr.ref = console
appender.console.type = Console
appender.console.name = console
appender.console.target = SYSTEM_ERR
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = %d{HH:mm:ss} %p %c{1}: %m%n%ex
logger.hadoop.name = org.apache.hadoop.util.NativeCodeLoader
logger.hadoop.level = error
CONF
}
