package org.mobilitydb.spark.catalyst;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.InterpretedUnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.catalyst.expressions.codegen.Block;
import org.apache.spark.sql.catalyst.expressions.codegen.CodeBlock;
import org.apache.spark.sql.catalyst.expressions.codegen.CodeGenerator;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.catalyst.expressions.codegen.GenerateUnsafeProjection;
import org.apache.spark.sql.types.DataType;
import org.mobilitydb.spark.jni.Scratch;
import scala.collection.Iterator;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * A call of a function of the library; one class for all of them.
 *
 * <p>Arguments are written into one UnsafeRow, which crosses as bytes. Generated code stays in its whole stage and unboxes
 * primitives. A NULL argument of a strict function gives NULL without crossing, so that Spark's own evaluations on NULL rows
 * while it plans need no library.
 */
final class NativeCall extends ProductExpression implements CostedCall {
  private static final long serialVersionUID = 1;
  private static final String SCRATCH = Scratch.class.getName();

  private final NativeFunction function;
  private final Seq<Expression> arguments;
  private final int given;
  private final boolean attempt;

  private transient Interpreter interpreter;

  /**
   * A call.
   *
   * @param arguments one a parameter, of its shape, the session time zone last where the function wants it
   * @param given how many of them are shown: the others are defaults
   * @param attempt the {@code try_} form: an error of the arguments gives NULL
   */
  NativeCall(NativeFunction function, Seq<Expression> arguments, int given, boolean attempt) {
    this.function = function;
    this.arguments = arguments;
    this.given = given;
    this.attempt = attempt;
  }

  NativeFunction function() {
    return function;
  }

  boolean attempt() {
    return attempt;
  }

  @Override
  public int costClass() {
    return function.facts().cost().ordinal() + 1;
  }

  @Override
  public boolean canThrow() {
    return function.facts().canThrow() && !attempt;
  }

  @Override
  public DataType dataType() {
    return function.facts().result().spark();
  }

  @Override
  public boolean nullable() {
    boolean byItself = function.facts().nullable() || attempt;
    return byItself
        || (function.facts().strict() && Scala.list(arguments).stream().anyMatch(Expression::nullable));
  }

  @Override
  public boolean nullIntolerant() {
    return function.facts().strict();
  }

  @Override
  public boolean foldable() {
    return Scala.list(arguments).stream().allMatch(Expression::foldable);
  }

  /** From Spark 4.2 on: whether it is worth not evaluating twice. */
  public boolean expensive() {
    return function.facts().cost() != NativeFunction.Cost.FIELD;
  }

  @Override
  public String prettyName() {
    return (attempt ? "try_" : "") + function.facts().name();
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
    return shown().stream().map(Expression::sql).collect(Collectors.joining(", ", prettyName() + "(", ")"));
  }

  @Override
  public Object eval(InternalRow input) {
    Object[] values = new Object[arguments.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = arguments.apply(i).eval(input);
      if (values[i] == null && function.facts().strict()) {
        return null;
      }
    }
    return interpreter().call(values);
  }

  private synchronized Interpreter interpreter() {
    if (interpreter == null) {
      interpreter = new Interpreter(this);
    }
    return interpreter;
  }

  /** Evaluation without generated code. */
  private static final class Interpreter {
    private final NativeCall call;
    private final UnsafeProjection projection;
    private final int site = Scratch.newSite();

    Interpreter(NativeCall call) {
      this.call = call;
      List<NativeFunction.Param> params = call.function.facts().params();
      Expression[] fields = new Expression[params.size()];
      for (int i = 0; i < fields.length; i++) {
        fields[i] = new BoundReference(i, params.get(i).type().spark(), true);
      }
      projection = InterpretedUnsafeProjection.createProjection(Scala.seq(List.of(fields)));
    }

    /** One thread at a time: the projection has one row. */
    synchronized Object call(Object[] values) {
      Scratch scratch = Scratch.get();
      int tag =
          scratch.eval(
              call.function.index(),
              site,
              call.attempt,
              projection.apply(new GenericInternalRow(values)));
      return tag == Scratch.NULL ? null : Answers.read(scratch, call.dataType());
    }
  }

  @Override
  public ExprCode doGenCode(CodegenContext ctx, ExprCode ev) {
    ExprCode row = GenerateUnsafeProjection.createCode(ctx, arguments, false);
    String reference = ctx.addReferenceObj("function", function, NativeFunction.class.getName());
    String index =
        ctx.addMutableState("int", "function", v -> v + " = " + reference + ".index();", false, true);
    String site =
        ctx.addMutableState("int", "site", v -> v + " = " + SCRATCH + ".newSite();", false, true);
    String scratch = ctx.freshName("scratch");
    String anyNull = function.facts().strict() ? row.value() + ".anyNull()" : "false";
    String text =
        String.format(
            """
            boolean %1$s = %2$s;
            %3$s %4$s = %5$s;
            if (!%1$s) {
              %6$s %7$s = %6$s.get();
              %1$s = %7$s.eval(%8$s, %9$s, %10$s, %11$s) == %6$s.NULL;
              if (!%1$s) {
                %4$s = %7$s.%12$s;
              }
            }
            """,
            ev.isNull(),
            anyNull,
            CodeGenerator.javaType(dataType()),
            ev.value(),
            CodeGenerator.defaultValue(dataType(), false),
            SCRATCH,
            scratch,
            index,
            site,
            attempt,
            row.value(),
            Answers.reading(dataType()));
    Block code = new CodeBlock(Scala.one(text), Scala.none());
    return ev.copy(row.code().$plus(code), ev.isNull(), ev.value());
  }

  @Override
  public Seq<Expression> children() {
    return arguments;
  }

  @Override
  public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
    return new NativeCall(function, children, given, attempt);
  }

  @Override
  Object[] elements() {
    return new Object[] {function, arguments, given, attempt};
  }

  /** How many arguments are shown makes no difference. */
  @Override
  Object[] identity() {
    return new Object[] {function, arguments, attempt};
  }
}
