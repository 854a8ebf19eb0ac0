package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF3;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Beside an extension that brings a parser, commands and plan nodes of its own: Delta Lake's. */
final class OtherExtensionsTest {
  private static final String OURS = MobilitySparkExtensions.class.getName();
  private static final String DELTA = "io.delta.sql.DeltaSparkSessionExtension";
  private static final String BOTH = DELTA + "," + OURS;

  @TempDir static Path directory;

  private SparkSession session;

  @AfterEach
  void close() {
    session.stop();
  }

  private void open(String extensions) {
    session =
        Sessions.with(
            Map.of(
                "spark.sql.extensions", extensions,
                "spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog",
                "spark.databricks.delta.snapshotPartitions", "1",
                "spark.databricks.delta.stats.collect", "false",
                "spark.sql.shuffle.partitions", "1"));
  }

  private static String trip(int length) {
    return "'[POINT(0 0)@2020-01-01, POINT(%d 0)@2020-01-02]'".formatted(length);
  }

  private static void create(SparkSession session, String path) {
    session.sql(
        "CREATE TABLE " + path + " USING delta AS SELECT * FROM VALUES (1, " + trip(5) + "), (2, 'none'), (3, " + trip(7) + ") AS v(id, txt)");
  }

  @ParameterizedTest
  @ValueSource(strings = {DELTA + ",ours", "ours," + DELTA})
  void statementsOfBothRunInEitherOrderAndFromTwoThreads(String extensions) {
    open(extensions.replace("ours", OURS));
    String path = "delta.`" + directory.resolve("table" + extensions.indexOf("ours")) + "`";
    create(session, path);
    CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> change(session.newSession(), path));
    SparkSession reader = session.newSession();
    do {
      String distance = "nearestApproachDistance(tgeompoint(" + trip(5) + "), geomFromText(concat('POINT(', id, ' 4)')))";
      assertEquals(
          List.of("1|2"),
          Sessions.rows(
              reader,
              "SELECT a.id, b.id FROM range(1, 2) a JOIN (SELECT id, %s d FROM range(2, 9)) b EXACT NEAREST 1 BY DISTANCE abs(a.id - b.id) + d"
                  .formatted(distance)));
      assertTrue(reader.sql("DESCRIBE HISTORY " + path).count() > 0);
    } while (!writer.isDone());
    writer.join();
    assertEquals(
        List.of("1|5.0", "2|9.0", "30|7.0"),
        Sessions.rows(session, "SELECT id, length(tgeompoint(txt)) FROM " + path + " ORDER BY id"));
  }

  private static void change(SparkSession session, String path) {
    session.sql(
        "MERGE INTO " + path + " t USING (SELECT 2 id, " + trip(9) + " txt) s ON t.id = s.id AND length(tgeompoint(s.txt)) > 8"
            + " WHEN MATCHED THEN UPDATE SET txt = s.txt WHEN NOT MATCHED THEN INSERT *");
    session.sql("UPDATE " + path + " SET id = id * 10 WHERE length(tgeompoint(txt)) = 7");
  }

  /** Commands and scans of the other, and a function of the user's that has a name of ours. */
  @Test
  void plansOfTheOtherAndOfTheUserStayAsTheyAre() {
    String path = "delta.`" + directory.resolve("other") + "`";
    List<String> queries =
        List.of(
            "UPDATE " + path + " SET txt = 'x' WHERE id > 1 AND txt <> 'none'",
            "MERGE INTO " + path + " t USING (SELECT 2 id, 'x' txt) s ON t.id = s.id AND eDwithin(t.id, s.id, 1)"
                + " WHEN MATCHED AND length(t.txt) > 3 THEN DELETE WHEN NOT MATCHED THEN INSERT *",
            "SELECT a.id, b.txt FROM " + path + " a JOIN " + path + " b ON a.id < b.id AND eDwithin(a.id, b.id, 1)",
            "SELECT count(*), max(id) FROM " + path);
    open(DELTA);
    create(session, path);
    List<String> without = plans(queries);
    session.stop();
    open(BOTH);
    assertEquals(without, plans(queries));
    assertEquals(List.of("5.0"), Sessions.rows(session, "SELECT length(tgeompoint(txt)) FROM " + path + " WHERE id = 1"));
  }

  private List<String> plans(List<String> queries) {
    UDF3<Integer, Integer, Integer, Boolean> near = (a, b, d) -> Math.abs(a - b) <= d;
    session.udf().register("eDwithin", near, DataTypes.BooleanType);
    List<String> plans = new ArrayList<>();
    for (String query : queries) {
      String plan = Sessions.plan(session, "EXTENDED " + query);
      assertTrue(plan.contains("Physical Plan"), plan);
      plans.add(RuleSessions.withoutNumbers(plan).replaceAll("Lambda/\\w+|@[0-9a-f]+", ""));
    }
    return plans;
  }
}
