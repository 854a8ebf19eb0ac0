package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Plans in which no function is called where a rule could act are those of Spark without the extension. */
final class UnrelatedQueriesTest {
  private static final String QUERIES =
      """
      SELECT 1;
      SELECT a, b FROM t WHERE a > 3 AND b < 5 AND s = 'x';
      SELECT * FROM t JOIN u ON t.a = u.a WHERE t.b > 3 AND u.s LIKE '1%';
      SELECT * FROM t JOIN u ON t.a < u.a AND t.b = u.b;
      SELECT * FROM t, u WHERE t.a + u.a = 7;
      SELECT * FROM t CROSS JOIN u;
      SELECT * FROM t LEFT JOIN u ON t.a < u.a;
      SELECT * FROM t FULL JOIN u ON t.a = u.n AND t.b > 10 / (u.b + 1);
      SELECT * FROM t LEFT SEMI JOIN u ON t.n = u.n;
      SELECT * FROM t LEFT ANTI JOIN u ON t.n = u.n AND t.a > u.a;
      SELECT b, count(*), avg(a), max(s) FROM t GROUP BY b HAVING count(*) > 2 AND max(a) > 10 ORDER BY b;
      SELECT b, grouping(s), sum(a) FROM t GROUP BY ROLLUP (b, s);
      SELECT DISTINCT b FROM t;
      SELECT count(DISTINCT b), max(s) FROM t;
      SELECT a, row_number() OVER (PARTITION BY b ORDER BY a) r FROM t QUALIFY r < 3;
      SELECT a, sum(b) OVER (ORDER BY a ROWS 2 PRECEDING) FROM t;
      WITH c AS (SELECT b, max(a) m FROM t GROUP BY b) SELECT * FROM c x JOIN c y ON x.m = y.b;
      SELECT * FROM t WHERE a IN (SELECT a FROM u WHERE u.b > t.b);
      SELECT * FROM t WHERE n NOT IN (SELECT n FROM u);
      SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a AND u.b < 3);
      SELECT * FROM t WHERE a > (SELECT avg(a) FROM u WHERE u.b = t.b) AND b > 3;
      SELECT a FROM t UNION ALL SELECT a FROM u WHERE b > 3;
      SELECT a FROM t UNION SELECT b FROM u;
      SELECT a FROM t INTERSECT SELECT b FROM u;
      SELECT a FROM t EXCEPT SELECT b FROM u;
      SELECT a, e FROM t LATERAL VIEW explode(array(a, b)) x AS e WHERE e > 3 AND a < 7;
      SELECT * FROM t, LATERAL (SELECT max(a) m FROM u WHERE u.b = t.b);
      SELECT * FROM (SELECT b, s, a FROM t) PIVOT (sum(a) FOR b IN (1, 2, 3));
      SELECT /*+ BROADCAST(u) */ t.a FROM t JOIN u ON t.a < u.a;
      SELECT /*+ SHUFFLE_REPLICATE_NL(u) */ t.a FROM t JOIN u ON t.a = u.a;
      SELECT /*+ REPARTITION(3, b) */ * FROM t WHERE a > 3 ORDER BY a LIMIT 5;
      SELECT * FROM t TABLESAMPLE (50 PERCENT) REPEATABLE (3) WHERE a > 3 AND rand(3) < 0.5;
      SELECT transform(array(a, b), x -> x + 1), filter(array(a, b), x -> x > 3 AND x < 7) FROM t;
      SELECT from_json(s, 'x INT'), to_json(struct(a, b)), get_json_object(s, '$.x') FROM t;
      SELECT length(s), left(s, 1), round(a / 3.0, 1), url_encode(s) FROM t WHERE length(s) > 0 AND contains(s, '1');
      SELECT counted(a) FROM t;
      SELECT a FROM t WHERE ispos(a);
      SELECT a FROM t WHERE a > 3 AND ispos(a);
      SELECT b, max(counted(a)) FROM t GROUP BY b HAVING max(counted(a)) > 3;
      SELECT t.a FROM t JOIN u ON near(t.a, u.a);
      SELECT x.f FROM (SELECT counted(a) f FROM t) x JOIN u ON x.f = u.a;
      SELECT * FROM VALUES (1, 'x'), (2, 'y') AS v(k, w) WHERE k > 1;
      SELECT * FROM range(10) r JOIN range(10) q ON r.id < q.id AND r.id % 3 = q.id % 3;
      CREATE OR REPLACE TEMP VIEW again AS SELECT * FROM t WHERE a > 3 AND b > 3;
      SHOW FUNCTIONS LIKE 'abs';
      DESCRIBE t;
      EXPLAIN EXTENDED SELECT * FROM range(3) WHERE id > 1;
      SET spark.sql.shuffle.partitions;
      CACHE LAZY TABLE lazily AS SELECT a FROM t WHERE b > 3;
      UNCACHE TABLE lazily;
      """;

  private static RuleSessions sessions;

  @BeforeAll
  static void open() {
    sessions = new RuleSessions();
    sessions.numbers("t", 40, 4);
    sessions.numbers("u", 40, 4);
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  static Stream<String> queries() {
    return Stream.of(QUERIES.split(";\n"));
  }

  @ParameterizedTest
  @MethodSource("queries")
  void plansStayAsTheyAre(String query) {
    Map<String, String> settings = Map.of("spark.sql.adaptive.enabled", "false");
    RuleSessions.Outcome before = RuleSessions.run(sessions.plain, settings, query);
    RuleSessions.Outcome after = RuleSessions.run(sessions.extended, settings, query);
    assertEquals(before.optimized(), after.optimized());
    assertEquals(before.executed(), after.executed());
    if (!query.startsWith("EXPLAIN")) {
      assertEquals(before.rows(), after.rows());
    }
  }
}
