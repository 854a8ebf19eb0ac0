package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Aggregates over rows: the same bytes however the rows are spread. */
final class NativeAggregateTest {
  private static SparkSession session;

  @BeforeAll
  static void open() {
    session = Sessions.with();
    fixes(1);
  }

  @AfterAll
  static void close() {
    session.stop();
  }

  /** 3,000 fixes of three vessels, every tenth twice, in no order, over this many partitions. */
  private static void fixes(int partitions) {
    session
        .sql(
            "SELECT id % 3 vessel, sin(id) * 1000 x, cos(id) * 1000 y,"
                + " TIMESTAMP '1999-12-31 23:00:00' + make_dt_interval(0, 0, 0, id - id % 10 / 10) t"
                + " FROM (SELECT id FROM range(3000) UNION ALL SELECT id FROM range(3000) WHERE id % 10 = 0)")
        .repartition(partitions)
        .createOrReplaceTempView("fixes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT vessel, asHexEWKB(tgeompointSeq(x, y, t, 25832)) FROM fixes GROUP BY vessel ORDER BY vessel",
        "SELECT vessel, asHexEWKB(tgeompointSeqSetGaps(x, y, t, 25832, '4 seconds')) FROM fixes GROUP BY vessel ORDER BY vessel",
        "SELECT vessel, asHexEWKB(tgeompointSeq(tgeompoint(x, y, t))) FROM fixes GROUP BY vessel ORDER BY vessel",
        "SELECT vessel, asHexEWKB(merge(tgeompoint(x, y, t))) FROM fixes GROUP BY vessel ORDER BY vessel",
      })
  void theBytesAreTheSameForEveryPartitioning(String query) {
    fixes(1);
    List<String> one = Sessions.rows(session, query);
    assertEquals(3, one.size());
    assertTrue(one.get(0).length() > 10_000);
    for (int partitions : new int[] {7, 64}) {
      fixes(partitions);
      assertEquals(one, Sessions.rows(session, query));
    }
  }

  @Test
  void theArrayFunctionOfTheNameGivesTheSame() {
    String query =
        "SELECT asHexEWKB(tgeompointSeq(tgeompoint(x, y, t))) = asHexEWKB(tgeompointSeq(array_agg(tgeompoint(x, y, t))))"
            + " FROM fixes WHERE vessel = 0";
    assertEquals(true, Sessions.value(session, query));
  }

  @Test
  @Tag("check-jni")
  void rowsWithANullAreLeftOutAndNoRowsGiveNull() {
    assertEquals(
        List.of("[POINT(1 2)@2020-01-01 00:00:00+00]"),
        Sessions.rows(
            session,
            "SELECT asText(tgeompointSeq(x, y, t)) FROM VALUES (1D, 2D, TIMESTAMP '2020-01-01'),"
                + " (NULL, 2D, TIMESTAMP '2020-01-02'), (1D, 2D, NULL) AS v(x, y, t)"));
    assertEquals(
        List.of("null|0"),
        Sessions.rows(session, "SELECT tgeompointSeq(x, y, t), count(*) FROM fixes WHERE vessel > 9"));
  }

  @Test
  void plansNameTheAggregateAsSqlDoes() {
    String plan =
        Sessions.plan(session, "SELECT vessel, tgeompointSeq(x, y, t, 25832) trip FROM fixes GROUP BY vessel");
    assertTrue(plan.contains("partial_tgeompointseq(") || plan.contains("partial_tgeompointSeq("), plan);
    assertTrue(plan.contains("tgeompointSeq(x#") && plan.contains(", 25832"), plan);
    assertTrue(!plan.contains("25832, 0, 0"), plan);
  }

  @Test
  void filtersWindowsAndSeveralAggregatesWork() {
    assertEquals(
        List.of("2000|1000"),
        Sessions.rows(
            session,
            "SELECT sum(n), max(n) FROM (SELECT numInstants(tgeompointSeq(x, y, t) FILTER (WHERE vessel < 2)) n,"
                + " count(DISTINCT vessel) FROM fixes GROUP BY vessel)"));
    assertEquals(
        1L,
        Sessions.value(
            session,
            "SELECT count(DISTINCT n) FROM (SELECT length(tgeompointSeq(x, y, t) OVER (PARTITION BY vessel)) n"
                + " FROM fixes WHERE vessel = 1)"));
  }

  @Test
  void twoPositionsAtOneTimeAreAnErrorUnlessSaidOtherwise() {
    String rows =
        " FROM VALUES (1D, 2D, TIMESTAMP '2020-01-01'), (2D, 2D, TIMESTAMP '2020-01-01') AS v(x, y, t)";
    Exception refused =
        assertThrows(
            Exception.class,
            () -> session.sql("SELECT tgeompointSeq(x, y, t)" + rows).collect());
    assertTrue(refused.getMessage().contains("2020-01-01 00:00:00+00"), refused.getMessage());
    assertEquals(
        "[POINT(1 2)@2020-01-01 00:00:00+00]",
        Sessions.value(session, "SELECT asText(tgeompointSeq(x, y, t, 0, 'first'))" + rows));
  }

  /** Exact copies are one instant; two places at one time are settled in the same way for every order of rows. */
  @ParameterizedTest
  @CsvSource({"error, 0", "first, 0", "last, 3", "mean, 1.5"})
  void twoPlacesAtOneTimeDoNotDependOnTheOrderOfRows(String duplicates, double x) {
    String rows = "VALUES (0D, timestamp_seconds(0)), (%sD, timestamp_seconds(0)), (50D, timestamp_seconds(5)) AS v(x, t)";
    String places = duplicates.equals("error") ? "0" : "3";
    for (int partitions : new int[] {1, 7, 64}) {
      session.sql("SELECT * FROM " + rows.formatted(places)).repartition(partitions).createOrReplaceTempView("copies");
      assertEquals(
          List.of(String.format("2|%s|%s", x, (50 - x) / 5)),
          Sessions.rows(
              session,
              "SELECT numInstants(s), Xmin(stbox(s)), maxValue(speed(s)) FROM (SELECT tgeompointSeq(x, 0D, t, 0, '%s') s FROM copies)"
                  .formatted(duplicates)));
    }
  }

  @Test
  void rowsInAnyOrderAreSortedByTime() {
    String rows = "SELECT * FROM VALUES (3, 30D), (1, 10D), (2, 20D) AS v(t, x)";
    String answer = "[POINT(10 0)@1970-01-01 00:00:01+00, POINT(30 0)@1970-01-01 00:00:03+00]|20.0";
    for (String from : List.of(rows, rows + " ORDER BY t", rows + " ORDER BY t DESC")) {
      String query = "SELECT asText(s), length(s) FROM (SELECT tgeompointSeq(x, 0D, timestamp_seconds(t)) s FROM (" + from + "))";
      assertEquals(List.of(answer), Sessions.rows(session, query));
    }
  }

  @Test
  void anOrderUnderTheAggregateMakesNoDifference() {
    String rows = "SELECT id %% 3 vessel, sin(id) x, cos(id) y, timestamp_seconds((id * 7919) %% 200000) t FROM range(0, 200000, 1, %d)";
    String query = "SELECT vessel, md5(asEWKB(tgeompointSeq(x, y, t))) FROM (%s) GROUP BY vessel ORDER BY vessel";
    List<String> one = Sessions.rows(session, query.formatted(rows.formatted(1)));
    assertEquals(3, one.size());
    String seven = "SELECT /*+ REPARTITION(7) */ * FROM (" + rows.formatted(4) + ")";
    assertEquals(one, Sessions.rows(session, query.formatted(seven + " ORDER BY t")));
    assertEquals(one, Sessions.rows(session, query.formatted("SELECT /*+ REPARTITION(7) */ * FROM (" + rows.formatted(4) + " ORDER BY t)")));
  }

  @Test
  void anArgumentForTheWholeGroupMustBeAConstant() {
    AnalysisException refused =
        assertThrows(
            AnalysisException.class,
            () -> session.sql("SELECT tgeompointSeq(x, y, t, CAST(vessel AS INT)) FROM fixes"));
    assertTrue(refused.getMessage().contains("argument srid of an aggregate must be a constant"));
  }

  /** Legs of a minute each that meet at a common position, but for the last one, which begins at {@code lastX}. */
  private static String legs(int lastX, int partitions) {
    return " FROM (SELECT /*+ REPARTITION("
        + partitions
        + ") */ tgeompointSeq(array(tgeompoint(if(i = 99, "
        + lastX
        + ", i), i * i % 7, t), tgeompoint(i + 1, (i + 1) * (i + 1) % 7, t + INTERVAL '1' MINUTE))) leg"
        + " FROM (SELECT CAST(id AS INT) i, TIMESTAMP '2020-01-01 00:00:00Z' + make_dt_interval(0, 0, id) t FROM range(100)))";
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64})
  void mergeOfLegsThatDisagreeAtATimeNamesItHoweverTheRowsAreSpread(int partitions) {
    assertEquals(101, Sessions.value(session, "SELECT numInstants(merge(leg))" + legs(99, partitions)));
    for (String call : List.of("merge(leg)", "mergeAgg(leg)", "merge(array_agg(leg))", "appendSequence(leg)")) {
      Exception refused =
          assertThrows(Exception.class, () -> session.sql("SELECT " + call + legs(7, partitions)).collect());
      assertTrue(refused.getMessage().contains("two different values at 2020-01-01 01:39:00+00"), refused.getMessage());
    }
    assertEquals(1, Sessions.value(session, "SELECT 1"));
  }
}
