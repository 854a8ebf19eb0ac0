package org.mobilitydb.spark.jni;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every exported function is behind the gate: a panic in it is an exception, and the JVM goes on. */
@Tag("check-jni")
final class GateTest {
  /** Where a panic happens. */
  enum Panic {
    IN_THE_CALLER,
    IN_A_WORKER,
    IN_A_DESTRUCTOR;

    /** The number by which it is asked for. */
    int place() {
      return ordinal() + 1;
    }
  }

  @BeforeAll
  static void load() {
    NativeLoader.require();
  }

  private static Stream<Method> natives() {
    return Stream.of(Native.class, Bridge.class)
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> Modifier.isNative(method.getModifiers()));
  }

  @Test
  void theLibraryExportsTheseMethodsAndNoOthers() throws IOException {
    Set<String> declared =
        natives()
            .map(m -> m.getDeclaringClass().getSimpleName() + "_" + m.getName())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> exported = new TreeSet<>();
    String file = "/org/mobilitydb/spark/native/" + Platforms.file(Platforms.here());
    try (InputStream library = NativeLoader.class.getResourceAsStream(file)) {
      String text = new String(library.readAllBytes(), StandardCharsets.ISO_8859_1);
      Matcher symbol = Pattern.compile("\0Java_org_mobilitydb_spark_jni_(\\w+)").matcher(text);
      while (symbol.find()) {
        exported.add(symbol.group(1));
      }
    }
    assertEquals(declared, exported);
  }

  @TestFactory
  Stream<DynamicTest> aPanicIsAnException() {
    return Stream.of(Panic.values())
        .flatMap(
            panic ->
                natives()
                    .map(m -> dynamicTest(m.getName() + " " + panic, () -> panicIn(m, panic))));
  }

  private static void panicIn(Method method, Panic panic) throws ReflectiveOperationException {
    Bridge.panicNext(panic.place());
    Throwable thrown =
        assertThrows(InvocationTargetException.class, () -> method.invoke(null, nothing(method)))
            .getCause();
    assertEquals(RuntimeException.class, thrown.getClass());
    assertTrue(
        thrown.getMessage().matches("\\[MOBILITY_INTERNAL] panic in native code at .*gate\\.rs:\\d+:\\d+: forced panic"),
        thrown.getMessage());
    assertEquals(Control.version(), Bridge.version());
  }

  @TestFactory
  Stream<DynamicTest> argumentsWithoutMeaningAreErrors() {
    return natives()
        .filter(method -> method.getParameterCount() > 0)
        .map(method -> dynamicTest(method.getName(), () -> refused(method)));
  }

  private static void refused(Method method) {
    if (method.getName().equals("orderConjunctsByCost")) {
      assertThrows(
          IllegalArgumentException.class, () -> Bridge.orderConjunctsByCost(new int[1], new int[2]));
      return;
    }
    Throwable thrown =
        assertThrows(InvocationTargetException.class, () -> method.invoke(null, nothing(method)))
            .getCause();
    assertEquals(IllegalArgumentException.class, thrown.getClass());
    assertTrue(thrown.getMessage().startsWith("[MOBILITY_INTERNAL] "), thrown.getMessage());
  }

  @Test
  void aNullArrayIsAnException() {
    assertThrows(RuntimeException.class, () -> Bridge.orderConjunctsByCost(null, new int[0]));
    assertEquals(Control.version(), Bridge.version());
  }

  private static Object[] nothing(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(
            type -> {
              if (type == int[].class) {
                return new int[0];
              } else if (type == long[].class) {
                return new long[0];
              } else if (type == boolean.class) {
                return (Object) false;
              }
              return type == long.class ? (Object) 0L : (Object) 0;
            })
        .toArray();
  }
}
