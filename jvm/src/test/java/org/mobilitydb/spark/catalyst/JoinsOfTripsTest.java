package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of joins by nearness and meeting: the same with the rules and without them, however Spark runs the join. */
final class JoinsOfTripsTest {
  private static final String ADAPTIVE = "spark.sql.adaptive.enabled";
  private static final String BROADCAST = "spark.sql.autoBroadcastJoinThreshold";
  private static final String PARTITIONS = "spark.sql.shuffle.partitions";

  private static SparkSession session;

  @BeforeAll
  static void open() {
    session = Sessions.with();
  }

  @AfterAll
  static void close() {
    session.stop();
  }

  /** Ten minutes from one place to another. */
  private static String trip(String from, String to) {
    return "tgeompoint('[POINT(%s)@2020-01-01 10:00, POINT(%s)@2020-01-01 10:10]')".formatted(from, to);
  }

  /** A square of two units a side. */
  private static String square(int x, int y) {
    return "geomFromText('POLYGON((%1$d %2$d,%3$d %2$d,%3$d %4$d,%1$d %4$d,%1$d %2$d))')".formatted(x, y, x + 2, y + 2);
  }

  private static void view(String name, String columns, int partitions, String... rows) {
    session
        .sql("SELECT * FROM VALUES " + String.join(", ", rows) + " AS v(" + columns + ")")
        .repartition(partitions)
        .createOrReplaceTempView(name);
  }

  /** Rules and AQE. */
  private static final List<List<String>> WAYS = List.of(List.of("true", "true"), List.of("true", "false"), List.of("false", "true"));

  /** The rows of a query, sorted, which are the same with the rules, without AQE, and without the rules. */
  private static List<String> rows(String query, String... settings) {
    List<List<String>> answers = new ArrayList<>();
    for (List<String> way : WAYS) {
      Map<String, String> all = new TreeMap<>(Map.of(ADAPTIVE, way.get(1)));
      all.put(MobilitySettings.ORDER_CONJUNCTS_BY_COST.key(), way.get(0));
      all.put(MobilitySettings.MATERIALIZE_NESTED_LOOP_SIDES.key(), way.get(0));
      for (int i = 0; i < settings.length; i += 2) {
        all.put(settings[i], settings[i + 1]);
      }
      answers.add(RuleSessions.run(session, all, query).rows());
    }
    assertEquals(1, answers.stream().distinct().count(), answers::toString);
    return answers.get(0);
  }

  /** One row of a name for every kind of join, as in: inner 1-1 1-2. */
  private static String everyJoin(String left, String right) {
    StringBuilder query = new StringBuilder();
    for (String kind : List.of("INNER", "LEFT", "RIGHT", "FULL", "LEFT SEMI", "LEFT ANTI")) {
      String pair = kind.startsWith("LEFT ") ? "string(t.id)" : "concat(nvl(string(t.id), '.'), '-', nvl(string(z.id), '.'))";
      query
          .append(query.isEmpty() ? "" : " UNION ALL ")
          .append("SELECT '%s' kind, %s pair FROM %s t %1$s JOIN %s z".formatted(kind, pair, left, right))
          .append(" ON eIntersects(t.trip, z.area)");
    }
    return "SELECT concat(kind, ' ', array_join(sort_array(collect_list(pair)), ' ')) FROM (" + query + ") GROUP BY kind";
  }

  @ParameterizedTest
  @CsvSource({"1, -1", "7, -1", "64, 10485760"})
  void everyKindOfJoinGivesItsRows(int partitions, String broadcast) {
    view(
        "crossings",
        "id, trip",
        partitions,
        "(1, " + trip("0 0", "10 0") + ")",
        "(2, " + trip("0 0", "4 0") + ")",
        "(3, " + trip("0 9", "9 9") + ")",
        "(4, NULL)",
        "(5, " + trip("50 0", "60 0") + ")");
    view("zones", "id, area", partitions, "(1, " + square(1, -1) + ")", "(2, " + square(6, -1) + ")", "(3, " + square(90, 90) + ")");
    List<String> every =
        List.of(
            "[FULL .-3 1-1 1-2 2-1 3-. 4-. 5-.]",
            "[INNER 1-1 1-2 2-1]",
            "[LEFT 1-1 1-2 2-1 3-. 4-. 5-.]",
            "[LEFT ANTI 3 4 5]",
            "[LEFT SEMI 1 2]",
            "[RIGHT .-3 1-1 1-2 2-1]");
    String query = everyJoin("crossings", "zones");
    if (partitions != 7) {
      assertEquals(every, RuleSessions.run(session, Map.of(BROADCAST, broadcast), query).rows());
    } else {
      assertEquals(every, rows(query, BROADCAST, broadcast));
      String none = "(SELECT * FROM crossings WHERE id > 9)";
      assertEquals(List.of("[FULL .-1 .-2 .-3]", "[RIGHT .-1 .-2 .-3]"), rows(everyJoin(none, "zones"), BROADCAST, broadcast));
      none = "(SELECT * FROM zones WHERE id > 9)";
      assertEquals(
          List.of("[FULL 1-. 2-. 3-. 4-. 5-.]", "[LEFT 1-. 2-. 3-. 4-. 5-.]", "[LEFT ANTI 1 2 3 4 5]"),
          rows(everyJoin("crossings", none), BROADCAST, broadcast));
    }
  }

  @Test
  void theDistanceMayBeAColumnOfTheOtherSide() {
    view("sites", "site, place, r", 2,
        "('S1', geomFromText('POINT(0 0)'), 5D)",
        "('S2', geomFromText('POINT(20 0)'), 1D)",
        "('S3', geomFromText('POINT(10 0)'), NULL)",
        "('S4', geomFromText('POINT(10 0)'), -1D)");
    view("trips", "id, trip", 2, "(7, " + trip("0 4", "20 4") + ")");
    for (String hint : List.of("", "/*+ BROADCAST(s) */", "/*+ BROADCAST(t) */", "/*+ SHUFFLE_REPLICATE_NL(t) */")) {
      for (String from :
          List.of(
              "sites s JOIN trips t ON eDwithin(t.trip, s.place, s.r)",
              "trips t, sites s WHERE eDwithin(s.place, t.trip, s.r)")) {
        assertEquals(List.of("[S1]"), rows("SELECT " + hint + " s.site FROM " + from));
        String every = "SELECT " + hint + " * FROM " + from;
        List<String> written = new ArrayList<>(List.of("site", "place", "r"));
        written.addAll(from.startsWith("sites") ? 3 : 0, List.of("id", "trip"));
        assertEquals(written, List.of(session.sql(every).columns()));
        List<Row> found = session.sql(every).collectAsList();
        assertEquals(1, found.size());
        Row row = found.get(0);
        assertEquals(List.of("S1", 5.0, 7), List.of(row.getAs("site"), row.getAs("r"), row.getAs("id")));
      }
    }
  }

  @Test
  void aRowWithoutATripMatchesNothingAndIsNotLost() {
    String[] three = {"(1, tgeompoint('POINT(0 0)@2020-01-01'))", "(2, NULL)", "(3, tgeompoint('POINT(5 5)@2020-01-01'))"};
    view("positions", "id, trip", 2, three);
    view("nulls", "id, trip", 2, "(1, CAST(NULL AS " + Sessions.value(session, "SELECT mobility_ddl('tgeompoint')") + "))");
    String join = "SELECT * FROM (SELECT a.id %s FROM %s a %s JOIN %s b ON eDwithin(a.trip, b.trip, 0))";
    assertEquals(List.of("[1,1]", "[3,3]"), rows(join.formatted(", b.id", "positions", "", "positions")));
    assertEquals(List.of("[1,1]", "[2,null]", "[3,3]"), rows(join.formatted(", b.id", "positions", "LEFT", "positions")));
    assertEquals(List.of("[2]"), rows(join.formatted("", "positions", "LEFT ANTI", "positions")));
    assertEquals(List.of(), rows(join.formatted("", "nulls", "", "positions")));
    assertEquals(List.of("[1]"), rows(join.formatted("", "nulls", "LEFT ANTI", "positions")));
    assertEquals(List.of("[1,null]", "[2,null]", "[3,null]"), rows(join.formatted(", b.id", "positions", "LEFT", "nulls")));
    String many = "(SELECT p.* FROM positions p, range(1000))";
    assertEquals(
        2_000_000L,
        Sessions.value(
            session, "SELECT count(*) FROM %s a JOIN %1$s b ON eDwithin(a.trip, b.trip, 0)".formatted(many)));
  }

  @ParameterizedTest
  @CsvSource({"1, 1, '[1,1]'", "2, 0, ''", "0, 2, ''", "3, 3, '[1,1] [1,2] [2,1] [2,2] [2,3] [3,2] [3,3]'"})
  void aFewRowsAndManyPartitions(int left, int right, String pairs) {
    String rows = "(SELECT id, tgeompoint(concat('[POINT(0 ', id, ')@2020-01-01, POINT(9 ', id, ')@2020-01-02]')) trip FROM range(1, %d, 1, 2))";
    String query =
        "SELECT a.id, b.id FROM %s a JOIN %s b ON eDwithin(a.trip, b.trip, 1)".formatted(rows.formatted(left + 1), rows.formatted(right + 1));
    for (String broadcast : List.of("-1", "10485760")) {
      assertEquals(pairs, String.join(" ", rows(query, BROADCAST, broadcast, PARTITIONS, "200")));
    }
  }

  @Test
  void onlyWhatIsWithinADistanceMatches() {
    view("apart", "id, trip", 2,
        "(1, " + trip("0 0", "10 0") + ")", "(2, " + trip("0 5", "10 5") + ")", "(3, NULL)",
        "(4, tgeompoint('POINT(0 0)@2021-01-01'))");
    String join = "SELECT %s, count(*) FROM distances JOIN apart a JOIN apart b ON eDwithin(a.trip, b.trip, %1$s)";
    view("distances", "d", 1, "(double('NaN'))", "(-1D)", "(double('-Infinity'))", "(double('Infinity'))", "(0D)", "(NULL)");
    assertEquals(List.of("[0.0,3]", "[Infinity,5]"), rows(join.formatted("d") + " GROUP BY d"));
    for (String distance : List.of("double('NaN')", "-1", "double(NULL)")) {
      assertEquals(List.of(), rows(join.formatted(distance) + " WHERE d = 0 GROUP BY 1"));
    }
    assertEquals(List.of("[Infinity,5]"), rows(join.formatted("double('Infinity')") + " WHERE d = 0 GROUP BY 1"));
  }

  @Test
  void rowsThatAreRefusedDoNotChangeTheOthers() {
    String raw = "(SELECT id, try_tgeompoint(concat('[POINT(', x, ' 0)@2020-01-01, POINT(1 0)@2020-01-02]')) trip FROM raw WHERE id IN (%s))";
    view("raw", "id, x", 2, "(1, double('NaN'))", "(2, 0D)", "(3, double('Infinity'))");
    String join = "SELECT a.id, b.id FROM %s a JOIN %1$s b ON eDwithin(a.trip, b.trip, %s)";
    for (String distance : List.of("0", "double('Infinity')")) {
      assertEquals(List.of("[2,2]"), rows(join.formatted(raw.formatted("2"), distance)));
      assertEquals(List.of("[2,2]"), rows(join.formatted(raw.formatted("1, 2, 3"), distance)));
    }
  }

  @Test
  void pairsInTwoReferenceSystemsNameBoth() {
    view("mixed", "id, trip", 2,
        "(1, setSRID(" + trip("0 0", "10 0") + ", 25832))", "(2, setSRID(" + trip("0 0", "10 0") + ", 25833))");
    String join = "SELECT a.id, b.id FROM mixed a JOIN mixed b ON %s";
    for (String condition :
        List.of(
            "eDwithin(a.trip, b.trip, 1)",
            "overlaps(a.trip, b.trip) AND eDwithin(a.trip, b.trip, 1)",
            "eDwithin(a.trip, b.trip, 1) AND overlaps(stbox(a.trip), stbox(b.trip))")) {
      String message = assertThrows(Exception.class, () -> rows(join.formatted(condition), BROADCAST, "-1")).toString();
      assertTrue(message.contains("25832 and 25833") || message.contains("25833 and 25832"), message);
    }
    assertEquals(List.of("[1,1]", "[2,2]"), rows(join.formatted("a.trip = b.trip")));
    assertEquals(List.of("[1,1]", "[2,2]"), rows(join.formatted("stbox(a.trip) = stbox(b.trip)")));
    assertEquals(List.of("[1,1]", "[2,2]"), rows(join.formatted("SRID(a.trip) = SRID(b.trip) AND eDwithin(a.trip, b.trip, 1)")));
  }
}
