package org.mobilitydb.spark.catalyst;

import java.util.List;
import org.apache.spark.sql.internal.SQLConf;

/** The settings of a session that this extension reads, each anew for every query. */
public final class MobilitySettings {
  /**
   * A switch.
   *
   * @param key as in {@code SET key = true}
   * @param defaultValue where the session does not set it
   * @param doc what it does
   */
  public record Switch(String key, boolean defaultValue, String doc) {
    /**
     * Whether it is on in the session whose query is being planned.
     *
     * @throws IllegalArgumentException if it is set to something else than true or false
     */
    boolean isOn() {
      String value = SQLConf.get().getConfString(key, Boolean.toString(defaultValue)).trim();
      if (value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false")) {
        return value.equalsIgnoreCase("true");
      }
      throw new IllegalArgumentException(key + " should be true or false, but was " + value);
    }
  }

  /** Switch of the rule that orders conjuncts. */
  public static final Switch ORDER_CONJUNCTS_BY_COST =
      new Switch(
          "spark.mobility.rules.orderConjunctsByCost.enabled",
          true,
          "In filters and join conditions, evaluate conjuncts that call functions after those that do not.");

  /** Switch of the rule that keeps the sides of nested loops. */
  public static final Switch MATERIALIZE_NESTED_LOOP_SIDES =
      new Switch(
          "spark.mobility.rules.materializeNestedLoopSides.enabled",
          true,
          "Where a join runs as a product of partitions, put an exchange on each side that calls functions, so that they"
              + " run once a row and not once for every partition of the other side.");

  /** Whether a rule that fails ends the query. */
  public static final Switch FAIL_ON_ERROR =
      new Switch(
          "spark.mobility.rules.failOnError",
          false,
          "If a rule fails, end the query with its error instead of leaving the plan as it is and logging the error.");

  /** All settings, in the order of their keys. */
  public static final List<Switch> ALL =
      List.of(FAIL_ON_ERROR, MATERIALIZE_NESTED_LOOP_SIDES, ORDER_CONJUNCTS_BY_COST);

  private MobilitySettings() {}
}
