package org.mobilitydb.spark.catalyst;

import org.apache.spark.sql.catalyst.expressions.CallMethodViaReflection;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.PythonFuncExpression;
import org.apache.spark.sql.catalyst.expressions.UserDefinedExpression;
import org.apache.spark.sql.catalyst.expressions.aggregate.AggregateExpression;
import org.apache.spark.sql.catalyst.expressions.objects.Invoke;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.AppendColumns;
import org.apache.spark.sql.catalyst.plans.logical.AppendColumnsWithObject;
import org.apache.spark.sql.catalyst.plans.logical.CoGroup;
import org.apache.spark.sql.catalyst.plans.logical.FlatMapGroupsWithState;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.MapElements;
import org.apache.spark.sql.catalyst.plans.logical.MapGroups;
import org.apache.spark.sql.catalyst.plans.logical.MapPartitions;
import org.apache.spark.sql.catalyst.plans.logical.RebalancePartitions;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionByExpression;
import org.apache.spark.sql.catalyst.plans.logical.ScriptTransformation;
import org.apache.spark.sql.catalyst.plans.logical.TypedFilter;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.LogicalQueryStage;
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec;
import scala.collection.immutable.Seq;

/**
 * Finds the functions that expressions and plan nodes call: ours, and user-defined ones, into which Spark cannot see.
 *
 * <p>Spark's own functions do not count, nor do calls by which Spark reads and writes objects of a Dataset. Nothing goes
 * by a function's name.
 */
final class FunctionCalls {
  /** Cost class of a function of which nothing is known. */
  static final int OPAQUE = 1000;

  private FunctionCalls() {}

  /**
   * Class of the dearest call in an expression; 0 if it calls nothing. Python functions count as nothing: Spark takes them
   * out of conditions by itself, behind everything else.
   */
  static int costClass(Expression expression) {
    return dearest(expression, false);
  }

  /** Class of the dearest call that a node makes itself each time that its output is computed; 0 if it makes none. */
  static int costClass(LogicalPlan node) {
    if (node instanceof Aggregate aggregate) {
      return costAfterGrouping(aggregate);
    }
    if (node instanceof RepartitionByExpression || node instanceof RebalancePartitions) {
      return 0;
    }
    if (node instanceof LogicalQueryStage stage) {
      return costAboveStages(stage.physicalPlan());
    }
    return callsByItself(node) ? OPAQUE : dearest(node.expressions(), true);
  }

  /** Whether a node of a plan calls a function. */
  static boolean in(LogicalPlan plan) {
    boolean itself = plan instanceof LogicalQueryStage ? costClass(plan) > 0 : callsByItself(plan);
    if (itself || dearest(plan.expressions(), true) > 0) {
      return true;
    }
    Seq<LogicalPlan> children = plan.children();
    for (int i = 0; i < children.length(); i++) {
      if (in(children.apply(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean callsByItself(LogicalPlan node) {
    return node instanceof TypedFilter
        || node instanceof MapElements
        || node instanceof MapPartitions
        || node instanceof MapGroups
        || node instanceof CoGroup
        || node instanceof FlatMapGroupsWithState
        || node instanceof AppendColumns
        || node instanceof AppendColumnsWithObject
        || node instanceof ScriptTransformation;
  }

  private static int dearest(Seq<Expression> expressions, boolean python) {
    int dearest = 0;
    for (int i = 0; i < expressions.length(); i++) {
      dearest = Math.max(dearest, dearest(expressions.apply(i), python));
    }
    return dearest;
  }

  private static int dearest(Expression expression, boolean python) {
    return Math.max(ownClass(expression, python), dearest(expression.children(), python));
  }

  private static int ownClass(Expression expression, boolean python) {
    if (expression instanceof CostedCall call) {
      return call.costClass();
    }
    if (expression instanceof PythonFuncExpression) {
      return python ? OPAQUE : 0;
    }
    boolean opaque =
        expression instanceof UserDefinedExpression
            || expression instanceof CallMethodViaReflection
            || (expression instanceof Invoke invoke && onBoundFunction(invoke))
            || (expression instanceof StaticInvoke invoke && onBoundFunction(invoke));
    return opaque ? OPAQUE : 0;
  }

  private static boolean onBoundFunction(Invoke invoke) {
    return invoke.targetObject() instanceof Literal target && target.value() instanceof BoundFunction;
  }

  private static boolean onBoundFunction(StaticInvoke invoke) {
    return invoke.scalarFunction().isDefined()
        || BoundFunction.class.isAssignableFrom(invoke.staticObject());
  }

  /**
   * The calls of an aggregation that follow its exchange: in the final step of an aggregate function and around it. The
   * arguments of aggregate functions and the grouping expressions are computed before it.
   */
  private static int costAfterGrouping(Aggregate aggregate) {
    int dearest = 0;
    for (int i = 0; i < aggregate.aggregateExpressions().length(); i++) {
      Expression result = (Expression) aggregate.aggregateExpressions().apply(i);
      dearest = Math.max(dearest, costAfterGrouping(result, aggregate.groupingExpressions()));
    }
    return dearest;
  }

  /** What AQE calls a stage may have operators above the exchange that ended it, such as the final step of a grouping. */
  private static int costAboveStages(SparkPlan plan) {
    int dearest = 0;
    if (plan instanceof BaseAggregateExec aggregate) {
      for (int i = 0; i < aggregate.aggregateExpressions().length(); i++) {
        dearest = Math.max(dearest, ownClass(aggregate.aggregateExpressions().apply(i).aggregateFunction(), true));
      }
      for (int i = 0; i < aggregate.resultExpressions().length(); i++) {
        dearest = Math.max(dearest, dearest((Expression) aggregate.resultExpressions().apply(i), true));
      }
    } else {
      dearest = dearest(plan.expressions(), true);
    }
    for (int i = 0; i < plan.children().length(); i++) {
      dearest = Math.max(dearest, costAboveStages(plan.children().apply(i)));
    }
    return dearest;
  }

  private static int costAfterGrouping(Expression result, Seq<Expression> grouping) {
    if (result instanceof AggregateExpression call) {
      return ownClass(call.aggregateFunction(), true);
    }
    for (int i = 0; i < grouping.length(); i++) {
      if (grouping.apply(i).semanticEquals(result)) {
        return 0;
      }
    }
    int dearest = ownClass(result, true);
    for (int i = 0; i < result.children().length(); i++) {
      dearest = Math.max(dearest, costAfterGrouping(result.children().apply(i), grouping));
    }
    return dearest;
  }
}
