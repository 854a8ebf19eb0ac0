package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SafeExpressionsTest {
  private static RuleSessions sessions;

  @BeforeAll
  static void open() {
    sessions = new RuleSessions();
    StructType type =
        StructType.fromDDL(
            "i INT, l BIGINT, x DOUBLE, d DECIMAL(10, 2), s STRING, t TIMESTAMP, day DATE, a ARRAY<INT>, b BOOLEAN,"
                + " r STRUCT<u: INT, v: DOUBLE>");
    sessions.table("t", 0, 1, type, i -> null);
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  /** Whether an expression cannot throw with ANSI arithmetic, and without it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          i < 3                                  | true  | true
          i <=> l                                | true  | true
          NOT (i = 3 OR x > 2.5)                 | true  | true
          i IN (1, 2, 3)                         | true  | true
          i IN (l, 2)                            | true  | true
          greatest(t, t) <= least(t, t)          | true  | true
          s LIKE 'a%b_'                          | true  | true
          s LIKE 'a!%' ESCAPE '!'                | false | false
          startswith(s, 'x')                     | true  | true
          coalesce(i, 3) = 3                     | true  | true
          CASE WHEN b THEN x ELSE 0.5D END       | true  | true
          r.v > r.u                              | true  | true
          x + x * x - x                          | true  | true
          -x                                     | true  | true
          abs(x - x) < 300                       | true  | true
          sqrt(pow(x, 2) + x)                    | true  | true
          year(day) = 2026                       | true  | true
          cast(t AS DATE)                        | true  | true
          i + l                                  | false | true
          i * i                                  | false | true
          -i                                     | false | true
          abs(i)                                 | false | true
          d + d                                  | false | true
          x / x                                  | false | true
          i % i                                  | false | true
          cast(s AS INT)                         | false | true
          cast(l AS INT)                         | false | true
          cast(i AS STRING)                      | true  | true
          cast(i AS BIGINT)                      | true  | true
          cast(day AS TIMESTAMP)                 | false | false
          cast(s AS DATE)                        | false | false
          t + INTERVAL 1 HOUR                    | false | false
          a[i]                                   | false | true
          element_at(a, i)                       | false | false
          counted(i)                             | false | false
          raise_error('x')                       | false | false
          i > (SELECT max(id) FROM range(3))     | true  | true
          """)
  void isKnownFromTheExpressionItself(String sql, boolean ansi, boolean lenient) {
    assertEquals(ansi, cannotThrow(sql, "true"), sql);
    assertEquals(lenient, cannotThrow(sql, "false"), sql + " without ANSI");
  }

  private static boolean cannotThrow(String sql, String ansi) {
    LogicalPlan plan =
        RuleSessions.with(
            sessions.plain,
            Map.of("spark.sql.ansi.enabled", ansi),
            s -> RuleSessions.optimized(s, "SELECT " + sql + " AS it FROM t"));
    Expression it = (Expression) ((Project) plan).projectList().apply(0);
    return SafeExpressions.cannotThrow(((Alias) it).child());
  }
}
