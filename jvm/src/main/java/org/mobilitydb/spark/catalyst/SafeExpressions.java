package org.mobilitydb.spark.catalyst;

import java.util.Set;
import org.apache.spark.sql.catalyst.expressions.*;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import scala.collection.immutable.Seq;

/**
 * Which expressions provably raise no error, whatever row they see.
 *
 * <p>A list of what is known to be safe; anything else counts as able to throw. {@link Expression#throwable} does not
 * tell: division, casts, array access and overflow report false. Exact classes, since a subclass may do otherwise.
 */
final class SafeExpressions {
  private static final Set<Class<? extends Expression>> ALWAYS =
      Set.of(
          AttributeReference.class, Literal.class, Alias.class, KnownNotNull.class,
          IsNull.class, IsNotNull.class, IsNaN.class, AtLeastNNonNulls.class,
          EqualTo.class, EqualNullSafe.class, LessThan.class, LessThanOrEqual.class,
          GreaterThan.class, GreaterThanOrEqual.class, In.class, InSet.class, Greatest.class, Least.class,
          And.class, Or.class, Not.class, If.class, CaseWhen.class, Coalesce.class, NaNvl.class,
          StartsWith.class, EndsWith.class, Contains.class, Length.class, OctetLength.class, Lower.class, Upper.class,
          GetStructField.class, CreateNamedStruct.class,
          Sqrt.class, Cbrt.class, Exp.class, Pow.class, Hypot.class, Signum.class, ToRadians.class, ToDegrees.class,
          Sin.class, Cos.class, Tan.class, Asin.class, Acos.class, Atan.class, Atan2.class,
          Year.class, Month.class, DayOfMonth.class);

  private static final Set<Class<? extends Expression>> ARITHMETIC = Set.of(Add.class, Subtract.class, Multiply.class);
  private static final Set<Class<? extends Expression>> DIVISION = Set.of(Divide.class, Remainder.class);

  private SafeExpressions() {}

  /** Whether evaluating the expression raises no error on any row. */
  static boolean cannotThrow(Expression expression) {
    if (!nodeCannotThrow(expression)) {
      return false;
    }
    Seq<Expression> children = expression.children();
    for (int i = 0; i < children.length(); i++) {
      if (!cannotThrow(children.apply(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean nodeCannotThrow(Expression node) {
    Class<? extends Expression> kind = node.getClass();
    if (ALWAYS.contains(kind)) {
      return true;
    }
    if (node instanceof CostedCall call) {
      return !call.canThrow();
    }
    if (ARITHMETIC.contains(kind)) {
      return isFloating(node.dataType()) || (isNumeric(node.dataType()) && isLenient((BinaryArithmetic) node));
    }
    if (DIVISION.contains(kind)) {
      return isNumeric(node.dataType()) && isLenient((BinaryArithmetic) node);
    }
    if (node instanceof UnaryMinus minus) {
      return isFloating(node.dataType()) || (isNumeric(node.dataType()) && !minus.failOnError());
    }
    if (node instanceof Abs abs) {
      return isFloating(node.dataType()) || (isNumeric(node.dataType()) && !abs.failOnError());
    }
    if (node instanceof GetArrayItem item) {
      return !item.failOnError();
    }
    if (node instanceof Like like) {
      return hasPlainPattern(like);
    }
    if (node instanceof ScalarSubquery subquery) {
      // Spark computes it before the first row, in whatever order the conjuncts stand.
      return subquery.outerAttrs().isEmpty();
    }
    return kind == Cast.class && castCannotThrow((Cast) node);
  }

  private static boolean castCannotThrow(Cast cast) {
    DataType from = cast.child().dataType();
    DataType to = cast.dataType();
    if (from.equals(to)) {
      return true;
    }
    if (isPlain(from) && isPlain(to) && !cast.evalMode().equals(EvalMode.ANSI())) {
      return true;
    }
    if (isNumeric(from) && isNumeric(to)) {
      return Cast.canUpCast(from, to) || (from instanceof DecimalType && isFloating(to));
    }
    boolean printed = to instanceof StringType && (from instanceof IntegralType || from instanceof BooleanType);
    // The other way round a day far from now overflows.
    boolean dayOfTime = to instanceof DateType && (from instanceof TimestampType || from instanceof TimestampNTZType);
    return printed || dayOfTime;
  }

  /** A pattern that names an escape character may be malformed, which Spark finds only on the first row. */
  private static boolean hasPlainPattern(Like like) {
    return like.right() instanceof Literal pattern
        && (pattern.value() == null || pattern.value().toString().indexOf(like.escapeChar()) < 0);
  }

  private static boolean isLenient(BinaryArithmetic arithmetic) {
    return !arithmetic.evalMode().equals(EvalMode.ANSI());
  }

  private static boolean isFloating(DataType type) {
    return type instanceof DoubleType || type instanceof FloatType;
  }

  private static boolean isNumeric(DataType type) {
    return type instanceof NumericType;
  }

  private static boolean isPlain(DataType type) {
    return isNumeric(type) || type instanceof BooleanType || type instanceof StringType;
  }
}
