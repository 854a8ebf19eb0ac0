package org.mobilitydb.spark.catalyst;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NullType$;
import scala.collection.Iterator;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/** A call whose arguments no signature takes: Spark's analysis reports it with the message and the place in the query. */
final class UnmatchedCall extends ProductExpression {
  private static final long serialVersionUID = 1;

  private final String name;
  private final Seq<Expression> arguments;
  private final String message;

  UnmatchedCall(String name, Seq<Expression> arguments, String message) {
    this.name = name;
    this.arguments = arguments;
    this.message = message;
  }

  @Override
  public TypeCheckResult checkInputDataTypes() {
    return new TypeCheckResult.TypeCheckFailure(message);
  }

  @Override
  public String prettyName() {
    return name;
  }

  @Override
  public Iterator<Object> flatArguments() {
    return Scala.<Object>seq(Scala.list(arguments)).iterator();
  }

  @Override
  public boolean nullable() {
    return true;
  }

  @Override
  public DataType dataType() {
    return NullType$.MODULE$;
  }

  @Override
  public Object eval(InternalRow input) {
    throw new UnsupportedOperationException(message);
  }

  @Override
  public ExprCode doGenCode(CodegenContext ctx, ExprCode ev) {
    throw new UnsupportedOperationException(message);
  }

  @Override
  public Seq<Expression> children() {
    return arguments;
  }

  @Override
  public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
    return new UnmatchedCall(name, children, message);
  }

  @Override
  Object[] elements() {
    return new Object[] {name, arguments, message};
  }
}
