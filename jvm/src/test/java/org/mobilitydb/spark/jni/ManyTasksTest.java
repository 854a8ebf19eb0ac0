package org.mobilitydb.spark.jni;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mobilitydb.spark.catalyst.Sessions;

/** Eight tasks at a time in one JVM: they do not disturb each other, whatever becomes of one of them. */
final class ManyTasksTest {
  private static SparkSession session;

  @BeforeAll
  static void open() {
    session = Sessions.with(Map.of("spark.master", "local[8]"));
    UDF1<Integer, Integer> panic =
        place -> {
          Bridge.panicNext(place);
          return place;
        };
    session.udf().register("panicNext", panic, DataTypes.IntegerType);
  }

  @AfterAll
  static void close() {
    session.stop();
  }

  /** 24,000 different values over this many tasks, as text. */
  private static List<String> texts(int tasks) {
    return Sessions.rows(
        session,
        "SELECT asText(tgeogpoint(concat('[POINT(', id % 170, ' ', id % 80, ')@2020-01-01, POINT(', id % 170 + 0.5,"
            + " ' ', id % 80, ')@2020-01-', lpad(id % 27 + 2, 2, '0'), ']'))) FROM range(0, 24000, 1, "
            + tasks
            + ")");
  }

  @Test
  void eightTasksReadTheSameAsOneEachOfTwentyTimes() {
    List<String> one = texts(1);
    assertEquals(24_000, one.stream().distinct().count());
    for (int run = 0; run < 20; run++) {
      assertEquals(one, texts(8));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aPanicFailsItsTaskAndDisturbsNoOther(GateTest.Panic panic) {
    CompletableFuture<List<String>> others = CompletableFuture.supplyAsync(() -> texts(7));
    String query =
        "SELECT panicNext(%d), length(tgeompoint(concat('[POINT(', id, ' 1)@2020-01-01]'))) FROM range(0, 1, 1, 1)";
    SparkException failed =
        assertThrows(SparkException.class, () -> session.sql(query.formatted(panic.place())).collect());
    assertTrue(failed.toString().matches("(?s).*panic in native code at .*gate\\.rs:\\d+:\\d+: forced panic.*"), failed.toString());
    assertEquals(texts(1), others.join());
    assertEquals(5.0, Sessions.value(session, "SELECT length(tgeompoint('[POINT(0 0)@2020-01-01, POINT(3 4)@2020-01-02]'))"));
  }

  @Test
  void aCancelledNestedLoopLeavesNoThreadAtWork() {
    // All trips share a box, and no two of them come near: each pair takes a whole comparison.
    session.sql(
        "CACHE TABLE trips AS SELECT id, tgeompointSeq(x, x + id / 100, t) trip FROM (SELECT id % 4000 id,"
            + " id % 977D x, timestamp_seconds(id DIV 4000) t FROM range(0, 800000, 1, 4)) GROUP BY id");
    Map.of("SHUFFLE_REPLICATE_NL", "CartesianProduct", "BROADCAST", "BroadcastNestedLoopJoin")
        .forEach(
            (hint, operator) -> {
              String query =
                  "SELECT /*+ %s(b) */ count(*) FROM trips a JOIN trips b ON eDwithin(a.trip, b.trip, 0.001) AND a.id < b.id"
                      .formatted(hint);
              assertTrue(Sessions.plan(session, query).contains(operator), () -> Sessions.plan(session, query));
              CompletableFuture<Throwable> end = CompletableFuture.supplyAsync(() -> failure("join", query));
              await(60, () -> threadsIn("org.mobilitydb.spark.jni.Native") > 0);
              session.sparkContext().cancelJobGroup("join");
              assertTrue(end.join().toString().contains("cancelled"), () -> end.join().toString());
              await(2, () -> threadsIn("org.apache.spark.executor.Executor$TaskRunner") == 0);
              assertEquals(3, session.sql("SELECT length(trip) FROM trips WHERE id < 3").collectAsList().size());
            });
  }

  private static Throwable failure(String group, String query) {
    JavaSparkContext.fromSparkContext(session.sparkContext()).setJobGroup(group, "takes its time", false);
    return assertThrows(Exception.class, () -> session.sql(query).collect());
  }

  private static long threadsIn(String type) {
    return Thread.getAllStackTraces().values().stream()
        .filter(frames -> Arrays.stream(frames).anyMatch(frame -> frame.getClassName().equals(type)))
        .count();
  }

  private static void await(int seconds, BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "not within " + seconds + " s");
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }
}
