package org.mobilitydb.spark.catalyst;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.package$;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import scala.Function1;
import scala.Option;
import scala.Tuple3;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.OptionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** What {@code spark.sql.extensions} names: gives a session the functions and rules of MobilitySpark. */
public final class MobilitySparkExtensions
    extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
  private static final List<String> SUPPORTED = List.of("4.2.", "4.3.");

  /** Called by Spark, by reflection. */
  public MobilitySparkExtensions() {}

  @Override
  public BoxedUnit apply(SparkSessionExtensions extensions) {
    requireSupported(package$.MODULE$.SPARK_VERSION());
    Set<String> shared = SharedNames.all();
    Catalog.get()
        .byName()
        .forEach(
            (name, overloads) -> {
              if (!shared.contains(name)) {
                inject(extensions, name, overloads, false, a -> resolve(name, overloads, a, false));
              }
              injectAttempt(extensions, name, overloads);
            });
    extensions.injectResolutionRule(
        session -> new SharedNames((org.apache.spark.sql.classic.SparkSession) session));
    RuleRunner rules = new RuleRunner();
    extensions.injectOptimizerRule(session -> new OrderConjunctsByCost(rules));
    extensions.injectPlannerStrategy(session -> new OrderConjunctsByCost.AtPlanning(rules));
    extensions.injectPlannerStrategy(session -> new MaterializeNestedLoopSides(session, rules));
    return BoxedUnit.UNIT;
  }

  private static void injectAttempt(
      SparkSessionExtensions extensions, String name, List<NativeFunction> overloads) {
    String attempt = "try_" + name;
    List<NativeFunction> failing =
        overloads.stream().filter(f -> f.facts().canThrow() && !f.facts().aggregate()).toList();
    if (!failing.isEmpty() && Catalog.get().named(attempt).isEmpty()) {
      inject(extensions, attempt, failing, true, a -> resolve(attempt, failing, a, true));
    }
  }

  /** Ours where a signature takes the arguments, else a function of the user's with that name, else the error. */
  private static Expression resolve(
      String name, List<NativeFunction> overloads, Seq<Expression> arguments, boolean attempt) {
    Expression call = Signatures.resolve(overloads, Scala.list(arguments), attempt);
    return call instanceof UnmatchedCall
        ? ofTheSession(name).map(builder -> builder.apply(arguments)).orElse(call)
        : call;
  }

  /** The user's own function with a name: from Spark 4.2 on ours goes first, but does not hide it. */
  private static Optional<Function1<Seq<Expression>, Expression>> ofTheSession(String name) {
    FunctionIdentifier identifier =
        new FunctionIdentifier(name, Option.apply("session"), Option.apply("system"));
    return SparkSession.active() instanceof org.apache.spark.sql.classic.SparkSession session
        ? OptionConverters.toJava(
            session.sessionState().functionRegistry().lookupFunctionBuilder(identifier))
        : Optional.empty();
  }

  private static void inject(
      SparkSessionExtensions extensions,
      String name,
      List<NativeFunction> overloads,
      boolean attempt,
      Function1<Seq<Expression>, Expression> builder) {
    ExpressionInfo info = FunctionDocs.of(name, overloads, attempt);
    extensions.injectFunction(new Tuple3<>(FunctionIdentifier.apply(name), info, builder));
  }

  /** One line now instead of a missing method later. */
  static void requireSupported(String version) {
    if (SUPPORTED.stream().noneMatch(version::startsWith)) {
      throw new IllegalStateException(
          "MobilitySpark "
              + Catalog.get().version()
              + " supports Spark "
              + String.join("x, ", SUPPORTED)
              + "x; this is Spark "
              + version);
    }
  }
}
