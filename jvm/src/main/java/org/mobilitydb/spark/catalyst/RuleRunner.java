package org.mobilitydb.spark.catalyst;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.mobilitydb.spark.jni.NativeLibraryException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What every rule runs in: where the native library is missing, or a rule fails, plans stay as they are and the log says so
 * once.
 *
 * <p>One instance serves the sessions to which one instance of the extension was applied, that is, a session and those made
 * from it.
 */
final class RuleRunner {
  private static final Logger LOG = LoggerFactory.getLogger(RuleRunner.class);

  private final Set<String> said = ConcurrentHashMap.newKeySet();

  /** What the rule makes of the plan; the plan itself where the rule is off or cannot tell. */
  <P> P run(MobilitySettings.Switch enabled, P plan, UnaryOperator<P> rule) {
    if (!enabled.isOn()) {
      return plan;
    }
    try {
      return rule.apply(plan);
    } catch (NativeLibraryException missing) {
      warnOnce("library", "The optimizer rules of MobilitySpark are off: " + missing.getMessage(), null);
    } catch (RuntimeException | LinkageError failure) {
      if (MobilitySettings.FAIL_ON_ERROR.isOn()) {
        throw failure;
      }
      warnOnce(enabled.key(), "A plan was left as it is, since the rule behind " + enabled.key() + " failed", failure);
    }
    return plan;
  }

  private void warnOnce(String what, String text, Throwable cause) {
    if (said.add(what)) {
      LOG.warn(text, cause);
    }
  }
}
