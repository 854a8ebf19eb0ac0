package org.mobilitydb.spark.catalyst;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.optimizer.BuildLeft$;
import org.apache.spark.sql.catalyst.optimizer.BuildSide;
import org.apache.spark.sql.catalyst.planning.ExtractEquiJoinKeys;
import org.apache.spark.sql.catalyst.plans.InnerLike;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionByExpression;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionOperation;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.SparkStrategy;
import org.apache.spark.sql.execution.adaptive.LogicalQueryStage;
import org.apache.spark.sql.execution.adaptive.ShuffleQueryStageExec;
import org.apache.spark.sql.execution.exchange.REPARTITION_BY_NUM$;
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec;
import org.apache.spark.sql.execution.joins.BroadcastNestedLoopJoinExec;
import org.apache.spark.sql.execution.joins.CartesianProductExec;
import org.apache.spark.sql.internal.SQLConf;
import org.mobilitydb.spark.jni.Control;
import scala.Option;
import scala.Some;
import scala.collection.immutable.Seq;

/**
 * Where a join runs as a product of partitions, a side that calls functions is computed once.
 *
 * <p>Decided in Rust (materialize_nested_loop_sides.rs, which has the plan before and after). A strategy and not a rule,
 * because only the planner knows how a join will run: its own choice is asked for, and only a product is changed.
 */
final class MaterializeNestedLoopSides extends SparkStrategy {
  private static final int LEFT = 0;
  private static final int RIGHT = 1;

  private final SparkSession session;
  private final RuleRunner runner;

  MaterializeNestedLoopSides(SparkSession session, RuleRunner runner) {
    this.session = session;
    this.runner = runner;
  }

  @Override
  public Seq<SparkPlan> apply(LogicalPlan plan) {
    Seq<SparkPlan> leave = Scala.none();
    if (!(plan instanceof Join join) || !(join.joinType() instanceof InnerLike)) {
      return leave;
    }
    return runner.run(MobilitySettings.MATERIALIZE_NESTED_LOOP_SIDES, leave, none -> planned(join, none));
  }

  private Seq<SparkPlan> planned(Join join, Seq<SparkPlan> leave) {
    boolean decidedBefore = isOurs(join.left()) || isOurs(join.right());
    if (!decidedBefore && !FunctionCalls.in(join.left()) && !FunctionCalls.in(join.right())) {
      return leave;
    }
    Decision decision = decided(join, new IdentityHashMap<>());
    if (!decidedBefore && !decision.changes()) {
      return leave;
    }
    SparkPlan left = planned(join.left(), decision.partitions(LEFT), decision.keys(LEFT));
    SparkPlan right = planned(join.right(), decision.partitions(RIGHT), decision.keys(RIGHT));
    return Scala.one(new CartesianProductExec(left, right, join.condition()));
  }

  private SparkPlan planned(LogicalPlan side, int partitions, List<Attribute> keys) {
    if (partitions == 0) {
      return planLater(side);
    }
    LogicalPlan boundary =
        new RepartitionByExpression(Scala.<Expression>seq(keys), side, new Some<>(partitions), Option.empty());
    if (side.isStreaming()) {
      // A micro-batch has a planner of its own, which knows of state; only it can plan the side.
      return planLater(boundary);
    }
    SparkPlan exchange = session.sessionState().planner().plan(boundary).next();
    // By this link AQE finds what a finished stage stands for. The optimized plan has no boundary: with a link to one, AQE
    // would take the side for unfinished and might compute it again in another way.
    exchange.setLogicalLink(side);
    return exchange;
  }

  /**
   * Whether a side is a stage that came from our exchange: then AQE plans anew a join that was found to be a product, and it
   * stays one. Its partitions are few since every pair of them is a task; as a side of a broadcast join, which AQE would
   * choose where the other side turns out small, they would leave slots idle.
   */
  private static boolean isOurs(LogicalPlan side) {
    return side instanceof LogicalQueryStage stage
        && stage.physicalPlan() instanceof ShuffleQueryStageExec exchange
        && exchange.shuffle().shuffleOrigin() == REPARTITION_BY_NUM$.MODULE$
        && !(stage.logicalPlan() instanceof RepartitionOperation);
  }

  /** What Rust decides for a join; {@code known} keeps what was decided for it and for those below it. */
  private Decision decided(Join join, Map<Join, Decision> known) {
    Decision before = known.get(join);
    if (before != null) {
      return before;
    }
    SparkPlan chosen = chosen(join);
    SideFacts left = SideFacts.of(join.left(), (below, child) -> isKept(below, child, known));
    SideFacts right = SideFacts.of(join.right(), (below, child) -> isKept(below, child, known));
    int[] facts = {
      join.joinType() instanceof InnerLike ? 1 : 0,
      equalities(join),
      chosen instanceof CartesianProductExec || isOurs(join.left()) || isOurs(join.right()) ? 1 : 0,
      session.sparkContext().defaultParallelism(),
      SQLConf.get().numShufflePartitions()
    };
    int[] sides =
        Control.materializeNestedLoopSides(facts, left.nodes(), left.estimates(), right.nodes(), right.estimates());
    Decision decision = new Decision(chosen, sides, List.of(left, right));
    known.put(join, decision);
    return decision;
  }

  /** Whether a child of a join within a side is computed once, because it is broadcast or will get an exchange itself. */
  private boolean isKept(Join join, int child, Map<Join, Decision> known) {
    Decision decision = decided(join, known);
    if (decision.chosen() instanceof BroadcastHashJoinExec hash) {
      return child == place(hash.buildSide());
    }
    if (decision.chosen() instanceof BroadcastNestedLoopJoinExec loop) {
      return child == place(loop.buildSide());
    }
    return decision.partitions(child) > 0;
  }

  private static int place(BuildSide build) {
    return build == BuildLeft$.MODULE$ ? LEFT : RIGHT;
  }

  /** How Spark itself would run the join; null where it leaves that to others. */
  private SparkPlan chosen(Join join) {
    Seq<SparkPlan> plans = session.sessionState().planner().JoinSelection().apply(join);
    return plans.isEmpty() ? null : plans.head();
  }

  private static int equalities(Join join) {
    var keys = ExtractEquiJoinKeys.unapply(join);
    return keys.isEmpty() ? 0 : keys.get()._2().length();
  }

  /**
   * A decision in its flat form with what it was taken from.
   *
   * @param chosen how Spark would run the join
   * @param sides number of partitions and 1 for a hash, for the left and for the right side; empty for no change
   * @param facts of the left and of the right side
   */
  private record Decision(SparkPlan chosen, int[] sides, List<SideFacts> facts) {
    boolean changes() {
      return sides.length > 0;
    }

    int partitions(int side) {
      return changes() ? sides[2 * side] : 0;
    }

    List<Attribute> keys(int side) {
      return changes() && sides[2 * side + 1] == 1 ? facts.get(side).keys() : List.of();
    }
  }
}
