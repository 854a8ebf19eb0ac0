package org.mobilitydb.spark.catalyst;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import scala.Function1;
import scala.collection.immutable.Seq;

/**
 * Names that are both ours and Spark's, such as {@code length}: ours answers where an argument has one of our STRUCT shapes or
 * is an ARRAY of one, Spark otherwise.
 *
 * <p>Each takes its place in the registry of a session, beside Spark's documentation, when the session's analyzer is made:
 * {@code SparkSessionExtensions} would warn of each. As a rule this changes nothing. A rule that comes before the resolution
 * of functions would do, but sessions with Hive's catalog, those of spark-sql and the shells, leave it out.
 */
final class SharedNames extends Rule<LogicalPlan> {
  private static final FunctionRegistry BUILTIN = FunctionRegistry$.MODULE$.builtin();

  /** Called while the session makes its analyzer. */
  SharedNames(org.apache.spark.sql.classic.SparkSession session) {
    FunctionRegistry registry = session.sessionState().functionRegistry();
    for (String name : all()) {
      FunctionIdentifier identifier = identifier(name);
      ExpressionInfo documentation = registry.lookupFunction(identifier).get();
      Function1<Seq<Expression>, Expression> theirs = registry.lookupFunctionBuilder(identifier).get();
      registry.dropFunction(identifier);
      registry.registerFunction(identifier, documentation, arguments -> build(name, arguments, theirs));
    }
  }

  /** The names, in lower case. */
  static Set<String> all() {
    Set<String> shared = new TreeSet<>();
    for (String name : Catalog.get().byName().keySet()) {
      if (BUILTIN.functionExists(identifier(name))) {
        shared.add(name);
      }
    }
    return shared;
  }

  static FunctionIdentifier identifier(String name) {
    return FunctionRegistry$.MODULE$.builtinFunctionIdentifier(name);
  }

  private static Expression build(
      String name, Seq<Expression> arguments, Function1<Seq<Expression>, Expression> theirs) {
    List<Expression> list = Scala.list(arguments);
    // What is not resolved by now is a lambda, which only Spark's functions take.
    boolean resolved = list.stream().allMatch(Expression::resolved);
    boolean shaped = resolved && list.stream().anyMatch(a -> isOurs(a.dataType()));
    boolean binary = resolved && list.stream().anyMatch(a -> a.dataType() instanceof BinaryType);
    if (!shaped && !binary) {
      return theirs.apply(arguments);
    }
    Expression ours = Signatures.resolve(Catalog.get().named(name), list, false);
    boolean matched = !(ours instanceof UnmatchedCall);
    return shaped && matched ? ours : ofBoth(theirs, arguments, ours, shaped || matched);
  }

  /**
   * Spark's call unless it refuses the arguments, else ours where that says more. A geometry is a BINARY and has no shape of
   * its own: ours answers what Spark refuses, such as {@code transform(geom, 3857)}.
   */
  private static Expression ofBoth(
      Function1<Seq<Expression>, Expression> theirs, Seq<Expression> arguments, Expression ours, boolean saysMore) {
    try {
      Expression call = theirs.apply(arguments);
      return !saysMore || call.checkInputDataTypes().isSuccess() ? call : ours;
    } catch (Exception refused) {
      if (!saysMore) {
        throw refused;
      }
      return ours;
    }
  }

  private static boolean isOurs(DataType type) {
    return Catalog.get().types().stream().anyMatch(t -> t.isOurs() && holds(t, type));
  }

  private static boolean holds(MobilityType ours, DataType type) {
    return ours.matches(type)
        || (type instanceof ArrayType array
            && ours.matches(array.elementType()));
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return plan;
  }
}
