package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names that are Spark's too: Spark's answers, descriptions and silence stay. */
final class SharedNamesTest {
  private static final String TRIP = "tgeompoint('[POINT(0 0)@2020-01-01, POINT(3 4)@2020-01-02]')";
  private static final Pattern EXAMPLE = Pattern.compile("> (SELECT .*?);", Pattern.DOTALL);

  private SparkSession session;

  @AfterEach
  void close() {
    session.stop();
  }

  @Test
  void theSharedNamesAreThese() {
    session = Sessions.with();
    Set<String> shared = SharedNames.all();
    assertTrue(shared.containsAll(List.of("length", "left", "right", "contains", "transform")), shared::toString);
  }

  @Test
  void sparksOwnExamplesGiveTheSame() {
    List<String> queries = new ArrayList<>();
    for (String name : SharedNames.all()) {
      String text =
          FunctionRegistry$.MODULE$.builtin().lookupFunction(SharedNames.identifier(name)).get().getExamples();
      Matcher example = EXAMPLE.matcher(text);
      while (example.find()) {
        queries.add(example.group(1));
      }
    }
    assertTrue(queries.size() >= SharedNames.all().size(), queries::toString);
    queries.add("SELECT length(1, 2)");
    queries.add("SELECT length(named_struct('a', 1))");
    queries.add("SELECT round(2.55, 1), abs(-1), length(NULL), left('abc', 2), system.builtin.length('abc')");
    queries.add("SELECT length(DISTINCT 'abc')");
    session = Sessions.without();
    Map<String, List<String>> plain = answers(queries);
    session.stop();
    session = Sessions.with();
    assertEquals(plain, answers(queries));
  }

  private Map<String, List<String>> answers(List<String> queries) {
    Map<String, List<String>> answers = new LinkedHashMap<>();
    for (String query : queries) {
      try {
        List<String> found = new ArrayList<>(Sessions.rows(session, query));
        found.add(session.sql(query).schema().toDDL());
        answers.put(query, found);
      } catch (Exception refused) {
        String message = refused.getMessage().lines().findFirst().orElse("");
        answers.put(query, List.of(message));
      }
    }
    return answers;
  }

  @Test
  void descriptionsAreSparks() {
    session = Sessions.without();
    List<String> plain = Sessions.rows(session, "DESCRIBE FUNCTION EXTENDED length");
    session.stop();
    session = Sessions.with();
    assertEquals(plain, Sessions.rows(session, "DESCRIBE FUNCTION EXTENDED length"));
  }

  @Test
  void oursAnswersOurShapes() {
    session = Sessions.with();
    String query =
        String.format(
            "SELECT length(%1$s), length('abc'), asText(transform(setSRID(%1$s, 32631), 25831), 6) IS NOT NULL,"
                + " transform(array(1, 2), x -> x + 1)[1], left(stbox(%1$s), 'STBOX X((9,9),(10,10))'), left('abc', 1)",
            TRIP);
    assertEquals(List.of("5.0|3|true|3|true|a"), Sessions.rows(session, query));
    assertEquals(
        List.of("true"),
        Sessions.rows(session, "SELECT transform(geomFromText('POINT(9 55)', 4326), 25832) IS NOT NULL"));
    query = String.format("SELECT transform(array(%1$s), x -> length(x) + length('a'))[0]", TRIP);
    assertEquals(List.of("6.0"), Sessions.rows(session, query));
    session.sql("SELECT " + TRIP + " trip").createOrReplaceTempView("v");
    session.sql("CREATE OR REPLACE TEMPORARY VIEW w AS SELECT length(trip) l, length('ab') m FROM v");
    assertEquals(List.of("5.0|2"), Sessions.rows(session, "SELECT (SELECT max(l) FROM w), m FROM w"));
    assertEquals(
        5.0, session.table("v").select(functions.length(functions.col("trip"))).head().get(0));
  }

  @Test
  void aUsersFunctionWithOurNameAnswersWhatOursDoesNotTake() {
    session = Sessions.with();
    session.sql("CREATE TEMPORARY FUNCTION eDwithin(a INT, b INT, c INT) RETURNS BOOLEAN RETURN a + b >= c");
    assertEquals(
        List.of("true|false|true"),
        Sessions.rows(
            session,
            String.format("SELECT eDwithin(1, 2, 3), eDwithin(1, 2, 4), eDwithin(%1$s, %1$s, 1)", TRIP)));
  }

  @Test
  void aSessionStartsWithoutAWarningOfOurs() {
    Set<String> plain = Sessions.warningsOf(() -> session = Sessions.without());
    session.stop();
    Set<String> with =
        Sessions.warningsOf(
            () -> {
              session = Sessions.with();
              session.sql("SELECT length('abc'), length(" + TRIP + ")").collect();
            });
    with.removeAll(plain);
    assertEquals(Set.of(), with);
  }
}
