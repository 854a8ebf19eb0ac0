package org.mobilitydb.spark.catalyst;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.expressions.SparkUserDefinedFunction;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.Function2;
import scala.Option;
import scala.Some;
import scala.runtime.AbstractFunction2;

/** Two sessions over the same tables and functions: one without the extension, one with it. */
final class RuleSessions implements AutoCloseable {
  private static final LongAdder CALLS = new LongAdder();
  private static final AtomicLong STAMPS = new AtomicLong();

  final SparkSession plain;
  final SparkSession extended;

  RuleSessions() {
    // Spark then runs rules of once-only batches twice and compares.
    System.setProperty("spark.testing", "true");
    SparkSession.Builder builder =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.planChangeValidation", "true")
            .config("spark.sql.shuffle.partitions", "5");
    plain = builder.getOrCreate();
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
    extended = SparkSession.builder().withExtensions(new MobilitySparkExtensions()).getOrCreate();
    for (SparkSession session : List.of(plain, extended)) {
      session.conf().set("spark.sql.planChangeValidation", "true");
      session.conf().set("spark.sql.shuffle.partitions", "5");
      session.conf().set(MobilitySettings.FAIL_ON_ERROR.key(), "true");
      session.udf().register("counted", (UDF1<Integer, Integer>) RuleSessions::counted, DataTypes.IntegerType);
      session.udf().register("ispos", (UDF1<Integer, Boolean>) b -> counted(b) > 0, DataTypes.BooleanType);
      UserDefinedFunction stamp = functions.udf((UDF1<Integer, Long>) a -> STAMPS.incrementAndGet(), DataTypes.LongType);
      session.udf().register("stamp", stamp.asNondeterministic());
      session.udf().register("near", (UDF2<Integer, Integer, Boolean>) RuleSessions::near, DataTypes.BooleanType);
    }
  }

  /** Registers a function of two ints that Spark does not call where one is NULL, as it does for Scala's primitives. */
  static void primitive(SparkSession session, String name) {
    Function2<Object, Object, Object> function = new Near();
    Option<Encoder<?>> primitive = new Some<>(Encoders.scalaInt());
    SparkUserDefinedFunction typed =
        new SparkUserDefinedFunction(
            function,
            DataTypes.BooleanType,
            Scala.seq(List.of(primitive, primitive)),
            Option.empty(),
            Option.empty(),
            false,
            true);
    session.udf().register(name, typed);
  }

  private static final class Near extends AbstractFunction2<Object, Object, Object> implements Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public Object apply(Object left, Object right) {
      return near((Integer) left, (Integer) right);
    }
  }

  /** The optimized plan of a query. */
  static LogicalPlan optimized(SparkSession session, String query) {
    return ((org.apache.spark.sql.classic.Dataset<Row>) session.sql(query)).queryExecution().optimizedPlan();
  }

  /** Calls of the counting functions since {@link #resetCalls}. */
  static long calls() {
    return CALLS.sum();
  }

  static void resetCalls() {
    CALLS.reset();
  }

  static Integer counted(Integer value) {
    CALLS.increment();
    return value;
  }

  private static Boolean near(Integer left, Integer right) {
    CALLS.increment();
    return left != null && right != null && Math.abs(left - right) <= 1;
  }

  /** A view of {@code rows} rows in {@code partitions} partitions, whose size Spark does not know. */
  void table(String name, int rows, int partitions, StructType type, IntFunction<Row> row) {
    for (SparkSession session : List.of(plain, extended)) {
      JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
      List<Row> data = IntStream.range(0, rows).mapToObj(row).toList();
      session.createDataFrame(context.parallelize(data, partitions), type).createOrReplaceTempView(name);
    }
  }

  /**
   * A view with columns {@code a} = 0 .. rows - 1, {@code b} = a modulo 10, {@code s} = text of b, or x where b is 0, and
   * {@code n} = b, or NULL where odd.
   */
  void numbers(String name, int rows, int partitions) {
    StructType type = StructType.fromDDL("a INT NOT NULL, b INT NOT NULL, s STRING, n INT");
    table(name, rows, partitions, type, RuleSessions::number);
  }

  private static Row number(int a) {
    int b = a % 10;
    return RowFactory.create(a, b, b == 0 ? "x" : Integer.toString(b), b % 2 == 0 ? (Object) b : null);
  }

  /** Runs a query with some settings, putting them back after it. */
  static <T> T with(SparkSession session, Map<String, String> settings, Function<SparkSession, T> query) {
    Map<String, Option<String>> before = new TreeMap<>();
    settings.forEach((key, value) -> before.put(key, session.conf().getOption(key)));
    settings.forEach((key, value) -> session.conf().set(key, value));
    try {
      return query.apply(session);
    } finally {
      before.forEach(
          (key, value) -> {
            if (value.isDefined()) {
              session.conf().set(key, value.get());
            } else {
              session.conf().unset(key);
            }
          });
    }
  }

  /**
   * What a query gave.
   *
   * @param rows as text, sorted
   * @param calls of the counting functions
   * @param optimized the optimized plan without the numbers of expressions
   * @param executed the plan that ran in the end
   */
  record Outcome(List<String> rows, long calls, String optimized, String executed) {}

  /** Runs a query. */
  static Outcome run(SparkSession session, Map<String, String> settings, String query) {
    return with(
        session,
        settings,
        s -> {
          resetCalls();
          Dataset<Row> answer = s.sql(query);
          List<String> rows = new ArrayList<>(answer.collectAsList().stream().map(Row::toString).toList());
          rows.sort(null);
          long calls = calls();
          var execution = ((org.apache.spark.sql.classic.Dataset<Row>) answer).queryExecution();
          return new Outcome(
              rows,
              calls,
              withoutNumbers(execution.optimizedPlan().toString()),
              withoutNumbers(execution.executedPlan().toString()));
        });
  }

  static String withoutNumbers(String plan) {
    return plan.replaceAll("#\\d+L?", "").replaceAll("plan_id=\\d+|RDD \\S+|\\[\\d+\\]", "");
  }

  @Override
  public void close() {
    extended.stop();
    SparkSession.clearActiveSession();
    SparkSession.clearDefaultSession();
    System.clearProperty("spark.testing");
  }
}
