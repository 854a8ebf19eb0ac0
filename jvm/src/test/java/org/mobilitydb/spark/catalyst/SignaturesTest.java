package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which overload a call means. */
final class SignaturesTest {
  private static final String TRIP = "tgeompoint('[POINT(0 0)@2020-01-01, POINT(3 4)@2020-01-02]')";

  private static SparkSession session;

  @BeforeAll
  static void open() {
    session = Sessions.with();
  }

  @AfterAll
  static void close() {
    session.stop();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "POINT(1 1)@2020-01-01 | tgeompoint",
        "SRID=4326;POINT(1 1)@2020-01-01 | tgeogpoint",
        "Interp=Step;[1@2020-01-01] | tfloat",
        "STBOX X((1,1),(2,2)) | stbox",
        "GEODSTBOX X((1,1),(2,2)) | stbox",
        "SRID=25832;STBOX X((1,1),(2,2)) | stbox",
        "TBOXFLOAT X([1,2]) | tbox",
        "TBOXINT X([1,2]) | tboxint",
        "{[2020-01-01, 2020-01-02]} | tstzspanset",
        "{(2020-01-01, 2020-01-02)} | tstzspanset",
        "[2020-01-01, 2020-01-02] | tstzspan",
        "(1, 2) | floatspan",
        "{2020-01-01} | tstzset",
        "POINT EMPTY | geometry",
        "srid=25832; Polygon((0 0,1 0,1 1,0 0)) | geometry",
        "2020-01-01 | timestamp",
        "1 hour | interval",
        "POINTLESS | timestamp",
      })
  void aConstantIsClassedByItsText(String text, String type) {
    assertTrue(Literals.classify(text).contains(type), () -> text + " is " + Literals.classify(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eDwithin(%s, %s, 1)",
        "eDwithin(%s, %s, 1.5)",
        "eDwithin(%s, %s, CAST(1 AS FLOAT))",
        "eDwithin(%s, %s, CAST(1 AS BIGINT))",
        "eDwithin(%s, '[POINT(0 0)@2020-01-01, POINT(3 4)@2020-01-02]', 1)",
        "eDwithin('POINT(0 0)@2020-01-01', '[POINT(0 0)@2020-01-01, POINT(3 4)@2020-01-02]', 1)",
        "atTime(%s, TIMESTAMP '2020-01-01') IS NOT NULL",
        "atTime(%s, DATE '2020-01-01') IS NOT NULL",
        "atTime(%s, TIMESTAMP_NTZ '2020-01-01 12:00:00') IS NOT NULL",
        "atTime(%s, '2020-01-01 12:00:00') IS NOT NULL",
        "atTime(%s, '[2020-01-01, 2020-01-02]') IS NOT NULL",
        "atTime(%s, '{[2020-01-01, 2020-01-02]}') IS NOT NULL",
        "atTime(%s, array(DATE '2020-01-01', DATE '2020-01-02')) IS NOT NULL",
        "tmax(expandTime(stbox(%s), '1 hour')) = TIMESTAMP '2020-01-02 01:00:00'",
        "tmax(expandTime(stbox(%s), INTERVAL '1' HOUR)) = TIMESTAMP '2020-01-02 01:00:00'",
        "EDWITHIN(%s, %s, 1)",
      })
  void takes(String call) {
    assertEquals(true, Sessions.value(session, "SELECT " + call.replace("%s", TRIP)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "eDwithin(1, 2, 3) | no signature takes the arguments (INT, INT, INT)",
        "eDwithin(%s, %s) | no signature takes the arguments (tgeompoint, tgeompoint)",
        "eDwithin(%s, 'STBOX X((1,1),(2,2))', 1) | no signature",
        "length(%s, 1) | no signature takes the arguments (tgeompoint, INT)",
        "asText('[POINT(0 0)@2020-01-01]') | several signatures take the arguments (STRING)",
        "eDwithin(struct(1), %s, 1) | no signature takes the arguments (STRUCT<",
        "eDwithin(a => %s, b => %s, dist => 1) | arguments are told by their places, not by names",
        "length(trip => %s) | arguments are told by their places, not by names",
      })
  void refusesAndListsTheSignatures(String call, String message) {
    AnalysisException refused =
        assertThrows(
            AnalysisException.class, () -> session.sql("SELECT " + call.replace("%s", TRIP)));
    String text = refused.getMessage();
    assertTrue(text.contains(message), text);
    String name = call.substring(0, call.indexOf('('));
    assertTrue(text.contains("accepted: " + name + "("), text);
  }

  @Test
  void aConstantThatDoesNotParseIsAnErrorWithItsPlace() {
    Exception refused =
        assertThrows(
            Exception.class,
            () -> session.sql("SELECT length(tgeompoint('[POINT(1 1)@'))").collect());
    assertTrue(refused.getMessage().contains("[MOBILITY_INVALID_TEXT]"), refused.getMessage());
    assertTrue(refused.getMessage().contains("at character 12"), refused.getMessage());
  }

  /** New York has no 02:30 on that day: its clocks go on at 02:00. */
  @ParameterizedTest
  @CsvSource({
    "UTC, 1710037800000000",
    "Asia/Tokyo, 1710005400000000",
    "America/New_York, 1710055800000000",
  })
  void aTimeWithoutAZoneIsOfTheSessionsZoneAndATimestampIsTheSameInEach(String zone, long micros) {
    String local = "'2024-03-10 02:30:00'";
    String trip = "tgeompoint('[POINT(0 0)@2024-03-09 00:00Z, POINT(1 1)@2024-03-12 00:00Z]')";
    String times =
        "SELECT array(startTimestamp(tgeompoint(1D, 1D, %1$s)), startTimestamp(tgeompoint(geomFromText('POINT(1 1)'), %1$s)),"
            + " startTimestamp(atTime(%2$s, %1$s)), startTimestamp(atTime(%2$s, array(%1$s))), tmin(stbox(geomFromText('POINT(1 1)'), %1$s)),"
            + " startTimestamp(tgeompointSeq(1D, 1D, %1$s))) FROM VALUES (%3$s) AS v(t) GROUP BY t";
    session.conf().set("spark.sql.session.timeZone", zone);
    try {
      assertEquals(
          micros,
          Sessions.value(session, "SELECT unix_micros(startTimestamp(tgeompoint('POINT(1 1)@2024-03-10 02:30:00')))"));
      String ntz = times.formatted("t", trip, "TIMESTAMP_NTZ " + local);
      assertEquals(List.of(String.valueOf(micros)), distinct(ntz));
      String absolute = times.formatted("t", trip, "timestamp_micros(1710037800000000)");
      assertEquals(List.of("1710037800000000"), distinct(absolute));
      assertEquals(List.of(String.valueOf(micros)), distinct(times.formatted("TIMESTAMP_NTZ " + local, trip, "1")));
      assertEquals(
          "POINT(1 1)@2024-03-10 02:30:00+00",
          Sessions.value(session, "SELECT asText(tgeompoint('POINT(1 1)@2024-03-10 02:30:00Z'))"));
    } finally {
      session.conf().set("spark.sql.session.timeZone", "UTC");
    }
  }

  private static List<String> distinct(String times) {
    return Sessions.rows(session, "SELECT DISTINCT unix_micros(t) FROM (SELECT explode(a) t FROM (" + times + ") AS w(a))");
  }
}
