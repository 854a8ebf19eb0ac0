package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.SparkPlan;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What calls look like in plans, and what Spark makes of them. */
final class PlanTest {
  private static final int ROWS = 4000;

  private static SparkSession session;

  @BeforeAll
  static void open() {
    session = Sessions.with();
    store("TIMESTAMP_MICROS", "micros");
    store("INT96", "int96");
  }

  /** A trip a row, further east and later by row; many small row groups in one file. */
  private static void store(String timestamps, String view) {
    session.conf().set("spark.sql.parquet.outputTimestampType", timestamps);
    session
        .sql(
            "SELECT id, tgeompoint(concat('[POINT(', id, ' 2)@', t, ', POINT(', id + 1, ' 3)@', t + INTERVAL 1 HOUR, ']')) trip"
                + " FROM (SELECT id, TIMESTAMP '2020-01-01' + make_dt_interval(0, id) t FROM range(0, "
                + ROWS
                + ", 1, 1))")
        .write()
        .option("parquet.block.size", 16384)
        .option("parquet.block.size.row.check.min", 100)
        .option("parquet.page.size.row.check.min", 50)
        .mode("overwrite")
        .parquet("target/plan-trips-" + view);
    session.read().parquet("target/plan-trips-" + view).createOrReplaceTempView(view);
    session.conf().unset("spark.sql.parquet.outputTimestampType");
  }

  @AfterAll
  static void close() {
    session.stop();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT length(trip) FROM micros | *(1) Project [length(trip#",
        "SELECT id FROM micros WHERE eDwithin(trip, trip, 3) | eDwithin(trip#",
        "SELECT asText(trip, 3) FROM micros | *(1) Project [asText(trip#",
        "SELECT atTime(trip, TIMESTAMP '2020-01-02') FROM micros | *(1) Project [atTime(trip#",
        "SELECT try_geomFromText(cast(id AS STRING)) FROM micros | *(1) Project [try_geomFromText(cast(id#",
      })
  void callsStayInTheirStageAndPrintAsInSql(String query, String part) {
    String plan = Sessions.plan(session, query);
    assertTrue(plan.contains(part), plan);
    assertTrue(plan.contains("*(1) "), plan);
    String code = session.sql("EXPLAIN CODEGEN " + query).head().getString(0);
    assertTrue(code.contains("Scratch"), code);
    assertFalse(code.contains("CodegenFallback") || code.contains("references[0]).eval("), code);
    assertEquals(ROWS, session.sql("SELECT * FROM (" + query + ") RIGHT JOIN range(" + ROWS + ") ON true LIMIT " + ROWS).count());
  }

  @Test
  void columnsAreNamedAsTheCall() {
    assertEquals(
        List.of("length(trip)", "Xmin(stbox(trip))", "asText(trip)"),
        List.of(session.sql("SELECT length(trip), Xmin(stbox(trip)), asText(trip) FROM micros").columns()));
  }

  @Test
  void aBoxIsReadWithoutTheTrip() {
    String plan = Sessions.plan(session, "SELECT Xmin(stbox(trip)) FROM micros");
    assertTrue(plan.contains("ReadSchema: struct<trip:struct<box:struct<xmin:double>>>"), plan);
    assertFalse(plan.contains("Scratch"), plan);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "micros | Xmin(stbox(trip)) >= 3990 | 10 | true",
        "int96 | Xmin(stbox(trip)) >= 3990 | 10 | true",
        "micros | Tmin(stbox(trip)) < TIMESTAMP '2020-01-01 10:00:00' | 10 | true",
        // The same times without statistics: nothing to skip by.
        "int96 | Tmin(stbox(trip)) < TIMESTAMP '2020-01-01 10:00:00' | 10 | false",
        "micros | overlaps(trip, stbox('STBOX X((3990.5,0),(3990.6,9))')) | 1 | true",
      })
  void aFilterOnABoxSkipsRowGroups(String table, String condition, long answer, boolean skips) {
    Dataset<Row> filtered = session.sql("SELECT id FROM " + table + " WHERE " + condition);
    assertEquals(answer, filtered.collectAsList().size());
    long read = scan(filtered.queryExecution().executedPlan()).metrics().apply("numOutputRows").value();
    assertEquals(skips, read < ROWS / 2, () -> read + " of " + ROWS + " rows were read");
  }

  private static FileSourceScanExec scan(SparkPlan plan) {
    return (FileSourceScanExec)
        Scala.list(plan.collectLeaves()).stream()
            .filter(leaf -> leaf instanceof FileSourceScanExec)
            .findFirst()
            .orElseThrow();
  }

  @Test
  void aStrictCallRejectsNullsForTheOptimizer() {
    String plan = Sessions.plan(session, "SELECT id FROM micros WHERE eDwithin(trip, trip, 3)");
    assertTrue(plan.contains("PushedFilters: [IsNotNull(trip)]"), plan);
    String join =
        "SELECT a.id FROM micros a LEFT JOIN micros b ON a.id = b.id WHERE eDwithin(a.trip, b.trip, 1)";
    assertTrue(Sessions.plan(session, join).contains("Inner"), Sessions.plan(session, join));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "coalesce(eDwithin(z.trip, t.trip, 1), false) = false",
        "eDwithin(z.trip, t.trip, 1) IS NULL",
        "NOT coalesce(eDwithin(z.trip, t.trip, 1), false)",
      })
  void unmatchedRowsStayWhereNullPasses(String condition) {
    String query =
        "SELECT count(*) FROM (SELECT id, trip FROM micros WHERE id < 10) t"
            + " LEFT JOIN (SELECT id, trip FROM micros WHERE id < 5) z ON t.id = z.id WHERE "
            + condition;
    assertEquals(5L, Sessions.value(session, query));
  }

  @Test
  void aMissingPartnerGivesNullAndNotZero() {
    session
        .sql(
            "SELECT t.id, z.trip FROM (SELECT id FROM micros WHERE id < 8) t"
                + " LEFT JOIN (SELECT id, trip FROM micros WHERE id < 7) z ON t.id = z.id")
        .createOrReplaceTempView("joined");
    assertEquals(
        List.of("7|null|null|null"),
        Sessions.rows(
            session,
            "SELECT id, length(trip), numInstants(trip), asText(trip) FROM joined WHERE length(trip) IS NULL"));
    assertEquals(
        List.of("null|1", "2|7"),
        Sessions.rows(session, "SELECT numInstants(trip), count(*) FROM joined GROUP BY 1 ORDER BY 1"));
  }

  @Test
  void aGuardedCallNeverRunsWhereItsGuardIsFalse() {
    session
        .sql("SELECT * FROM VALUES ('[POINT(0 0)@2020-01-01, POINT(1 1)@2020-01-02]'), ('nothing'), (NULL) AS v(txt)")
        .repartition(2)
        .createOrReplaceTempView("raw");
    String parsed = "CASE WHEN txt LIKE '[%' THEN asText(tgeompoint(txt)) END";
    assertEquals(
        3, Sessions.rows(session, "SELECT " + parsed + ", upper(" + parsed + ") FROM raw").size());
    assertEquals(
        1,
        Sessions.rows(session, "SELECT txt FROM raw WHERE txt LIKE '[%' AND numInstants(tgeompoint(txt)) > 1")
            .size());
    assertEquals(
        1,
        Sessions.rows(session, "SELECT txt FROM raw WHERE numInstants(try_tgeompoint(txt)) > 1").size());
  }

  @Test
  void descriptionsComeFromTheTable() {
    String text =
        String.join("\n", Sessions.rows(session, "DESCRIBE FUNCTION EXTENDED eDwithin"));
    assertTrue(text.contains("eDwithin(a tgeompoint, b tgeompoint, dist double) -> boolean"), text);
    assertTrue(text.contains("Examples:") && text.contains("> SELECT eDwithin("), text);
    assertTrue(text.contains("Arguments:") && text.contains("dist - double"), text);
    assertTrue(text.contains("Since: " + Catalog.get().version()), text);
  }

  @Test
  void everyFunctionIsDescribed() {
    for (String name : Catalog.get().byName().keySet()) {
      String text = String.join("\n", Sessions.rows(session, "DESCRIBE FUNCTION EXTENDED " + name));
      assertTrue(text.contains("Usage:") && text.contains("Examples:"), name);
    }
  }

  @Test
  void equalCallsAreOneExpression() {
    String plan = Sessions.plan(session, "SELECT sum(length(trip)) FROM micros GROUP BY length(trip) + 0");
    assertTrue(plan.contains("length(trip"), plan);
    Dataset<Row> left = session.sql("SELECT length(trip) l FROM micros");
    Dataset<Row> right = session.sql("SELECT length(trip) l FROM micros");
    assertTrue(left.sameSemantics(right));
  }
}
