package org.mobilitydb.spark.catalyst;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.EqualTo;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.GlobalLimit;
import org.apache.spark.sql.catalyst.plans.logical.Join;
import org.apache.spark.sql.catalyst.plans.logical.LocalLimit;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.Range;
import org.apache.spark.sql.catalyst.plans.logical.RebalancePartitions;
import org.apache.spark.sql.catalyst.plans.logical.Repartition;
import org.apache.spark.sql.catalyst.plans.logical.RepartitionByExpression;
import org.apache.spark.sql.catalyst.plans.logical.Sort;
import org.apache.spark.sql.catalyst.plans.logical.Window;
import org.apache.spark.sql.execution.LogicalRDD;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType$;
import org.apache.spark.sql.types.TimestampType;
import scala.Option;
import scala.collection.immutable.Seq;
import scala.math.BigInt;

/**
 * One side of a join as facts: what rust/rules calls a Side, in its flat form.
 *
 * @param nodes three numbers a node of the plan in preorder: place of the node above, cost class, 1 if its output is kept
 * @param rows estimate, or -1
 * @param bytes estimate, or -1
 * @param partitions where certain, or -1
 * @param keys columns by whose hash rows can be spread
 * @param streaming whether it is a stream
 */
record SideFacts(int[] nodes, long rows, long bytes, long partitions, List<Attribute> keys, boolean streaming) {
  private static final long UNKNOWN = -1;
  private static final int EXCHANGED = 1;

  /** Estimates above this come from multiplying others and say nothing. */
  private static final long MOST_BYTES = 1L << 50;

  /** A few together are even enough where one alone may have few values. */
  private static final int MOST_KEYS = 4;

  /**
   * Facts of a plan.
   *
   * @param kept whether a child (by its place) of a join below is behind an exchange, as far as the planner decides
   */
  static SideFacts of(LogicalPlan side, BiPredicate<Join, Integer> kept) {
    List<Integer> nodes = new ArrayList<>();
    visit(side, -1, 0, kept, nodes);
    Option<BigInt> rows = side.stats().rowCount();
    return new SideFacts(
        nodes.stream().mapToInt(Integer::intValue).toArray(),
        rows.isDefined() ? estimate(rows.get()) : UNKNOWN,
        estimate(side.stats().sizeInBytes()),
        partitions(side),
        keys(side),
        side.isStreaming());
  }

  /** The five numbers that rust/rules expects beside the nodes. */
  long[] estimates() {
    return new long[] {rows, bytes, partitions, keys.size(), streaming ? 1 : 0};
  }

  private static void visit(
      LogicalPlan node, int above, int flags, BiPredicate<Join, Integer> kept, List<Integer> nodes) {
    int place = nodes.size() / 3;
    nodes.addAll(List.of(above, FunctionCalls.costClass(node), flags));
    // What lies below an exchange is computed once whatever it calls.
    if (flags != EXCHANGED) {
      for (int i = 0; i < node.children().length(); i++) {
        visit(node.children().apply(i), place, keepsChild(node, i, kept) ? EXCHANGED : 0, kept, nodes);
      }
    }
  }

  private static boolean keepsChild(LogicalPlan node, int child, BiPredicate<Join, Integer> kept) {
    if (node instanceof Repartition repartition) {
      return repartition.shuffle();
    }
    if (node instanceof Sort sort) {
      return sort.global();
    }
    if (node instanceof Join join) {
      return FunctionCalls.in(node.children().apply(child)) && kept.test(join, child);
    }
    return node instanceof RepartitionByExpression
        || node instanceof RebalancePartitions
        || node instanceof Aggregate
        || node instanceof Window;
  }

  private static long estimate(BigInt number) {
    return number.isValidLong() && number.toLong() >= 0 && number.toLong() <= MOST_BYTES ? number.toLong() : UNKNOWN;
  }

  /**
   * The number of partitions where the logical plan fixes it. A physical plan is never asked: it answers 0 for what it does
   * not know.
   */
  private static long partitions(LogicalPlan plan) {
    if (plan instanceof OneRowRelation || plan instanceof GlobalLimit) {
      return 1;
    }
    if (plan instanceof LocalRelation local) {
      return local.data().length() <= 1 ? 1 : UNKNOWN;
    }
    if (plan instanceof Aggregate aggregate) {
      return aggregate.groupingExpressions().isEmpty() ? 1 : UNKNOWN;
    }
    if (plan instanceof Range range) {
      return range.numSlices().isDefined() ? (Integer) range.numSlices().get() : UNKNOWN;
    }
    if (plan instanceof LogicalRDD source) {
      return source.rdd().getNumPartitions();
    }
    if (plan instanceof RepartitionByExpression repartition) {
      return repartition.optNumPartitions().isDefined() ? (Integer) repartition.optNumPartitions().get() : UNKNOWN;
    }
    if (plan instanceof Repartition repartition && repartition.shuffle()) {
      return repartition.numPartitions();
    }
    if (plan instanceof Project || plan instanceof Filter || plan instanceof LocalLimit) {
      return partitions(plan.children().apply(0));
    }
    return UNKNOWN;
  }

  /** Columns that a leaf of the plan gives as they are, of a type that hashes fast, and that no filter makes constant. */
  private static List<Attribute> keys(LogicalPlan side) {
    Set<Object> read = new HashSet<>();
    Set<Object> constant = new HashSet<>();
    collectColumns(side, read, constant);
    List<Attribute> keys = new ArrayList<>();
    Seq<Attribute> output = side.output();
    for (int i = 0; i < output.length() && keys.size() < MOST_KEYS; i++) {
      Attribute column = output.apply(i);
      if (read.contains(column.exprId()) && !constant.contains(column.exprId()) && hashesFast(column.dataType())) {
        keys.add(column);
      }
    }
    return keys;
  }

  private static void collectColumns(LogicalPlan plan, Set<Object> read, Set<Object> constant) {
    if (plan.children().isEmpty() && plan.deterministic()) {
      for (int i = 0; i < plan.output().length(); i++) {
        read.add(plan.output().apply(i).exprId());
      }
    }
    if (plan instanceof Filter filter) {
      for (Expression conjunct : Conjuncts.of(filter.condition())) {
        if (conjunct instanceof EqualTo equality
            && equality.left() instanceof Attribute column
            && equality.right() instanceof Literal) {
          constant.add(column.exprId());
        }
      }
    }
    for (int i = 0; i < plan.children().length(); i++) {
      collectColumns(plan.children().apply(i), read, constant);
    }
  }

  private static boolean hashesFast(DataType type) {
    return type instanceof IntegerType
        || type instanceof LongType
        || type instanceof DoubleType
        || type instanceof DateType
        || type instanceof TimestampType
        || type.equals(StringType$.MODULE$);
  }
}
