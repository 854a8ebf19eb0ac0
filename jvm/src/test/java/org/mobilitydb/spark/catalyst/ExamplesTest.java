package org.mobilitydb.spark.catalyst;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every example of the table gives the answer that stands behind it. */
final class ExamplesTest {
  private static final String ARROW = " -> ";

  private static SparkSession session;

  @BeforeAll
  static void open() {
    session = Sessions.with();
  }

  @AfterAll
  static void close() {
    session.stop();
  }

  @TestFactory
  Stream<DynamicTest> examples() {
    Set<String> examples = new LinkedHashSet<>();
    Catalog.get().functions().forEach(f -> examples.add(f.facts().example()));
    Map<String, String> answers = new HashMap<>();
    List<String> calls = examples.stream().map(ExamplesTest::call).distinct().toList();
    for (int from = 0; from < calls.size(); from += 50) {
      answer(calls.subList(from, Math.min(calls.size(), from + 50)), answers);
    }
    return examples.stream().map(e -> dynamicTest(e, () -> check(e, answers.get(call(e)))));
  }

  @Test
  void aCallMayBeNullWhereAnArgumentMay() {
    for (NativeFunction function : Catalog.get().functions()) {
      List<Expression> arguments = new ArrayList<>();
      for (NativeFunction.Param param : function.facts().params()) {
        arguments.add(new BoundReference(arguments.size(), param.type().spark(), true));
      }
      NativeCall call = new NativeCall(function, Scala.seq(arguments), arguments.size(), false);
      boolean mayBeNull = function.facts().nullable() || (function.facts().strict() && !arguments.isEmpty());
      assertEquals(mayBeNull, call.nullable(), function.facts().name());
      NativeCall attempt = new NativeCall(function, Scala.seq(arguments), arguments.size(), true);
      assertTrue(attempt.nullable(), function.facts().name());
    }
  }

  private static String call(String example) {
    return example.substring(0, example.lastIndexOf(ARROW));
  }

  /** Many calls in one query where all can be planned; a query each costs more than the calls themselves. */
  private static void answer(List<String> calls, Map<String, String> answers) {
    try {
      StructField[] fields = session.sql("SELECT " + String.join(", ", calls)).schema().fields();
      List<String> shown = new ArrayList<>();
      for (int i = 0; i < fields.length; i++) {
        shown.add("CAST(" + asShown(fields[i].dataType()).replace("{}", calls.get(i)) + " AS STRING)");
      }
      Row row = session.sql("SELECT " + shown.stream().collect(Collectors.joining(", "))).head();
      for (int i = 0; i < fields.length; i++) {
        String none = fields[i].nullable() ? "NULL" : "NULL in a column that is said to have none";
        answers.put(calls.get(i), row.isNullAt(i) ? none : row.getString(i));
      }
    } catch (Exception failed) {
      if (calls.size() == 1) {
        answers.put(calls.get(0), failed.getMessage().lines().findFirst().orElse("failed"));
      } else {
        int half = calls.size() / 2;
        answer(calls.subList(0, half), answers);
        answer(calls.subList(half, calls.size()), answers);
      }
    }
  }

  private static void check(String example, String found) {
    String expected = example.substring(example.lastIndexOf(ARROW) + ARROW.length());
    if (!expected.startsWith("SRID=")) {
      found = found.replaceFirst("^SRID=[0-9]+[;,](?!STBOX|GEODSTBOX)", "");
    }
    if (expected.matches("-?[0-9]+([.][0-9]+)?") && found.matches("-?[0-9.]+(E-?[0-9]+)?")) {
      assertEquals(Double.parseDouble(expected), Double.parseDouble(found));
    } else {
      assertEquals(expected, found);
    }
  }

  /** How an answer is written in an example: our types as their text, a BINARY as the geometry that it is. */
  private static String asShown(DataType type) {
    for (MobilityType ours : Catalog.get().types()) {
      boolean told = ours.isOurs() || ours.name().equals("tstzset");
      if (told && ours.matches(type)) {
        boolean spatial = ours.name().equals("tgeompoint") || ours.name().equals("tgeogpoint");
        return spatial ? "asEWKT({})" : "asText({})";
      }
    }
    return type.typeName().equals("binary") ? "geomAsEWKT({})" : "{}";
  }
}
