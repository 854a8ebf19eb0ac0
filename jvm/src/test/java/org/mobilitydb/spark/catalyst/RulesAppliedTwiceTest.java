package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.optimizer.Optimizer;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a rule has made of a plan it leaves as it is: optimization ends, and cached plans are found again. */
final class RulesAppliedTwiceTest {
  private static final List<String> CONDITIONS =
      List.of(
          "eDwithin(x.trip, y.trip, 1.5D) AND x.id < y.id",
          "eDwithin(x.trip, y.trip, 1.5D) AND overlaps(stbox(x.trip), stbox(y.trip)) AND Xmax(stbox(x.trip)) < 9",
          "x.id < y.id AND nearestApproachDistance(x.trip, y.trip) < 3 AND near(x.id, y.id)",
          "ispos(x.id) AND (eDwithin(x.trip, y.trip, 2D) OR x.id = y.id) AND x.id + y.id > 7",
          "x.id = y.id AND eDwithin(x.trip, y.trip, 2D) AND Tmin(stbox(y.trip)) > TIMESTAMP '2020-01-01'");
  private static final List<String> JOINS =
      List.of("JOIN", "LEFT JOIN", "RIGHT JOIN", "FULL JOIN", "LEFT SEMI JOIN", "LEFT ANTI JOIN");
  private static final List<String> AROUND =
      List.of(
          "%s",
          "SELECT count(*) FROM (%s) WHERE ispos(id) AND id > 3",
          "SELECT * FROM (%s) q JOIN trips z ON near(q.id, z.id) AND q.id < z.id WHERE eDwithin(z.trip, z.trip, q.id) AND z.id > 2",
          "SELECT * FROM trips z WHERE numInstants(z.trip) > 1 AND z.id IN (%s) AND z.id > 1",
          "SELECT id FROM (%s) UNION SELECT id FROM trips WHERE eDwithin(trip, trip, 1D) AND id < 5");

  private static RuleSessions sessions;

  @BeforeAll
  static void open() {
    sessions = new RuleSessions();
    sessions.numbers("t", 40, 4);
    sessions.numbers("u", 40, 4);
    String trips = "SELECT a id, tgeompoint(concat('[POINT(0 ', a, ')@2020-01-01, POINT(9 ', a, ')@2020-01-02]')) trip FROM t";
    sessions.extended.sql(trips).createOrReplaceTempView("trips");
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  private static Stream<String> queries() {
    List<String> ours = new ArrayList<>();
    for (String condition : CONDITIONS) {
      for (String join : JOINS) {
        for (String around : AROUND) {
          ours.add(around.formatted("SELECT x.id FROM trips x " + join + " trips y ON " + condition));
        }
      }
    }
    return Stream.concat(ours.stream(), UnrelatedQueriesTest.queries().filter(q -> q.matches("(?s)(SELECT|WITH).*")));
  }

  /** The rules of ours among those of the session's optimizer. */
  private static List<Rule<LogicalPlan>> rules() {
    Optimizer optimizer =
        ((org.apache.spark.sql.classic.SparkSession) sessions.extended).sessionState().optimizer();
    return Stream.of(optimizer.extendedOperatorOptimizationRules(), optimizer.preCBORules())
        .flatMap(rules -> Scala.list(rules).stream())
        .filter(rule -> rule.getClass().getName().startsWith("org.mobilitydb."))
        .toList();
  }

  @Test
  void theSecondTimeARuleChangesNothing() {
    List<Rule<LogicalPlan>> rules = rules();
    assertTrue(rules.stream().anyMatch(OrderConjunctsByCost.class::isInstance), rules::toString);
    Map<String, String> off = Map.of(MobilitySettings.ORDER_CONJUNCTS_BY_COST.key(), "false");
    int plans = 0;
    int changed = 0;
    for (String query : queries().toList()) {
      LogicalPlan plan = RuleSessions.with(sessions.extended, off, s -> RuleSessions.optimized(s, query));
      for (Rule<LogicalPlan> rule : rules) {
        LogicalPlan once = rule.apply(plan);
        LogicalPlan twice = rule.apply(once);
        assertTrue(twice.fastEquals(once), () -> rule.ruleName() + ": " + query + "\n" + once + "\n" + twice);
        changed += once == plan ? 0 : 1;
      }
      plans++;
    }
    assertTrue(plans > 190 && changed > 90, plans + " plans, of which rules changed " + changed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT x.id, y.id other FROM trips x JOIN trips y ON eDwithin(x.trip, y.trip, 1.5D) AND x.id < y.id",
        "SELECT x.id FROM trips x WHERE EXISTS (SELECT 1 FROM trips y WHERE eDwithin(x.trip, y.trip, 1.5D) AND x.id < y.id)",
        "SELECT id, length(trip) FROM trips WHERE eDwithin(trip, trip, 1D) AND id > 3"
      })
  void theTextOfACachedQueryFindsTheCache(String query) {
    Dataset<Row> cached = sessions.extended.sql(query).cache();
    try {
      long rows = cached.count();
      RuleSessions.Outcome again = RuleSessions.run(sessions.extended, Map.of(), query);
      assertEquals(rows, again.rows().size());
      assertTrue(again.executed().contains("InMemoryTableScan"), again.executed());
      String above = "SELECT count(*) FROM (" + query + ") WHERE id > 5";
      assertTrue(RuleSessions.run(sessions.extended, Map.of(), above).executed().contains("InMemoryTableScan"));
    } finally {
      cached.unpersist(true);
    }
  }

  @Test
  void fewIterationsOfTheOptimizerAreEnough() {
    Map<String, String> few = Map.of("spark.sql.optimizer.maxIterations", "5");
    String query = AROUND.get(2).formatted("SELECT x.id FROM trips x JOIN trips y ON " + CONDITIONS.get(1));
    Set<String> warnings = Sessions.warningsOf(() -> RuleSessions.run(sessions.extended, few, query));
    assertEquals(List.of(), warnings.stream().filter(text -> text.contains("terations")).toList());
  }
}
