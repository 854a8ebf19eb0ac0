package org.mobilitydb.spark.catalyst;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.rules.UnknownRuleId$;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import org.mobilitydb.spark.jni.Control;
import scala.Some;
import scala.collection.immutable.Seq;

/**
 * In filters and join conditions, conjuncts that call functions come after those that do not.
 *
 * <p>The order is decided in Rust (order_conjuncts_by_cost.rs, which has the plan before and after, and why it is safe). As
 * an optimizer rule it shows in the optimized plan; as a strategy it also meets the conditions that Spark makes after the
 * last rule of an extension has run: those of EXISTS and IN, and predicates that it pushes down late.
 */
final class OrderConjunctsByCost extends Rule<LogicalPlan> {
  private static final int CAN_THROW = 1;
  private static final int NOT_DETERMINISTIC = 2;

  private final RuleRunner runner;

  OrderConjunctsByCost(RuleRunner runner) {
    this.runner = runner;
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return runner.run(MobilitySettings.ORDER_CONJUNCTS_BY_COST, plan, OrderConjunctsByCost::orderedPlan);
  }

  /** The same rule for conditions that came into being after optimization: plans the ordered plan instead. */
  static final class AtPlanning extends SparkStrategy {
    private final OrderConjunctsByCost rule;

    AtPlanning(RuleRunner runner) {
      this.rule = new OrderConjunctsByCost(runner);
    }

    @Override
    public Seq<SparkPlan> apply(LogicalPlan plan) {
      LogicalPlan ordered = rule.apply(plan);
      return ordered == plan ? Scala.none() : Scala.one(planLater(ordered));
    }
  }

  private static LogicalPlan orderedPlan(LogicalPlan plan) {
    return plan.transformUpWithPruning(
        patterns -> patterns.containsPattern(TreePattern.FILTER()) || patterns.containsPattern(TreePattern.JOIN()),
        UnknownRuleId$.MODULE$,
        Scala.rewriting(OrderConjunctsByCost::orderedNode));
  }

  private static LogicalPlan orderedNode(LogicalPlan node) {
    if (node instanceof Filter filter) {
      Expression ordered = ordered(filter.condition());
      return ordered == filter.condition() ? node : filter.copy(ordered, filter.child());
    }
    if (node instanceof Join join && join.condition().isDefined()) {
      Expression written = join.condition().get();
      Expression ordered = ordered(written);
      return ordered == written
          ? node
          : join.copy(join.left(), join.right(), join.joinType(), new Some<>(ordered), join.hint());
    }
    return node;
  }

  /** The condition with its conjuncts in order; the same object if they are. */
  static Expression ordered(Expression condition) {
    if (!(condition instanceof And)) {
      return condition;
    }
    List<Expression> conjuncts = Conjuncts.of(condition);
    int[] costs = conjuncts.stream().mapToInt(FunctionCalls::costClass).toArray();
    if (IntStream.of(costs).allMatch(cost -> cost == 0)) {
      return condition;
    }
    int[] flags = conjuncts.stream().mapToInt(OrderConjunctsByCost::flags).toArray();
    int[] order = Control.orderConjunctsByCost(costs, flags);
    if (order.length == 0) {
      return condition;
    }
    return Conjuncts.and(IntStream.of(order).mapToObj(conjuncts::get).toList());
  }

  private static int flags(Expression conjunct) {
    return (SafeExpressions.cannotThrow(conjunct) ? 0 : CAN_THROW)
        | (conjunct.deterministic() ? 0 : NOT_DETERMINISTIC);
  }
}
