package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

final class MobilitySparkExtensionsTest {
  @Test
  void aSessionWithTheExtensionAnswersAQuery() {
    SparkSession session =
        SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.extensions", MobilitySparkExtensions.class.getName())
            .getOrCreate();
    try {
      assertEquals(3L, session.sql("SELECT sum(id) FROM range(3)").head().getLong(0));
    } finally {
      session.stop();
    }
  }

  @Test
  void aSessionThatRunsAlreadyGetsNoFunctionsAndSaysSo() {
    SparkSession running = Sessions.without();
    try {
      SparkSession same = Sessions.with();
      String message =
          assertThrows(AnalysisException.class, () -> same.sql("SELECT mobility_version()")).getMessage();
      assertTrue(message.startsWith("[UNRESOLVED_ROUTINE] Cannot resolve routine `mobility_version`"), message);
    } finally {
      running.stop();
    }
  }

  @Test
  void anotherSparkIsRefusedInOneLine() {
    assertDoesNotThrow(() -> MobilitySparkExtensions.requireSupported("4.2.0"));
    for (String version : new String[] {"3.5.9", "4.1.3", "5.0.0"}) {
      String message =
          assertThrows(
                  IllegalStateException.class,
                  () -> MobilitySparkExtensions.requireSupported(version))
              .getMessage();
      assertEquals(
          "MobilitySpark " + Catalog.get().version() + " supports Spark 4.2.x, 4.3.x; this is Spark " + version,
          message);
    }
  }
}
