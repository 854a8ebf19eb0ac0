package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.internal.SQLConf;
import org.junit.jupiter.api.Test;
import org.mobilitydb.spark.jni.NativeLibraryException;

final class RuleRunnerTest {
  private static final MobilitySettings.Switch RULE =
      new MobilitySettings.Switch("spark.mobility.rules.test.enabled", true, "");

  private static String run(UnaryOperator<String> rule, Map<String, String> settings) {
    SQLConf conf = new SQLConf();
    settings.forEach(conf::setConfString);
    return SQLConf.withExistingConf(conf, () -> new RuleRunner().run(RULE, "plan", rule));
  }

  @Test
  void aRuleThatIsOnRuns() {
    assertEquals("plan!", run(plan -> plan + "!", Map.of()));
    assertEquals("plan!", run(plan -> plan + "!", Map.of(RULE.key(), "TRUE")));
  }

  @Test
  void aRuleThatIsOffDoesNot() {
    assertEquals("plan", run(plan -> plan + "!", Map.of(RULE.key(), "false")));
  }

  @Test
  void aRuleThatFailsLeavesThePlan() {
    UnaryOperator<String> failing =
        plan -> {
          throw new IllegalArgumentException("broken");
        };
    assertEquals("plan", run(failing, Map.of()));
    Map<String, String> strict = Map.of(MobilitySettings.FAIL_ON_ERROR.key(), "true");
    assertEquals("broken", assertThrows(IllegalArgumentException.class, () -> run(failing, strict)).getMessage());
  }

  @Test
  void withoutTheLibraryPlansStayAsTheyAre() throws ReflectiveOperationException {
    var constructor = NativeLibraryException.class.getDeclaredConstructor(String.class, Throwable.class);
    constructor.setAccessible(true);
    NativeLibraryException missing = constructor.newInstance("no library for this platform", null);
    UnaryOperator<String> rule =
        plan -> {
          throw missing;
        };
    assertEquals("plan", run(rule, Map.of(MobilitySettings.FAIL_ON_ERROR.key(), "true")));
  }

  @Test
  void aSettingThatIsNoSwitchIsAnError() {
    Map<String, String> wrong = Map.of(RULE.key(), "perhaps");
    String message = assertThrows(IllegalArgumentException.class, () -> run(plan -> plan, wrong)).getMessage();
    assertEquals(RULE.key() + " should be true or false, but was perhaps", message);
  }
}
