package org.mobilitydb.spark.catalyst;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import scala.Function1;
import scala.collection.immutable.Seq;

/**
 * Names that are both ours and Spark's, such as {@code length}: ours answers where an argument has one of our STRUCT shapes or
 * is an ARRAY of one, Spark otherwise.
 *
 * <p>Spark's registry stays as it is, with its documentation. Before functions are resolved this rule sends calls of such a
 * name to {@code mobility_<name>}, whose builder sees the arguments' types and picks one of the two.
 */
final class SharedNames extends Rule<LogicalPlan> {
  private static final String PREFIX = "mobility_";

  private final Set<String> shared = all();

  /** The names, in lower case. */
  static Set<String> all() {
    Set<String> shared = new TreeSet<>();
    for (String name : Catalog.get().byName().keySet()) {
      if (FunctionRegistry$.MODULE$.builtin().functionExists(identifier(name))) {
        shared.add(name);
      }
    }
    return shared;
  }

  static FunctionIdentifier identifier(String name) {
    return FunctionRegistry$.MODULE$.builtinFunctionIdentifier(name);
  }

  /** Where calls of a shared name go. */
  static String renamed(String name) {
    return PREFIX + name;
  }

  /** The call of a shared name. */
  static Expression build(String name, Seq<Expression> arguments) {
    List<Expression> list = Scala.list(arguments);
    List<NativeFunction> overloads = Catalog.get().named(name);
    if (list.stream().anyMatch(a -> a.resolved() && isOurs(a.dataType()))) {
      return Signatures.resolve(overloads, list, false);
    }
    Function1<Seq<Expression>, Expression> builtin =
        FunctionRegistry$.MODULE$.builtin().lookupFunctionBuilder(identifier(name)).get();
    boolean binary =
        list.stream().allMatch(Expression::resolved)
            && list.stream().anyMatch(a -> a.dataType() instanceof BinaryType);
    return binary ? buildOnBinary(overloads, list, builtin) : builtin.apply(arguments);
  }

  /** A geometry is a BINARY and has no shape of its own: ours answers what Spark refuses, such as {@code transform(geom, 3857)}. */
  private static Expression buildOnBinary(
      List<NativeFunction> overloads,
      List<Expression> arguments,
      Function1<Seq<Expression>, Expression> builtin) {
    Expression ours = Signatures.resolve(overloads, arguments, false);
    try {
      Expression theirs = builtin.apply(Scala.seq(arguments));
      return ours instanceof UnmatchedCall || theirs.checkInputDataTypes().isSuccess() ? theirs : ours;
    } catch (Exception refused) {
      if (ours instanceof UnmatchedCall) {
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
    return plan.resolveExpressionsWithPruning(
        bits -> bits.containsPattern(TreePattern.UNRESOLVED_FUNCTION()),
        plan.resolveExpressionsWithPruning$default$2(),
        Scala.rewriting(this::rename));
  }

  private Expression rename(Expression node) {
    if (!(node instanceof UnresolvedFunction call) || call.nameParts().size() != 1) {
      return node;
    }
    String name = call.nameParts().head().toLowerCase(Locale.ROOT);
    if (!shared.contains(name)) {
      return node;
    }
    return call.copy(
        Scala.one(renamed(name)),
        call.arguments(),
        call.isDistinct(),
        call.filter(),
        call.ignoreNulls(),
        call.orderingWithinGroup(),
        call.isInternal());
  }
}
