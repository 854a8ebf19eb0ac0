package org.mobilitydb.spark.catalyst;

import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.TypeCheckResult;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.InterpretedUnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.sql.catalyst.expressions.aggregate.ImperativeAggregate;
import org.apache.spark.sql.catalyst.expressions.aggregate.TypedImperativeAggregate;
import org.apache.spark.sql.types.DataType;
import org.mobilitydb.spark.jni.Scratch;
import scala.collection.Iterator;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * An aggregate of the library; one class for all of them.
 *
 * <p>Rows are collected as bytes and merged by appending; the library puts them in order in the final step, so that the answer
 * is the same for every partitioning. A row with a NULL in a collected argument is left out; without rows the answer is NULL.
 */
final class NativeAggregate extends TypedImperativeAggregate<CollectedRows>
    implements CostedCall, Serializable {
  private static final long serialVersionUID = 1;

  private final NativeFunction function;
  private final Seq<Expression> arguments;
  private final int given;
  private final int mutableAggBufferOffset;
  private final int inputAggBufferOffset;

  private transient UnsafeProjection collecting;
  private transient UnsafeRow constants;

  NativeAggregate(
      NativeFunction function,
      Seq<Expression> arguments,
      int given,
      int mutableAggBufferOffset,
      int inputAggBufferOffset) {
    this.function = function;
    this.arguments = arguments;
    this.given = given;
    this.mutableAggBufferOffset = mutableAggBufferOffset;
    this.inputAggBufferOffset = inputAggBufferOffset;
  }

  private List<Expression> collected() {
    return Scala.list(arguments).subList(0, function.facts().collected());
  }

  private List<Expression> once() {
    return Scala.list(arguments).subList(function.facts().collected(), arguments.size());
  }

  @Override
  public TypeCheckResult checkInputDataTypes() {
    for (int i = function.facts().collected(); i < arguments.size(); i++) {
      if (!arguments.apply(i).foldable()) {
        String name = function.facts().params().get(i).name();
        return new TypeCheckResult.TypeCheckFailure(
            "argument " + name + " of an aggregate must be a constant");
      }
    }
    return super.checkInputDataTypes();
  }

  @Override
  public int costClass() {
    return function.facts().cost().ordinal() + 1;
  }

  @Override
  public boolean canThrow() {
    return function.facts().canThrow();
  }

  @Override
  public CollectedRows createAggregationBuffer() {
    return new CollectedRows(function.collectsWords() ? collected().size() : 0);
  }

  @Override
  public CollectedRows update(CollectedRows buffer, InternalRow input) {
    if (collecting == null) {
      collecting = UnsafeProjection.create(Scala.<Expression>seq(collected()));
    }
    UnsafeRow row = collecting.apply(input);
    if (!row.anyNull()) {
      buffer.append(row);
    }
    return buffer;
  }

  @Override
  public CollectedRows merge(CollectedRows buffer, CollectedRows input) {
    return buffer.append(input);
  }

  @Override
  public Object eval(CollectedRows buffer) {
    if (buffer.isEmpty()) {
      return null;
    }
    if (constants == null) {
      constants =
          InterpretedUnsafeProjection.createProjection(Scala.<Expression>seq(once()))
              .apply(InternalRow.empty());
    }
    if (function.facts().strict() && constants.anyNull()) {
      return null;
    }
    Scratch scratch = Scratch.get();
    int tag = scratch.aggregate(function.index(), buffer.bytes(), buffer.size(), constants);
    return tag == Scratch.NULL ? null : Answers.read(scratch, dataType());
  }

  @Override
  public byte[] serialize(CollectedRows buffer) {
    return buffer.toBytes();
  }

  @Override
  public CollectedRows deserialize(byte[] bytes) {
    return createAggregationBuffer().wrap(bytes);
  }

  @Override
  public DataType dataType() {
    return function.facts().result().spark();
  }

  @Override
  public boolean nullable() {
    return true;
  }

  @Override
  public int mutableAggBufferOffset() {
    return mutableAggBufferOffset;
  }

  @Override
  public int inputAggBufferOffset() {
    return inputAggBufferOffset;
  }

  @Override
  public ImperativeAggregate withNewMutableAggBufferOffset(int offset) {
    return new NativeAggregate(function, arguments, given, offset, inputAggBufferOffset);
  }

  @Override
  public ImperativeAggregate withNewInputAggBufferOffset(int offset) {
    return new NativeAggregate(function, arguments, given, mutableAggBufferOffset, offset);
  }

  @Override
  public String prettyName() {
    return function.facts().name();
  }

  private List<Expression> shown() {
    return Scala.list(arguments).subList(0, given);
  }

  @Override
  public Iterator<Object> flatArguments() {
    return Scala.<Object>seq(shown()).iterator();
  }

  @Override
  public String sql() {
    return sql(false);
  }

  @Override
  public String sql(boolean isDistinct) {
    String start = prettyName() + (isDistinct ? "(DISTINCT " : "(");
    return shown().stream().map(Expression::sql).collect(Collectors.joining(", ", start, ")"));
  }

  @Override
  public Seq<Expression> children() {
    return arguments;
  }

  @Override
  public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
    return new NativeAggregate(function, children, given, mutableAggBufferOffset, inputAggBufferOffset);
  }

  @Override
  public int productArity() {
    return 5;
  }

  @Override
  public Object productElement(int n) {
    return switch (n) {
      case 0 -> function;
      case 1 -> arguments;
      case 2 -> given;
      case 3 -> mutableAggBufferOffset;
      case 4 -> inputAggBufferOffset;
      default -> throw new IndexOutOfBoundsException(n);
    };
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof NativeAggregate;
  }

  /** How many arguments are shown makes no difference. */
  @Override
  public boolean equals(Object other) {
    return other instanceof NativeAggregate call
        && function.equals(call.function)
        && arguments.equals(call.arguments)
        && mutableAggBufferOffset == call.mutableAggBufferOffset
        && inputAggBufferOffset == call.inputAggBufferOffset;
  }

  @Override
  public int hashCode() {
    return Objects.hash(function, arguments, mutableAggBufferOffset, inputAggBufferOffset);
  }
}
