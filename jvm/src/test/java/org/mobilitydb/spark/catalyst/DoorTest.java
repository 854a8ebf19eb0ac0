package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values of every type through the door and back; what must not pass; and the session goes on. */
final class DoorTest {
  private static final String TRIP = "tgeompoint('[POINT(0 0)@2020-01-01, POINT(3 4)@2020-01-02]')";
  private static final Map<String, String> INTERPRETED =
      Map.of("spark.sql.codegen.wholeStage", "false", "spark.sql.codegen.factoryMode", "NO_CODEGEN");

  private static SparkSession session;

  @BeforeAll
  static void open() {
    session = Sessions.with();
  }

  @AfterAll
  static void close() {
    session.stop();
  }

  static List<List<String>> texts() {
    return List.of(
        List.of("tgeompoint", "POINT(1 2)@1969-07-20 20:17:40.123456+00"),
        List.of("tgeompoint", "{POINT(1 2)@0850-01-01 00:00:00+00, POINT(1 2)@1999-12-31 23:59:59.999999+00}"),
        List.of("tgeompoint", "[POINT Z (1 2 3)@2000-01-01 00:00:00+00, POINT Z (4 5 6)@2000-01-02 00:00:00+00)"),
        List.of("tgeompoint", "{[POINT(1 2)@2000-01-01 00:00:00+00], (POINT(1 2)@2000-01-02 00:00:00+00, POINT(3 4)@2000-01-03 00:00:00+00]}"),
        List.of("tgeogpoint", "[POINT(12.5 55)@2000-01-01 00:00:00+00, POINT(13 55)@2000-01-02 00:00:00+00]"),
        List.of("tfloat", "[-1.5@1900-01-01 00:00:00+00, 2@2000-01-02 00:00:00+00]"),
        List.of("tint", "{-1@1900-01-01 00:00:00+00, 2147483647@2000-01-02 00:00:00+00}"),
        List.of("tbool", "[t@1900-01-01 00:00:00+00, f@2000-01-02 00:00:00+00]"),
        List.of("ttext", "{\"h\u00e9 \u4e16\"@1900-01-01 00:00:00+00, \"\"@2000-01-02 00:00:00+00}"),
        List.of("stbox", "STBOX X((1,2),(3,4))"),
        List.of("stbox", "STBOX Z((1,2,3),(4,5,6))"),
        List.of("stbox", "STBOX T([1900-01-01 00:00:00+00, 2000-01-02 00:00:00+00))"),
        List.of("stbox", "SRID=25832;STBOX XT(((1,2),(3,4)),(1900-01-01 00:00:00+00, 2000-01-02 00:00:00+00])"),
        List.of("tbox", "TBOXFLOAT X([1.5, 2))"),
        List.of("tbox", "TBOXFLOAT XT([1, 2],[1900-01-01 00:00:00+00, 2000-01-02 00:00:00+00])"),
        List.of("tboxint", "TBOXINT XT([1, 3),[1900-01-01 00:00:00+00, 2000-01-02 00:00:00+00])"),
        List.of("tstzspan", "(1900-01-01 00:00:00+00, 2000-01-02 00:00:00+00]"),
        List.of("floatspan", "[-1.5, 2)"),
        List.of("intspan", "[-1, 3)"),
        List.of("tstzset", "{\"1900-01-01 00:00:00+00\", \"2000-01-02 00:00:00+00\"}"),
        List.of("tstzspanset", "{[1900-01-01 00:00:00+00, 1900-01-02 00:00:00+00), [2000-01-01 00:00:00+00, 2000-01-02 00:00:00+00]}"));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void textOfEveryTypeComesBack(List<String> typeAndText) {
    roundTrip(typeAndText.get(0), typeAndText.get(1));
    try {
      INTERPRETED.forEach((key, value) -> session.conf().set(key, value));
      roundTrip(typeAndText.get(0), typeAndText.get(1));
    } finally {
      INTERPRETED.keySet().forEach(session.conf()::unset);
    }
  }

  private static void roundTrip(String type, String text) {
    view("texts", Arrays.asList(text, null, text));
    String query = String.format("SELECT asText(v), v IS NULL FROM (SELECT %s(v) v FROM texts)", type);
    assertEquals(List.of(text + "|false", "null|true", text + "|false"), Sessions.rows(session, query));
    session.sql("SELECT " + type + "(v) v FROM texts").write().mode("overwrite").parquet("target/door-values");
    session.read().parquet("target/door-values").createOrReplaceTempView("stored");
    List<String> stored = Sessions.rows(session, "SELECT asText(v), v IS NULL FROM stored ORDER BY 2, 1");
    assertEquals(List.of(text + "|false", text + "|false", "null|true"), stored);
  }

  private static void view(String name, List<String> texts) {
    StructField field = new StructField("v", DataTypes.StringType, true, Metadata.empty());
    List<Row> rows = new ArrayList<>();
    texts.forEach(text -> rows.add(RowFactory.create(text)));
    session
        .createDataFrame(rows, new StructType(new StructField[] {field}))
        .coalesce(1)
        .createOrReplaceTempView(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // Types and lengths that are not what the reader is asked for.
        "0127000100000000000000000060D71D14000000 | MOBILITY_INVALID_BINARY",
        "'' | MOBILITY_INVALID_BINARY",
        "01 | MOBILITY_INVALID_BINARY",
        "012E00010101000000 | MOBILITY_INVALID_BINARY",
        "012E00010101000000000000000000F03F | MOBILITY_INVALID_BINARY",
        // 2^31 - 1 instants in 30 bytes.
        "012E000EFFFFFF7F03010101000000000000000000F03F000000000000004000 | MOBILITY_INVALID_BINARY",
      })
  @Tag("check-jni")
  void bytesOfSomethingElseAreAnErrorOrNull(String hex, String condition) {
    view("hexes", List.of(hex));
    Exception refused =
        assertThrows(
            Exception.class,
            () -> session.sql("SELECT length(tgeompointFromEWKB(unhex(v))) FROM hexes").collect());
    assertTrue(text(refused).contains("[" + condition + "]"), text(refused));
    assertEquals(
        List.of("true"),
        Sessions.rows(session, "SELECT try_tgeompointFromEWKB(unhex(v)) IS NULL FROM hexes"));
    assertEquals(1, Sessions.value(session, "SELECT 1"));
  }

  @Test
  void aThousandRandomBlobsAreNull() {
    Random random = new Random(11);
    List<String> blobs = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      StringBuilder hex = new StringBuilder(i % 2 == 0 ? "012E00" : "");
      while (hex.length() < 128) {
        hex.append(String.format("%02X", random.nextInt(256)));
      }
      blobs.add(hex.toString());
    }
    view("blobs", blobs);
    String count = "SELECT count(*), count(try_tgeompointFromEWKB(unhex(v))) FROM blobs";
    assertEquals(List.of("1000|0"), Sessions.rows(session, count));
  }

  @Test
  void nestingWithoutEndIsAnError() {
    String deep = "GEOMETRYCOLLECTION(".repeat(1_000_000) + "POINT(1 1)";
    view("deep", List.of(deep));
    assertEquals(
        List.of("true"), Sessions.rows(session, "SELECT try_geomFromText(v) IS NULL FROM deep"));
    assertThrows(
        Exception.class, () -> session.sql("SELECT geomFromText(v) FROM deep").collect());
    assertEquals(1, Sessions.value(session, "SELECT 1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "named_struct('box', NULL, 'tgeompoint', t.tgeompoint) | incomplete tgeompoint: field box is NULL",
        "named_struct('box', t.box, 'tgeompoint', CAST(NULL AS BINARY)) | incomplete tgeompoint: field tgeompoint is NULL",
        "named_struct('box', stbox('STBOX X((1,1),(2,2))'), 'tgeompoint', t.tgeompoint) | incomplete tgeompoint: field time in the box is NULL",
        "named_struct('box', expandTime(t.box, '1 hour'), 'tgeompoint', t.tgeompoint) | first time",
        "named_struct('box', setSRID(t.box, 4326), 'tgeompoint', t.tgeompoint) | SRID",
        "named_struct('box', t.box, 'tgeompoint', tgeogpoint('[POINT(0 0)@2020-01-01, POINT(3 4)@2020-01-02]').tgeogpoint) | type",
      })
  void aStructPutTogetherByHandIsRefused(String struct, String message) {
    String cast = "CAST(" + struct + " AS " + Sessions.value(session, "SELECT mobility_ddl('tgeompoint')") + ")";
    String query = "SELECT length(" + cast + ") FROM (SELECT " + TRIP + " t FROM range(2))";
    Exception refused = assertThrows(Exception.class, () -> session.sql(query).collect());
    assertTrue(text(refused).contains(message), text(refused));
  }

  @Test
  @Tag("check-jni")
  void aUnionThatRelabelsAStructIsCaught() {
    String query =
        "SELECT length(t) FROM (SELECT "
            + TRIP
            + " t UNION ALL SELECT tgeogpoint('[POINT(0 0)@2020-01-01, POINT(3 4)@2020-01-02]') t)";
    Exception refused = assertThrows(Exception.class, () -> session.sql(query).collect());
    assertTrue(text(refused).contains("[MOBILITY_BOX_MISMATCH]"), text(refused));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t | true",
        "named_struct('box', NULL, 'tgeompoint', t.tgeompoint) | false",
        "named_struct('box', t.box, 'tgeompoint', CAST(NULL AS BINARY)) | false",
        "named_struct('box', t.box, 'tgeompoint', unhex('0127')) | false",
        "named_struct('box', expandSpace(t.box, 1), 'tgeompoint', t.tgeompoint) | false",
        "named_struct('box', t.box, 'tgeompoint', unhex(asHexEWKB(t, 'XDR'))) | false",
        "NULL | null",
      })
  void isValidTellsWhatAConstructorMakes(String struct, String answer) {
    String cast = "CAST(" + struct + " AS " + Sessions.value(session, "SELECT mobility_ddl('tgeompoint')") + ")";
    assertEquals(
        List.of(answer),
        Sessions.rows(
            session, "SELECT isValid(" + cast + ") FROM (SELECT " + TRIP + " t FROM range(1))"));
  }

  @Test
  void refreshMakesTheBoxAnew() {
    String broken =
        "CAST(named_struct('box', expandTime(t.box, '1 hour'), 'tgeompoint', t.tgeompoint) AS "
            + Sessions.value(session, "SELECT mobility_ddl('tgeompoint')")
            + ")";
    assertEquals(
        List.of("true|true"),
        Sessions.rows(
            session,
            "SELECT refresh(" + broken + ") = t, isValid(refresh(" + broken + ")) FROM (SELECT " + TRIP + " t FROM range(1))"));
  }

  @Test
  void sparksOwnGeometryIsAGeometry() {
    assertEquals(
        List.of("SRID=4326;POINT(1 2)|SRID=25832;POINT(1 2)@2020-01-01 00:00:00+00"),
        Sessions.rows(
            session,
            "SELECT geomAsEWKT(ST_GeogFromWKB(unhex('0101000000000000000000F03F0000000000000040'))),"
                + " asEWKT(tgeompoint(ST_SetSrid(ST_GeomFromWKB(unhex('0101000000000000000000F03F0000000000000040')), 25832),"
                + " TIMESTAMP '2020-01-01'))"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"array(TIMESTAMP '2020-01-01', NULL)", "array(CAST(NULL AS TIMESTAMP))"})
  void aNullElementIsAnError(String array) {
    Exception refused =
        assertThrows(
            Exception.class,
            () -> session.sql("SELECT atTime(" + TRIP + ", " + array + ") FROM range(1)").collect());
    assertTrue(text(refused).contains("[MOBILITY_NULL_ELEMENT]"), text(refused));
  }

  @Test
  @Tag("check-jni")
  void setsAreSortedOnEntryAndEmptyOnesGiveNull() {
    assertEquals(
        "{POINT(0 0)@2020-01-01 00:00:00+00, POINT(3 4)@2020-01-02 00:00:00+00}",
        Sessions.value(
            session,
            "SELECT asText(atTime(" + TRIP + ", array(DATE '2020-01-02', DATE '2020-01-01', DATE '2020-01-02')))"));
    assertEquals(
        List.of("true|false"),
        Sessions.rows(
            session,
            String.format(
                "SELECT atTime(%1$s, array()) IS NULL, minusTime(%1$s, CAST(array() AS ARRAY<TIMESTAMP>)) IS NULL",
                TRIP)));
  }

  /** As text, in bytes, in a constructor, and in a row of an aggregate. */
  @ParameterizedTest
  @CsvSource({"NaN, 000000000000F87F", "Infinity, 000000000000F07F", "-Infinity, 000000000000F0FF"})
  void aCoordinateThatIsNotFiniteIsAnErrorHoweverItComes(String number, String hex) {
    session
        .sql(
            "SELECT number, double(number) x, replace(asHexEWKB(tgeompoint('POINT(1 0)@2020-01-01')), '000000000000F03F', hex) hex"
                + " FROM VALUES ('" + number + "', '" + hex + "') AS v(number, hex)")
        .createOrReplaceTempView("numbers");
    for (String call :
        List.of(
            "tgeompoint(concat('POINT(', number, ' 0)@2020-01-01'))",
            "tgeompointFromHexEWKB(hex)",
            "tgeompointFromEWKB(unhex(hex))",
            "tgeompoint(x, 0D, TIMESTAMP '2020-01-01')",
            "geomFromText(concat('POINT(', number, ' 0)'))",
            "stbox(concat('STBOX X((', number, ',0),(1,1))'))")) {
      refused("SELECT " + call + " FROM numbers", "MOBILITY_INVALID_");
      assertEquals(List.of("true"), Sessions.rows(session, "SELECT try_" + call + " IS NULL FROM numbers"));
    }
    refused("SELECT tgeompointSeq(x, 0D, TIMESTAMP '2020-01-01') FROM numbers", "[MOBILITY_INVALID_VALUE]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "overlaps(stbox('SRID=4326;STBOX X((0,0),(2,2))'), stbox('SRID=3857;STBOX X((5,5),(7,7))')) | 4326 and 3857",
        "eDwithin(setSRID(t, 4326), setSRID(t, 3857), 1) | 4326 and 3857",
        "nearestApproachDistance(setSRID(t, 4326), setSRID(t, 3857)) | 4326 and 3857",
        "eIntersects(setSRID(t, 4326), geomFromText('SRID=3857;POLYGON((5 5,7 5,7 7,5 5))')) | 4326 and 3857",
        // An unknown system is a system too.
        "eIntersects(t, geomFromText('SRID=4326;POLYGON((5 5,7 5,7 7,5 5))')) | 0 and 4326",
        "eDwithin(t, setSRID(t, 3857), 1) | 0 and 3857",
        "atStbox(t, stbox('SRID=4326;STBOX X((0,0),(2,2))')) | 0 and 4326",
        "tgeompointSeq(array(t0, setSRID(t1, 4326))) | 0 and 4326",
      })
  void twoReferenceSystemsAreAnErrorThatNamesBoth(String call, String message) {
    String points = "tgeompoint('POINT(0 0)@2020-01-01') t0, tgeompoint('POINT(1 1)@2020-01-02') t1";
    refused("SELECT " + call + " FROM (SELECT " + TRIP + " t, " + points + " FROM range(1))", message);
  }

  @Test
  void equalCoordinatesInTwoReferenceSystemsAreNotEqual() {
    String query =
        "SELECT a = b, a <=> b, stbox(a) = stbox(b), a IN (b), count(DISTINCT v) FROM (SELECT *, explode(array(a, b)) v FROM"
            + " (SELECT setSRID(%1$s, 4326) a, setSRID(%1$s, 3857) b FROM range(1))) GROUP BY a, b";
    assertEquals(List.of("false|false|false|false|2"), Sessions.rows(session, query.formatted(TRIP)));
  }

  private static void refused(String query, String message) {
    Exception refused = assertThrows(Exception.class, () -> session.sql(query).collect(), query);
    assertTrue(text(refused).contains(message), () -> query + ": " + text(refused));
  }

  private static String text(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      text.append(t.getMessage()).append('\n');
    }
    return text.toString();
  }
}
