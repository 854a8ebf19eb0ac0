package org.mobilitydb.spark.catalyst;

import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;

/**
 * An overload of the table. It crosses to other processes as its id only, so that the index in calls is that of the table
 * beside the library that runs them.
 */
public final class NativeFunction implements Serializable {
  private static final long serialVersionUID = 1;

  /** A parameter; {@code defaultSql} is null where it must be given. */
  record Param(String name, MobilityType type, String defaultSql) {}

  /** How the work of a call grows, cheapest first. */
  enum Cost {
    FIELD,
    CONSTANT,
    LINEAR,
    QUADRATIC
  }

  /** All that the table says of an overload; {@code collected} parameters of an aggregate are gathered over the rows. */
  record Facts(
      int index,
      long id,
      String name,
      List<String> aliases,
      String doc,
      List<Param> params,
      MobilityType result,
      boolean aggregate,
      int collected,
      String sql,
      boolean strict,
      boolean nullable,
      boolean canThrow,
      boolean sessionZone,
      Cost cost,
      String implies,
      int impliesArgument,
      String example) {}

  private final transient Facts facts;

  NativeFunction(Facts facts) {
    this.facts = facts;
  }

  /** Index of the function in calls of the library. */
  public int index() {
    return facts.index;
  }

  Facts facts() {
    return facts;
  }

  /** Parameters that a caller can give: all but the session time zone. */
  List<Param> given() {
    int count = facts.params.size() - (facts.sessionZone ? 1 : 0);
    return facts.params.subList(0, count);
  }

  /** Parameters that a caller must give. */
  int required() {
    return (int) given().stream().filter(p -> p.defaultSql == null).count();
  }

  /** Whether collected rows are records of 8-byte words. */
  boolean collectsWords() {
    return facts.params.subList(0, facts.collected).stream()
        .allMatch(p -> UnsafeRow.isFixedLength(p.type.spark()));
  }

  /** {@code name(parameter type, ...) -> result}. */
  String signature() {
    StringBuilder text = new StringBuilder(facts.name).append('(');
    String separator = "";
    for (Param param : given()) {
      text.append(separator).append(param.name).append(' ').append(param.type.name());
      if (param.defaultSql != null) {
        text.append(" = ").append(param.defaultSql);
      }
      separator = ", ";
    }
    return text.append(") -> ").append(facts.result.name()).toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NativeFunction f && f.facts.id == facts.id;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(facts.id);
  }

  @Override
  public String toString() {
    return facts.name;
  }

  private Object writeReplace() throws ObjectStreamException {
    return new Reference(facts.id, signature());
  }

  /** A function on its way to another process. */
  private record Reference(long id, String signature) implements Serializable {
    private Object readResolve() throws ObjectStreamException {
      return Catalog.get().function(id, signature);
    }
  }
}
