package org.mobilitydb.spark.catalyst;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.analysis.UnresolvedExtractValue;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.InheritAnalysisRules;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.expressions.RuntimeReplaceable;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.Enumeration;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * A call of a function that is only arithmetic on fields: Spark replaces it by the expression of the table, generates code for
 * it, prunes columns by it and pushes it into scans. People see the call.
 */
final class BoxTemplate extends ProductExpression
    implements RuntimeReplaceable, InheritAnalysisRules {
  private static final long serialVersionUID = 1;

  private final NativeFunction function;
  private final Seq<Expression> parameters;
  private final Expression replacement;

  private BoxTemplate(NativeFunction function, Seq<Expression> parameters, Expression replacement) {
    this.function = function;
    this.parameters = parameters;
    this.replacement = replacement;
  }

  /** The call, its expression being that of the table with the arguments in their places. */
  static BoxTemplate of(NativeFunction function, List<Expression> arguments, int given) {
    String sql = function.facts().sql();
    for (int i = 0; i < arguments.size(); i++) {
      sql = sql.replace("{" + i + "}", "`{" + i + "}`");
    }
    Expression parsed = CatalystSqlParser$.MODULE$.parseExpression(sql);
    Expression replacement =
        parsed.transformUp(
            Scala.rewriting(
                node -> node instanceof UnresolvedAttribute name ? argument(name, arguments) : node));
    return new BoxTemplate(function, Scala.seq(arguments.subList(0, given)), replacement);
  }

  private static Expression argument(UnresolvedAttribute name, List<Expression> arguments) {
    List<String> parts = Scala.list(name.nameParts());
    String place = parts.get(0);
    if (!place.startsWith("{")) {
      return name;
    }
    Expression value = arguments.get(Integer.parseInt(place.substring(1, place.length() - 1)));
    for (String field : parts.subList(1, parts.size())) {
      value = field(value, field);
    }
    return value;
  }

  private static Expression field(Expression value, String name) {
    if (value.resolved() && value.dataType() instanceof StructType struct) {
      for (int i = 0; i < struct.length(); i++) {
        if (struct.fields()[i].name().equalsIgnoreCase(name)) {
          return new GetStructField(value, i, Option.apply(struct.fields()[i].name()));
        }
      }
    }
    return new UnresolvedExtractValue(value, Literal$.MODULE$.apply(name));
  }

  /** Whether a call can be replaced: no argument that costs something is repeated. */
  static boolean fits(NativeFunction function, List<Expression> arguments) {
    String sql = function.facts().sql();
    if (sql == null) {
      return false;
    }
    for (int i = 0; i < arguments.size(); i++) {
      String place = "{" + i + "}";
      if (sql.indexOf(place) != sql.lastIndexOf(place) && !isCheap(arguments.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isCheap(Expression argument) {
    if (argument instanceof Attribute || argument instanceof BoxTemplate || argument.foldable()) {
      return true;
    }
    if (argument instanceof GetStructField field) {
      return isCheap(field.child());
    }
    if (argument instanceof Alias alias) {
      return isCheap(alias.child());
    }
    if (argument instanceof Cast cast) {
      return isCheap(cast.child());
    }
    return argument instanceof CreateNamedStruct struct
        && Scala.list(struct.children()).stream().allMatch(BoxTemplate::isCheap);
  }

  @Override
  public Expression replacement() {
    return replacement;
  }

  @Override
  public Seq<Expression> parameters() {
    return parameters;
  }

  @Override
  public boolean nullable() {
    return replacement.nullable();
  }

  @Override
  public DataType dataType() {
    return replacement.dataType();
  }

  @Override
  public Expression canonicalized() {
    return replacement.canonicalized();
  }

  @Override
  public boolean foldable() {
    return replacement.foldable();
  }

  @Override
  public Object eval(InternalRow input) {
    return replacement.eval(input);
  }

  @Override
  public ExprCode doGenCode(CodegenContext ctx, ExprCode ev) {
    return replacement.genCode(ctx);
  }

  @Override
  public String prettyName() {
    return function.facts().name();
  }

  @Override
  public Iterator<Object> flatArguments() {
    return Scala.<Object>seq(Scala.list(parameters)).iterator();
  }

  @Override
  public String sql() {
    return InheritAnalysisRules.super.sql();
  }

  @Override
  public Seq<Enumeration.Value> nodePatterns() {
    return Scala.one(TreePattern.RUNTIME_REPLACEABLE());
  }

  @Override
  public void org$apache$spark$sql$catalyst$expressions$RuntimeReplaceable$_setter_$nodePatterns_$eq(
      Seq<Enumeration.Value> patterns) {
    throw new UnsupportedOperationException("nodePatterns is fixed");
  }

  @Override
  public Seq<Expression> children() {
    return Scala.one(replacement);
  }

  @Override
  public Expression withNewChildInternal(Expression child) {
    return new BoxTemplate(function, parameters, child);
  }

  @Override
  public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
    return withNewChildInternal(children.head());
  }

  @Override
  public Expression mapChildren(scala.Function1<Expression, Expression> f) {
    Expression child = f.apply(replacement);
    return child == replacement ? this : withNewChildInternal(child);
  }

  @Override
  Object[] elements() {
    return new Object[] {function, parameters, replacement};
  }
}
