package org.mobilitydb.spark.catalyst;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Expression;

/** A condition as the list of what AND joins in it. */
final class Conjuncts {
  private Conjuncts() {}

  /** The conjuncts in the order in which they stand; a condition without AND is its own only conjunct. */
  static List<Expression> of(Expression condition) {
    List<Expression> conjuncts = new ArrayList<>();
    Deque<Expression> open = new ArrayDeque<>();
    open.push(condition);
    while (!open.isEmpty()) {
      Expression next = open.pop();
      if (next instanceof And and) {
        open.push(and.right());
        open.push(and.left());
      } else {
        conjuncts.add(next);
      }
    }
    return conjuncts;
  }

  /** The condition that has these conjuncts, one or more, in this order. */
  static Expression and(List<Expression> conjuncts) {
    return conjuncts.stream().reduce(And::new).orElseThrow();
  }
}
