package org.mobilitydb.spark.catalyst;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;

/**
 * The table of functions as the jar carries it. It is there where the library cannot be loaded too: plans are made and
 * described, only calls fail.
 */
public final class Catalog {
  private static final String RESOURCE = "/org/mobilitydb/spark/catalog.json";

  private static final class Holder {
    private static final Catalog TABLE = read();
  }

  private final String version;
  private final int hash;
  private final Map<String, MobilityType> types = new LinkedHashMap<>();
  private final List<NativeFunction> functions = new ArrayList<>();
  private final Map<String, List<NativeFunction>> byName = new LinkedHashMap<>();
  private final Map<Long, NativeFunction> byId = new HashMap<>();

  private Catalog(JsonNode table) {
    version = table.get("version").asText();
    hash = (int) table.get("hash").asLong();
    for (JsonNode type : table.get("types")) {
      String name = type.get("name").asText();
      types.put(name, new MobilityType(name, DataType.fromDDL(type.get("ddl").asText())));
    }
    for (JsonNode entry : table.get("entries")) {
      NativeFunction function = new NativeFunction(facts(functions.size(), entry));
      functions.add(function);
      byId.put(function.facts().id(), function);
      enter(function.facts().name(), function);
      function.facts().aliases().forEach(alias -> enter(alias, function));
    }
  }

  /**
   * The table.
   *
   * @throws IllegalStateException where the jar was built without it
   */
  public static Catalog get() {
    return Holder.TABLE;
  }

  private static Catalog read() {
    try (InputStream json = Catalog.class.getResourceAsStream(RESOURCE)) {
      if (json == null) {
        throw new IllegalStateException("MobilitySpark's jar lacks " + RESOURCE);
      }
      return new Catalog(new ObjectMapper().readTree(json));
    } catch (IOException e) {
      throw new IllegalStateException("MobilitySpark's jar has a broken " + RESOURCE, e);
    }
  }

  private NativeFunction.Facts facts(int index, JsonNode entry) {
    List<NativeFunction.Param> params = new ArrayList<>();
    for (JsonNode param : entry.get("params")) {
      params.add(
          new NativeFunction.Param(
              param.get("name").asText(),
              type(param.get("type").asText()),
              textOrNull(param.get("default"))));
    }
    List<String> aliases = new ArrayList<>();
    entry.get("aliases").forEach(alias -> aliases.add(alias.asText()));
    return new NativeFunction.Facts(
        index,
        entry.get("id").asLong(),
        entry.get("name").asText(),
        List.copyOf(aliases),
        entry.get("doc").asText(),
        List.copyOf(params),
        type(entry.get("result").asText()),
        entry.get("kind").asText().equals("aggregate"),
        entry.get("collected").asInt(),
        textOrNull(entry.get("sql")),
        entry.get("strict").asBoolean(),
        entry.get("nullable").asBoolean(),
        entry.get("throws").asBoolean(),
        entry.get("session_zone").asBoolean(),
        NativeFunction.Cost.valueOf(entry.get("cost").asText().toUpperCase(Locale.ROOT)),
        entry.get("implies").asText(),
        entry.get("implies_argument").asInt(-1),
        entry.get("example").asText());
  }

  private static String textOrNull(JsonNode node) {
    return node.isNull() ? null : node.asText();
  }

  private void enter(String name, NativeFunction function) {
    byName.computeIfAbsent(name.toLowerCase(Locale.ROOT), n -> new ArrayList<>()).add(function);
  }

  private MobilityType type(String name) {
    if (name.endsWith("[]")) {
      MobilityType element = type(name.substring(0, name.length() - 2));
      return new MobilityType(name, new ArrayType(element.spark(), true));
    }
    MobilityType type = types.get(name);
    if (type == null) {
      throw new IllegalStateException("MobilitySpark's table of functions lacks the type " + name);
    }
    return type;
  }

  /** Version of the table and of the library beside it. */
  public String version() {
    return version;
  }

  /** Hash of the table: the library has the same. */
  public int hash() {
    return hash;
  }

  /** Every type. */
  List<MobilityType> types() {
    return List.copyOf(types.values());
  }

  /** Every function, by index. */
  List<NativeFunction> functions() {
    return functions;
  }

  /** Every function by its names in lower case, aliases too. */
  Map<String, List<NativeFunction>> byName() {
    return byName;
  }

  /** The overloads with a name, in any case; none where there is no such name. */
  List<NativeFunction> named(String name) {
    return byName.getOrDefault(name.toLowerCase(Locale.ROOT), List.of());
  }

  /**
   * The function with an id.
   *
   * @throws IllegalStateException where there is none: another version of the jar made the plan
   */
  NativeFunction function(long id, String signature) {
    NativeFunction function = byId.get(id);
    if (function == null) {
      throw new IllegalStateException(
          "MobilitySpark " + version + " has no function " + signature + ": driver and executors must use the same jar");
    }
    return function;
  }
}
