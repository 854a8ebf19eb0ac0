package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.api.java.UDF3;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OrderConjunctsByCostTest {
  private static final Map<String, String> NO_SETTING = Map.of();
  private static RuleSessions sessions;

  @BeforeAll
  static void open() {
    sessions = new RuleSessions();
    sessions.numbers("t", 40, 4);
    sessions.numbers("u", 40, 4);
    sessions.numbers("hundred", 100, 4);
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  private static RuleSessions.Outcome plain(String query) {
    return RuleSessions.run(sessions.plain, NO_SETTING, query);
  }

  private static RuleSessions.Outcome extended(String query) {
    return RuleSessions.run(sessions.extended, NO_SETTING, query);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          filter            | 40   | 10  | FROM t WHERE ispos(b + 1) AND a > 29
          filter in a view  | 40   | 10  | FROM (SELECT * FROM t WHERE ispos(b + 1)) WHERE a > 29
          inner join        | 1600 | 720 | FROM t JOIN u ON near(t.a, u.a) AND t.b < u.b
          left join         | 1600 | 720 | FROM t LEFT JOIN u ON near(t.a, u.a) AND t.b < u.b
          semi join         | 880  | 450 | FROM t LEFT SEMI JOIN u ON near(t.a, u.a) AND t.b > u.b
          where before on   | 1600 | 780 | FROM t JOIN u ON t.a < u.a WHERE near(t.a, u.a)
          exists            | 880  | 450 | FROM t WHERE EXISTS (SELECT 1 FROM u WHERE near(t.a, u.a) AND t.b > u.b)
          not exists        | 880  | 450 | FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE near(t.a, u.a) AND t.b > u.b)
          in                | 160  | 60  | FROM t WHERE b IN (SELECT u.b FROM u WHERE near(t.a, u.a + 1) AND t.a > u.a)
          broadcast hash    | 160  | 60  | FROM t JOIN u ON near(t.a, u.a) AND t.b = u.b AND t.a < u.a
          merge join        | 160  | 60  | FROM t JOIN u ON near(t.a, u.a) AND t.b = u.b AND t.a < u.a
          shuffled hash     | 160  | 60  | FROM t JOIN u ON near(t.a, u.a) AND t.b = u.b AND t.a < u.a
          scalar subquery   | 40   | 20  | FROM t WHERE ispos(b + 1) AND a > (SELECT avg(a) FROM u)
          pushed late       | 40   | 4   | FROM (SELECT * FROM t WHERE ispos(a + 1)) t JOIN u ON t.b = u.b AND ((t.a > 35 AND u.a > 5) OR (t.a > 37 AND u.a > 7))
          """)
  void callsRunOnFewerRows(String shape, long without, long with, String from) {
    String hint =
        switch (shape) {
          case "broadcast hash" -> "/*+ BROADCAST(u) */";
          case "merge join" -> "/*+ MERGE(u) */";
          case "shuffled hash" -> "/*+ SHUFFLE_HASH(u) */";
          default -> "";
        };
    String query = "SELECT " + hint + " * " + from;
    for (String adaptive : new String[] {"true", "false"}) {
      // Else AQE may turn a join into one by broadcast while it runs, and compute a side again for that.
      Map<String, String> on =
          Map.of("spark.sql.adaptive.enabled", adaptive, "spark.sql.autoBroadcastJoinThreshold", "-1");
      Map<String, String> off = new TreeMap<>(on);
      off.put(MobilitySettings.ORDER_CONJUNCTS_BY_COST.key(), "false");
      RuleSessions.Outcome before = RuleSessions.run(sessions.plain, on, query);
      RuleSessions.Outcome after = RuleSessions.run(sessions.extended, on, query);
      RuleSessions.Outcome switchedOff = RuleSessions.run(sessions.extended, off, query);
      assertEquals(before.rows(), after.rows());
      assertEquals(without, before.calls());
      assertEquals(with, after.calls());
      assertEquals(without, switchedOff.calls());
      assertEquals(before.optimized(), switchedOff.optimized());
    }
  }

  @Test
  void theCallStandsLastInThePlan() {
    String query = "SELECT a FROM t WHERE ispos(b + 1) AND a > 29 AND s LIKE '1%'";
    String before = plain(query).optimized();
    String after = extended(query).optimized();
    assertTrue(before.indexOf("ispos") < before.indexOf("(a > 29)"), before);
    assertTrue(after.indexOf("(a > 29)") < after.indexOf("StartsWith(s, 1)"), after);
    assertTrue(after.indexOf("StartsWith(s, 1)") < after.indexOf("ispos"), after);
  }

  /** Conditions in which a function guards one that fails elsewhere: they must run as they do without the rule. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "FROM hundred WHERE ispos(b) AND 10 / b > 1",
        "FROM hundred WHERE ispos(b) AND cast(s AS INT) > 3",
        "FROM hundred WHERE ispos(b) AND array(1, 2, 3, 4, 5, 6, 7, 8, 9)[b - 1] > 1",
        "FROM hundred WHERE ispos(50 - a) AND a * 30000000 > 3",
        "FROM hundred WHERE ispos(b) AND decode(s, '1', 10 % b, 10 / b) > 1",
        "FROM (SELECT * FROM hundred WHERE ispos(b)) WHERE 10 / b > 1",
        "FROM hundred x JOIN t ON ispos(x.b) AND 10 / x.b > 1 AND near(x.a, t.a)",
        "FROM hundred x JOIN t ON near(x.b, t.b + 2) AND 10 / (x.b + t.b) > 1 AND x.a < t.a"
      })
  void aGuardedConjunctStaysBehindItsGuard(String from) {
    String query = "SELECT * " + from;
    RuleSessions.Outcome before = plain(query);
    RuleSessions.Outcome after = extended(query);
    assertEquals(before.rows(), after.rows());
    assertNotEquals(0, after.rows().size());
    assertTrue(after.calls() <= before.calls());
  }

  @Test
  void aComparisonPassesGuardAndGuarded() {
    String query = "SELECT * FROM hundred WHERE ispos(b) AND 10 / b > 1 AND a > 89";
    assertEquals(100, plain(query).calls());
    assertEquals(10, extended(query).calls());
    assertEquals(plain(query).rows(), extended(query).rows());
  }

  @Test
  void withoutAnsiArithmeticCannotThrow() {
    String query = "SELECT * FROM hundred WHERE ispos(b) AND a * 2 > 179";
    Map<String, String> lenient = Map.of("spark.sql.ansi.enabled", "false");
    assertEquals(100, extended(query).calls());
    assertEquals(10, RuleSessions.run(sessions.extended, lenient, query).calls());
    assertEquals(plain(query).rows(), RuleSessions.run(sessions.extended, lenient, query).rows());
  }

  @Test
  void nothingPassesAConjunctThatIsNotDeterministic() {
    String query = "SELECT * FROM hundred WHERE ispos(b) AND rand(7) < 0.5 AND a > 50";
    RuleSessions.Outcome before = plain(query);
    RuleSessions.Outcome after = extended(query);
    assertEquals(before.rows(), after.rows());
    assertEquals(before.optimized(), after.optimized());
    assertEquals(before.calls(), after.calls());
  }

  @Test
  void aCallUnderSparksNullTestIsFound() {
    String query = "SELECT * FROM t WHERE nearPrimitive(n, 4) AND n < 7 AND a > 20";
    RuleSessions.primitive(sessions.plain, "nearPrimitive");
    RuleSessions.primitive(sessions.extended, "nearPrimitive");
    RuleSessions.Outcome before = plain(query);
    RuleSessions.Outcome after = extended(query);
    assertTrue(before.optimized().contains("knownnotnull(n"), before.optimized());
    assertEquals(before.rows(), after.rows());
    assertTrue(after.calls() < before.calls(), after.optimized());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM t WHERE near(a, n) AND n > 3",
        "SELECT * FROM t JOIN u ON near(t.n, u.n) AND t.n < u.b",
        "SELECT * FROM t LEFT JOIN u ON near(t.n, u.n) AND t.n < u.n",
        "SELECT * FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE near(t.n, u.n) AND t.n + u.n > 3)",
        "SELECT * FROM t WHERE n NOT IN (SELECT n FROM u WHERE near(t.a, u.a) AND u.b > 3)",
        "SELECT * FROM t LEFT JOIN u ON t.a = u.n WHERE coalesce(near(t.a, u.a), false) = false AND t.b > 3"
      })
  void nullsGiveTheSameRows(String query) {
    assertEquals(plain(query).rows(), extended(query).rows());
  }

  @Test
  void anOrderedPlanIsLeftAlone() {
    OrderConjunctsByCost rule = new OrderConjunctsByCost(new RuleRunner());
    for (String query :
        new String[] {
          "SELECT * FROM t WHERE a > 29 AND ispos(b)",
          "SELECT * FROM t WHERE ispos(b)",
          "SELECT * FROM t WHERE ispos(b) AND near(a, b) AND 10 / b > 1",
          "SELECT * FROM t WHERE a > 29 AND (b > 3 AND s = 'x')",
          "SELECT * FROM t JOIN u ON t.a < u.a AND near(t.a, u.a)"
        }) {
      LogicalPlan plan = RuleSessions.optimized(sessions.plain, query);
      assertSame(plan, rule.apply(plan), query);
      assertEquals(plain(query).optimized(), extended(query).optimized());
    }
  }

  @Test
  void theRuleAppliedTwiceIsTheRuleAppliedOnce() {
    OrderConjunctsByCost rule = new OrderConjunctsByCost(new RuleRunner());
    LogicalPlan plan =
        RuleSessions.optimized(
            sessions.plain,
            "SELECT * FROM (SELECT * FROM t WHERE ispos(b) AND a > 9) t JOIN u ON near(t.a, u.a) AND t.b < u.b");
    LogicalPlan once = rule.apply(plan);
    assertNotSame(plan, once);
    assertSame(once, rule.apply(once));
    assertEquals(plan.output(), once.output());
  }

  @Test
  void aCachedQueryIsRecognised() {
    String query = "SELECT * FROM t WHERE ispos(b + 1) AND a > 29";
    sessions.extended.sql("CACHE TABLE kept AS " + query);
    try {
      assertTrue(extended(query).executed().contains("In-memory table kept"), extended(query).executed());
      assertEquals(0, extended(query).calls());
    } finally {
      sessions.extended.sql("UNCACHE TABLE kept");
    }
  }

  @Test
  void aForeignFunctionWithOneOfOurNamesStaysTheUsers() {
    UDF3<Integer, Integer, Integer, Boolean> theirs = (a, b, d) -> Math.abs(a - b) == d;
    sessions.plain.udf().register("eDwithin", theirs, DataTypes.BooleanType);
    sessions.extended.udf().register("theirDwithin", theirs, DataTypes.BooleanType);
    String query = "SELECT * FROM t JOIN u ON %s(t.a, u.a, 3)";
    RuleSessions.Outcome before = plain(query.formatted("eDwithin"));
    RuleSessions.Outcome after = extended(query.formatted("theirDwithin"));
    assertEquals(before.rows(), after.rows());
    assertEquals(before.optimized().replace("eDwithin", "theirDwithin"), after.optimized());
  }

  @Test
  void fewIterationsSuffice() {
    Map<String, String> few = Map.of("spark.sql.optimizer.maxIterations", "5");
    String query = "SELECT * FROM t JOIN u ON near(t.a, u.a) AND t.b < u.b WHERE ispos(t.a) AND u.a > 3";
    assertEquals(plain(query).rows(), RuleSessions.run(sessions.extended, few, query).rows());
  }
}
