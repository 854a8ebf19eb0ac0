package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
