package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MaterializeNestedLoopSidesTest {
  private static final String ADAPTIVE = "spark.sql.adaptive.enabled";
  private static final String REUSE = "spark.sql.exchange.reuse";
  private static final String BROADCAST = "spark.sql.autoBroadcastJoinThreshold";
  private static RuleSessions sessions;

  @BeforeAll
  static void open() {
    sessions = new RuleSessions();
    sessions.numbers("l8", 320, 8);
    sessions.numbers("r8", 320, 8);
    sessions.numbers("l32", 320, 32);
    sessions.numbers("r32", 320, 32);
    sessions.numbers("l", 40, 4);
    sessions.numbers("r", 40, 4);
    sessions.numbers("one", 40, 1);
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  private static RuleSessions.Outcome plain(String query, String... settings) {
    return RuleSessions.run(sessions.plain, map(settings), query);
  }

  private static RuleSessions.Outcome extended(String query, String... settings) {
    return RuleSessions.run(sessions.extended, map(settings), query);
  }

  private static Map<String, String> map(String... settings) {
    Map<String, String> map = new TreeMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      map.put(settings[i], settings[i + 1]);
    }
    return map;
  }

  private static long exchanges(RuleSessions.Outcome outcome) {
    // A plan that changed while it ran is printed twice: as it ended and as it began.
    String ran = outcome.executed().split("== Initial Plan ==")[0];
    return Pattern.compile("(?<![a-zA-Z])(Reused)?Exchange ").matcher(ran).results().count();
  }

  /** 320 rows a side: each is computed once, not once for every partition of the other side. */
  @ParameterizedTest
  @CsvSource({"8, true, 5120", "8, false, 5120", "32, true, 20480", "32, false, 20480"})
  void everySideIsComputedOnce(int partitions, String adaptive, long without) {
    String query =
        "SELECT count(*), sum(x.f), sum(y.g) FROM (SELECT a, b, counted(a) f FROM l%1$d) x"
            .concat(" JOIN (SELECT a, b, counted(a) g FROM r%1$d) y ON x.f < y.g + 5 AND x.b + y.b > 3")
            .formatted(partitions);
    RuleSessions.Outcome before = plain(query, ADAPTIVE, adaptive);
    RuleSessions.Outcome after = extended(query, ADAPTIVE, adaptive);
    assertEquals(before.rows(), after.rows());
    assertEquals(without, before.calls());
    assertEquals(640, after.calls());
    assertEquals(before.optimized(), after.optimized());
    RuleSessions.Outcome off =
        extended(query, ADAPTIVE, adaptive, MobilitySettings.MATERIALIZE_NESTED_LOOP_SIDES.key(), "false");
    assertEquals(without, off.calls());
    assertEquals(exchanges(before), exchanges(off));
  }

  private static final String LEFT = "(SELECT a, b, counted(a) f FROM l) x";
  private static final String RIGHT = "(SELECT a, b, counted(a) g FROM r) y";
  private static final String ON = " ON x.f < y.g + 5";

  /** Exchanges with the rule less those without it; rows equal; every plan is tried with AQE and without. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          both sides call        | 2 | 80   | %1$s JOIN %2$s %3$s
          cross join             | 2 | 80   | %1$s CROSS JOIN %2$s WHERE x.f < y.g
          condition in where     | 2 | 80   | %1$s, %2$s WHERE x.f < y.g
          left side calls        | 1 | 40   | %1$s JOIN (SELECT *, a g FROM r) y %3$s
          right side calls       | 1 | 40   | (SELECT *, a f FROM l) x JOIN %2$s %3$s
          filter calls           | 1 | 40   | (SELECT *, a f FROM l WHERE ispos(a + 1)) x JOIN (SELECT *, a g FROM r) y %3$s
          only the condition     | 0 | 1600 | (SELECT *, a f FROM l) x JOIN (SELECT *, a g FROM r) y ON near(x.f, y.g)
          no call                | 0 | 0    | (SELECT *, a f FROM l) x JOIN (SELECT *, a g FROM r) y %3$s
          call not used          | 0 | 0    | (SELECT b FROM %1$s) x JOIN r y ON x.b < y.b
          equality               | 0 | 80   | %1$s JOIN %2$s ON x.f = y.g
          equality of others     | 0 | 80   | %1$s JOIN %2$s ON x.b = y.b AND x.f < y.g
          left outer             | 0 | 80   | %1$s LEFT JOIN %2$s %3$s
          semi                   | 0 | 80   | %1$s LEFT SEMI JOIN %2$s %3$s
          repartition            | 1 | 80   | (SELECT /*+ REPARTITION(3) */ * FROM %1$s) x JOIN %2$s %3$s
          repartition by column  | 1 | 80   | (SELECT /*+ REPARTITION(3, b) */ * FROM %1$s) x JOIN %2$s %3$s
          coalesce is none       | 2 | 80   | (SELECT /*+ COALESCE(2) */ * FROM %1$s) x JOIN %2$s %3$s
          call after repartition | 2 | 80   | (SELECT b, counted(a) f FROM (SELECT /*+ REPARTITION(3) */ * FROM l)) x JOIN %2$s %3$s
          grouped                | 1 | 80   | (SELECT b, max(f) f FROM %1$s GROUP BY b) x JOIN %2$s %3$s
          call after grouping    | 2 | 50   | (SELECT b, counted(max(a)) f FROM l GROUP BY b) x JOIN %2$s %3$s
          window                 | 1 | 80   | (SELECT b, f, row_number() OVER (PARTITION BY b ORDER BY f) n FROM %1$s) x JOIN %2$s %3$s
          one partition          | 0 | 80   | (SELECT b, counted(a) f FROM one) x JOIN (SELECT b, counted(a) g FROM one) y %3$s
          against one partition  | 0 | 40   | %1$s JOIN (SELECT b, a g FROM one) y %3$s
          product in a product   | 3 | 120  | (SELECT x.f, y.g FROM %1$s JOIN %2$s %3$s WHERE x.b < y.b) x JOIN (SELECT counted(a) h FROM r) z ON x.f < z.h
          """)
  void exchangesGoWhereCallsWouldRunAgain(String shape, int exchanges, long calls, String from) {
    String query = "SELECT * FROM " + from.formatted(LEFT, RIGHT, ON);
    for (String adaptive : new String[] {"true", "false"}) {
      RuleSessions.Outcome before = plain(query, ADAPTIVE, adaptive);
      RuleSessions.Outcome after = extended(query, ADAPTIVE, adaptive);
      assertEquals(before.rows(), after.rows());
      assertFalse(before.rows().isEmpty());
      assertEquals(exchanges, exchanges(after) - exchanges(before));
      assertEquals(calls, after.calls());
    }
  }

  /** Spark carries out REBALANCE only with AQE. */
  @ParameterizedTest
  @CsvSource({"true, 1", "false, 2"})
  void aRebalancedSideGetsNoSecondExchange(String adaptive, int added) {
    String query = "SELECT * FROM (SELECT /*+ REBALANCE */ * FROM " + LEFT + ") x JOIN " + RIGHT + ON;
    RuleSessions.Outcome before = plain(query, ADAPTIVE, adaptive);
    RuleSessions.Outcome after = extended(query, ADAPTIVE, adaptive);
    assertEquals(before.rows(), after.rows());
    assertEquals(added, exchanges(after) - exchanges(before));
    assertEquals(80, after.calls());
  }

  @Test
  void aSideThatSparkBroadcastsGetsNoExchange() {
    String small = "(SELECT id a, counted(cast(id AS INT)) g FROM range(0, 40, 1, 4)) y";
    String query = "SELECT * FROM " + LEFT + " JOIN " + small + ON;
    assertEquals(plain(query).executed(), extended(query).executed());
    String hinted = "SELECT /*+ BROADCAST(y) */ * FROM " + LEFT + " JOIN " + RIGHT + ON;
    assertEquals(plain(hinted).executed(), extended(hinted).executed());
    assertEquals(80, extended(hinted).calls());
  }

  @Test
  void aSelfJoinSharesItsExchange() {
    String query = "SELECT count(*) FROM " + LEFT + " JOIN " + LEFT.replace(" x", " y") + " ON x.f < y.f";
    for (String adaptive : new String[] {"true", "false"}) {
      RuleSessions.Outcome after = extended(query, ADAPTIVE, adaptive);
      assertEquals(plain(query, ADAPTIVE, adaptive).rows(), after.rows());
      assertEquals(40, after.calls());
      assertTrue(after.executed().contains("ReusedExchange"), after.executed());
    }
  }

  @Test
  void aCachedSideIsLeftAlone() {
    sessions.extended.sql("CACHE TABLE kept AS SELECT a, b, counted(a) f FROM l");
    try {
      RuleSessions.Outcome outcome = extended("SELECT * FROM kept x JOIN kept y ON x.f < y.f + 5", BROADCAST, "-1");
      assertEquals(0, outcome.calls());
      assertEquals(0, exchanges(outcome));
      assertTrue(outcome.executed().contains("CartesianProduct"), outcome.executed());
    } finally {
      sessions.extended.sql("UNCACHE TABLE kept");
    }
  }

  @Test
  void rowsAreHashedByColumnsThatVaryAndElseDealtInTurn() {
    String by = "SELECT * FROM (SELECT %s FROM l %s) x JOIN (SELECT a g FROM r) y ON x.f < y.g";
    assertTrue(exchange(by.formatted("a, b, counted(a) f", "")).contains("hashpartitioning(a, b, 2)"));
    assertTrue(exchange(by.formatted("1 k, 2 m, counted(a) f", "")).contains("RoundRobinPartitioning(2)"));
    assertTrue(exchange(by.formatted("b, counted(a) f", "")).contains("RoundRobinPartitioning(2)"));
    assertTrue(exchange(by.formatted("a, b, counted(a) f", "WHERE b = 3")).contains("RoundRobinPartitioning(2)"));
    assertTrue(exchange(by.formatted("rand() r, a, counted(a) f", "")).contains("RoundRobinPartitioning(2)"));
  }

  private static String exchange(String query) {
    return extended(query, ADAPTIVE, "false").executed();
  }

  /** Without the exchange, a row of a side that is not deterministic has one value for every partition of the other. */
  @Test
  void aSideThatIsNotDeterministicIsTheSameForEveryPair() {
    String query =
        "SELECT count(DISTINCT x.k) FROM (SELECT a, counted(a) f, stamp(a) k FROM l) x JOIN (SELECT a g FROM r) y ON x.f > y.g - 50";
    assertNotEquals("[40]", plain(query).rows().get(0));
    assertEquals("[40]", extended(query).rows().get(0));
  }

  /** Whether finished stages may be shared or not, AQE comes to an end and computes nothing again. */
  @ParameterizedTest
  @CsvSource({"true, -1", "true, 10485760", "false, -1", "false, 10485760"})
  void replanningComputesNothingAgain(String reuse, String broadcast) {
    String query =
        "SELECT x.b, count(*) FROM " + LEFT + " JOIN " + RIGHT + ON + " JOIN (SELECT DISTINCT b FROM l) z ON x.b = z.b GROUP BY x.b";
    RuleSessions.Outcome after = extended(query, ADAPTIVE, "true", REUSE, reuse, BROADCAST, broadcast);
    assertEquals(plain(query).rows(), after.rows());
    assertEquals(80, after.calls());
  }

  /** A stream against a table: each side is computed once a micro-batch (twice in part: Spark also tests f for NULL). */
  @Test
  void aStreamAgainstATable(@TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve("rows.json"), "{\"a\": 1}\n{\"a\": 2}\n{\"a\": 30}\n");
    String query =
        "SELECT x.f, y.g FROM (SELECT counted(a) f FROM arriving) x JOIN " + RIGHT + " ON x.f > y.g";
    for (SparkSession session : List.of(sessions.plain, sessions.extended)) {
      session.readStream().schema("a INT").json(directory.toString()).createOrReplaceTempView("arriving");
      String sink = session == sessions.plain ? "without" : "with";
      session.conf().set(BROADCAST, "-1");
      RuleSessions.resetCalls();
      session
          .sql(query)
          .writeStream()
          .format("memory")
          .queryName(sink)
          .trigger(Trigger.AvailableNow())
          .start()
          .awaitTermination();
      session.conf().unset(BROADCAST);
      assertEquals(33, session.table(sink).count());
      assertEquals(session == sessions.plain ? 6 * 4 + 40 : 6 + 40, RuleSessions.calls());
    }
  }
}
