package org.mobilitydb.spark.catalyst;

import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** What {@code spark.sql.extensions} names: gives a session the functions and rules of MobilitySpark. */
public final class MobilitySparkExtensions
    extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
  /** Called by Spark, by reflection. */
  public MobilitySparkExtensions() {}

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    return BoxedUnit.UNIT;
  }
}
