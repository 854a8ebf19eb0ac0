package org.mobilitydb.spark.catalyst;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;

/** What DESCRIBE FUNCTION shows of a function: the table's documentation in Spark's form. */
final class FunctionDocs {
  private static final String GROUP = "misc_funcs";
  private static final String SOURCE = "scala_udf";

  private FunctionDocs() {}

  /** The documentation of all overloads with one name; of the {@code try_} form where {@code attempt}. */
  static ExpressionInfo of(String name, List<NativeFunction> overloads, boolean attempt) {
    String first = attempt ? "As " + overloads.get(0).facts().name() + ", but NULL instead of an error.\n" : "";
    return new ExpressionInfo(
        NativeCall.class.getName(),
        null,
        name,
        first + overloads.stream().map(FunctionDocs::usage).collect(Collectors.joining("\n")),
        overloads.stream().map(FunctionDocs::arguments).collect(Collectors.joining("", "\n    Arguments:\n", "  ")),
        overloads.stream().map(FunctionDocs::example).collect(Collectors.joining("", "\n    Examples:\n", "  ")),
        "",
        GROUP,
        Catalog.get().version(),
        "",
        SOURCE);
  }

  private static String usage(NativeFunction overload) {
    return overload.signature() + " - " + overload.facts().doc().replace("\n", "\n    ");
  }

  private static String arguments(NativeFunction overload) {
    StringBuilder text = new StringBuilder();
    for (NativeFunction.Param param : overload.given()) {
      text.append("      * ").append(param.name()).append(" - ").append(param.type().name());
      if (param.defaultSql() != null) {
        text.append(", by default ").append(param.defaultSql());
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static String example(NativeFunction overload) {
    String[] parts = overload.facts().example().split(" -> ", 2);
    String answer = parts.length == 2 ? "       " + parts[1] + "\n" : "";
    return "      > SELECT " + parts[0] + ";\n" + answer;
  }
}
