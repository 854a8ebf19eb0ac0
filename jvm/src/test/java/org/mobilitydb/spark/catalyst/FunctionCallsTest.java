package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.spark.api.java.function.FilterFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.ApplyFunctionExpression;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.If;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.PythonUDF;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.objects.Invoke;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import scala.Option;

final class FunctionCallsTest {
  private static final Expression ONE = Literal.create(1, DataTypes.IntegerType);
  private static RuleSessions sessions;

  @BeforeAll
  static void open() {
    sessions = new RuleSessions();
    sessions.numbers("t", 4, 2);
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  /** A function of a catalog, of the kind that Spark calls through its interface or by name. */
  public static final class Catalogued implements ScalarFunction<Integer> {
    private static final long serialVersionUID = 1L;

    @Override
    public DataType[] inputTypes() {
      return new DataType[] {DataTypes.IntegerType};
    }

    @Override
    public DataType resultType() {
      return DataTypes.IntegerType;
    }

    @Override
    public String name() {
      return "catalogued";
    }

    /** Called by Spark by this name. */
    public static int invoke(int value) {
      return value;
    }
  }

  @Test
  void functionsOfACatalogAreOpaque() {
    Catalogued function = new Catalogued();
    Expression target = Literal.create(function, new org.apache.spark.sql.types.ObjectType(Catalogued.class));
    Expression applied = new ApplyFunctionExpression(function, Scala.one(ONE));
    Expression invoked =
        new Invoke(target, "invoke", DataTypes.IntegerType, Scala.one(ONE), Scala.none(), true, true, true);
    Expression statically =
        new StaticInvoke(
            Catalogued.class,
            DataTypes.IntegerType,
            "invoke",
            Scala.one(ONE),
            Scala.none(),
            true,
            true,
            true,
            Option.empty());
    for (Expression call : List.of(applied, invoked, statically)) {
      assertEquals(FunctionCalls.OPAQUE, FunctionCalls.costClass(call));
      assertEquals(FunctionCalls.OPAQUE, FunctionCalls.costClass(new If(Literal.create(true, DataTypes.BooleanType), ONE, call)));
      assertFalse(SafeExpressions.cannotThrow(call));
    }
  }

  @Test
  void sparksOwnStaticMethodsAreNoCalls() {
    assertEquals(0, FunctionCalls.costClass(RuleSessions.optimized(sessions.plain, "SELECT url_encode(s) FROM t")));
    assertEquals(0, FunctionCalls.costClass(RuleSessions.optimized(sessions.plain, "SELECT upper(s), b + 1 FROM t")));
  }

  @Test
  void pythonCountsInASideButNotInACondition() {
    Expression python =
        new PythonUDF(
            "f",
            null,
            DataTypes.BooleanType,
            Scala.one(ONE),
            100,
            true,
            NamedExpression.newExprId());
    assertEquals(0, FunctionCalls.costClass(python));
    assertFalse(SafeExpressions.cannotThrow(python));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT counted(a) FROM t                            | true  | true
          SELECT a FROM t WHERE ispos(a)                      | false | true
          SELECT max(counted(a)) FROM t GROUP BY b            | false | true
          SELECT counted(max(a)) FROM t GROUP BY b            | true  | true
          SELECT counted(b), max(a) FROM t GROUP BY counted(b)| false | true
          SELECT a FROM t                                     | false | false
          SELECT /*+ REPARTITION(3, c) */ * FROM (SELECT counted(a) c FROM t) | false | true
          SELECT java_method('java.lang.Math', 'abs', a) FROM t | true | true
          """)
  void aNodeIsAskedForWhatItComputesItself(String query, boolean top, boolean anywhere) {
    LogicalPlan plan = RuleSessions.optimized(sessions.plain, query);
    assertEquals(anywhere, FunctionCalls.in(plan));
    if (!query.contains("WHERE")) {
      assertEquals(top ? FunctionCalls.OPAQUE : 0, FunctionCalls.costClass(plan));
    }
  }

  @Test
  void aFilterOfADatasetIsACall() {
    var filtered = sessions.plain.table("t").filter((FilterFunction<Row>) row -> row.getInt(0) > 1);
    LogicalPlan plan = ((org.apache.spark.sql.classic.Dataset<Row>) filtered).queryExecution().optimizedPlan();
    assertTrue(FunctionCalls.in(plan), plan.toString());
    assertFalse(FunctionCalls.in(RuleSessions.optimized(sessions.plain, "SELECT * FROM t")));
  }
}
