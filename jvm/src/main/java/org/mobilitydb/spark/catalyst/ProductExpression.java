package org.mobilitydb.spark.catalyst;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.Expression;

/**
 * An expression that is what its constructor was given, as Catalyst expects of its nodes: it copies, prints and compares them by
 * these elements.
 */
abstract class ProductExpression extends Expression implements Serializable {
  private static final long serialVersionUID = 1;

  /** The arguments of the constructor, in its order. */
  abstract Object[] elements();

  /** What equal nodes have in common besides their class. */
  Object[] identity() {
    return elements();
  }

  @Override
  public final int productArity() {
    return elements().length;
  }

  @Override
  public final Object productElement(int n) {
    return elements()[n];
  }

  @Override
  public final boolean canEqual(Object other) {
    return other != null && other.getClass() == getClass();
  }

  @Override
  public final boolean equals(Object other) {
    return this == other || (canEqual(other) && Arrays.equals(identity(), ((ProductExpression) other).identity()));
  }

  @Override
  public final int hashCode() {
    return Arrays.hashCode(identity());
  }
}
