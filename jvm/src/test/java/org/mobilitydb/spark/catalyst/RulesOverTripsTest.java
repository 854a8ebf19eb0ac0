package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkException;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mobilitydb.spark.jni.Control;

/** The rules where the functions are those of this package. The control is the same session with both rules off. */
final class RulesOverTripsTest {
  private static RuleSessions sessions;

  @BeforeAll
  static void open() {
    sessions = new RuleSessions();
    StructType type = StructType.fromDDL("id INT NOT NULL, kind INT NOT NULL, txt STRING");
    sessions.table("written", 40, 4, type, i -> RowFactory.create(i, i % 4, path(i)));
    sessions.table("zones", 3, 2, type, i -> RowFactory.create(i * 50, i, path(i * 50)));
    sessions.table("doubtful", 40, 4, type, i -> RowFactory.create(i, i % 4, i % 4 == 0 ? "no path" : path(i)));
    sessions.extended.sql("CACHE TABLE trips AS SELECT id, kind, tgeompoint(txt) AS trip FROM written");
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  /** Ten minutes along x, at y = i. */
  private static String path(int i) {
    return "[Point(0 %1$d)@2026-01-01 10:00:00+00, Point(10 %1$d)@2026-01-01 10:10:00+00]".formatted(i);
  }

  /** What a query gave, and how often a function of the library ran for it. */
  private record Ran(RuleSessions.Outcome outcome, long evaluations) {}

  private static Ran run(boolean rules, String function, String query, String... settings) {
    Map<String, String> all = new TreeMap<>();
    all.put(MobilitySettings.ORDER_CONJUNCTS_BY_COST.key(), Boolean.toString(rules));
    all.put(MobilitySettings.MATERIALIZE_NESTED_LOOP_SIDES.key(), Boolean.toString(rules));
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    long before = evaluations(function);
    RuleSessions.Outcome outcome = RuleSessions.run(sessions.extended, all, query);
    return new Ran(outcome, evaluations(function) - before);
  }

  private static long evaluations(String name) {
    long[] counts = Control.evaluations();
    return Catalog.get().functions().stream()
        .filter(f -> f.facts().name().equals(name))
        .mapToLong(f -> counts[f.index()])
        .sum();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1600 | 780 | SELECT x.id, y.id FROM trips x JOIN trips y ON eDwithin(x.trip, y.trip, 1.5D) AND x.id < y.id
          1600 | 780 | SELECT x.id, y.id FROM trips x, trips y WHERE eDwithin(x.trip, y.trip, 1.5D) AND x.id < y.id
          1600 | 780 | SELECT x.id, y.id FROM trips x JOIN trips y ON 1 = 1 WHERE eDwithin(y.trip, x.trip, 1.5D) = TRUE AND x.id < y.id
          1600 | 118 | SELECT x.id, y.id FROM trips x JOIN trips y ON eDwithin(x.trip, y.trip, 1.5D) AND Ymin(stbox(x.trip)) - Ymax(stbox(y.trip)) <= 1.5D AND Ymin(stbox(y.trip)) - Ymax(stbox(x.trip)) <= 1.5D
          1600 | 40  | SELECT x.id, y.id FROM trips x JOIN trips y ON eDwithin(x.trip, y.trip, 1.5D) AND overlaps(stbox(x.trip), stbox(y.trip))
          """)
  void theWrittenOrderDoesNotMatter(long without, long with, String query) {
    for (String adaptive : new String[] {"true", "false"}) {
      Ran before = run(false, "eDwithin", query, "spark.sql.adaptive.enabled", adaptive);
      Ran after = run(true, "eDwithin", query, "spark.sql.adaptive.enabled", adaptive);
      assertEquals(before.outcome().rows(), after.outcome().rows());
      assertFalse(after.outcome().rows().isEmpty());
      assertEquals(without, before.evaluations());
      assertEquals(with, after.evaluations(), after.outcome().optimized());
    }
  }

  @Test
  void pairsInDifferentReferenceSystemsStillRaise() {
    String query =
        "SELECT x.id FROM trips x JOIN (SELECT id, setSRID(trip, 25832) trip FROM trips) y"
            + " ON eDwithin(x.trip, y.trip, 1.5D) AND overlaps(stbox(x.trip), stbox(y.trip))";
    for (boolean rules : new boolean[] {true, false}) {
      String message = assertThrows(Exception.class, () -> run(rules, "eDwithin", query)).toString();
      assertTrue(message.contains("SRID"), message);
    }
  }

  /** Paths are read in each side: once a row, and not once for every partition of the other side. */
  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void aSideThatReadsTextIsComputedOnce(String adaptive) {
    String query =
        "SELECT x.id, y.id FROM (SELECT id, tgeompoint(txt) trip FROM written) x"
            + " JOIN (SELECT id, tgeompoint(txt) trip FROM written) y ON Ymin(stbox(x.trip)) > Ymax(stbox(y.trip))";
    String[] settings = {"spark.sql.adaptive.enabled", adaptive, "spark.sql.exchange.reuse", "false"};
    Ran before = run(false, "tgeompoint", query, settings);
    Ran after = run(true, "tgeompoint", query, settings);
    assertEquals(before.outcome().rows(), after.outcome().rows());
    assertEquals(4 * after.evaluations(), before.evaluations());
    assertTrue(after.outcome().executed().contains("REPARTITION_BY_NUM"), after.outcome().executed());
  }

  /** A text that is no path is an error of tgeompoint: what guards the call must keep doing so. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM doubtful WHERE ispos(kind) AND Ymin(stbox(tgeompoint(txt))) > 3",
        "SELECT id FROM (SELECT * FROM doubtful WHERE ispos(kind)) WHERE Ymin(stbox(tgeompoint(txt))) > 3",
        "SELECT id FROM doubtful WHERE kind <> 0 AND Ymin(stbox(tgeompoint(txt))) > 3 AND ispos(id)",
        "SELECT id, CASE WHEN kind <> 0 THEN asText(tgeompoint(txt)) END, CASE WHEN kind <> 0 THEN asText(tgeompoint(txt)) END"
            + " FROM doubtful",
        "SELECT id FROM doubtful WHERE Ymin(stbox(try_tgeompoint(txt))) > 3 AND ispos(kind)"
      })
  void aGuardedCallStaysBehindItsGuard(String query) {
    RuleSessions.Outcome before = run(false, "tgeompoint", query).outcome();
    RuleSessions.Outcome after = run(true, "tgeompoint", query).outcome();
    assertEquals(before.rows(), after.rows());
    assertFalse(after.rows().isEmpty());
  }

  @Test
  void aGuardWrittenLastIsTheUsersMistakeWithAndWithoutRules() {
    String query = "SELECT id FROM doubtful WHERE Ymin(stbox(tgeompoint(txt))) > 3 AND ispos(kind)";
    assertThrows(SparkException.class, () -> run(false, "tgeompoint", query));
    assertThrows(SparkException.class, () -> run(true, "tgeompoint", query));
  }

  /** A pair without a partner is a NULL argument, for which the answer is NULL. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "coalesce(eDwithin(y.trip, x.trip, 5D), false) = false AND x.id > 3",
        "eDwithin(y.trip, x.trip, 5D) IS NULL AND x.id > 3",
        "NOT coalesce(eDwithin(y.trip, x.trip, 5D), false) AND x.id > 3"
      })
  void rowsWithoutPartnerStay(String condition) {
    String query =
        "SELECT x.id, y.id FROM trips x LEFT JOIN (SELECT id, tgeompoint(txt) trip FROM zones) y ON x.id = y.id WHERE "
            + condition;
    RuleSessions.Outcome after = run(true, "eDwithin", query).outcome();
    assertEquals(run(false, "eDwithin", query).outcome().rows(), after.rows());
    assertEquals(36, after.rows().size());
  }

  /** Rows and calls: what is not deterministic is neither moved nor evaluated for other rows, nor more often. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "eDwithin(x.trip, y.trip, 10D) AND rand(5) < 0.5 AND x.id > 20",
        "eDwithin(x.trip, y.trip, 10 * rand(3)) AND x.id < y.id",
        "eDwithin(x.trip, y.trip, 5D) AND drawn(x.id) > 5 AND x.id < y.id",
        "drawn(y.id) > 5 AND eDwithin(x.trip, y.trip, 5D) AND x.id < y.id"
      })
  void whatIsNotDeterministicSeesTheSameRows(String condition) {
    UDF1<Integer, Integer> counted = RuleSessions::counted;
    sessions.extended.udf().register("drawn", functions.udf(counted, DataTypes.IntegerType).asNondeterministic());
    String query = "SELECT x.id, y.id FROM trips x JOIN trips y ON x.kind = y.kind WHERE " + condition;
    RuleSessions.Outcome before = run(false, "eDwithin", query).outcome();
    RuleSessions.Outcome after = run(true, "eDwithin", query).outcome();
    assertEquals(before.rows(), after.rows());
    assertFalse(after.rows().isEmpty());
    assertEquals(before.calls(), after.calls());
    assertEquals(condition.contains("drawn"), after.calls() > 0);
  }
}
