package org.mobilitydb.spark.catalyst;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.util.IntervalUtils$;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.CalendarInterval;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Option;

/**
 * Constant strings where a value of ours is expected, as PostgreSQL takes them: classed by their text, then parsed at planning
 * time by the type's constructor.
 */
final class Literals {
  private static final Pattern SRID = Pattern.compile("^SRID *= *-?[0-9]+ *[;,] *");
  private static final Pattern WKT =
      Pattern.compile(
          "^(POINT|LINESTRING|POLYGON|MULTIPOINT|MULTILINESTRING|MULTIPOLYGON|GEOMETRYCOLLECTION)\\b.*",
          Pattern.DOTALL);
  private static final Set<String> TEMPORALS =
      Set.of("tgeompoint", "tgeogpoint", "tfloat", "tint", "tbool", "ttext");
  private static final Set<String> BOXES = Set.of("stbox", "tbox", "tboxint");
  private static final Set<String> SPANS = Set.of("tstzspan", "floatspan", "intspan");
  private static final Set<String> SPAN_SETS = Set.of("tstzspanset");
  private static final Set<String> SETS = Set.of("tstzset");
  private static final Set<String> GEOMETRIES = Set.of("geometry");
  private static final Set<String> TIMES = Set.of("timestamp");
  private static final Set<String> INTERVALS = Set.of("interval");
  private static final long DAY_US = 86_400_000_000L;

  private Literals() {}

  /** The text of a constant string that is not NULL. */
  static Optional<String> text(Expression argument) {
    if (!(argument.resolved() && argument.foldable() && argument.dataType() instanceof StringType)) {
      return Optional.empty();
    }
    Object value = argument.eval(null);
    return Optional.ofNullable(value).map(Object::toString);
  }

  /** Names of the types that a constant with this text can be of. */
  static Set<String> classify(String text) {
    String upper = SRID.matcher(text.strip().toUpperCase(Locale.ROOT)).replaceFirst("");
    if (upper.contains("@")) {
      return TEMPORALS;
    } else if (upper.startsWith("STBOX") || upper.startsWith("GEODSTBOX")) {
      return Set.of("stbox");
    } else if (upper.startsWith("TBOX")) {
      return BOXES;
    } else if (upper.startsWith("{[") || upper.startsWith("{(")) {
      return SPAN_SETS;
    } else if (upper.startsWith("[") || upper.startsWith("(")) {
      return SPANS;
    } else if (upper.startsWith("{")) {
      return SETS;
    } else if (WKT.matcher(upper).matches()) {
      return GEOMETRIES;
    }
    return interval(text).isPresent() ? INTERVALS : TIMES;
  }

  /** The value of a constant with this text, which {@link #classify} gave the type; none where the type has no constructor. */
  static Optional<Expression> parse(Expression argument, String text, MobilityType type, String zone) {
    if (type.spark() instanceof TimestampType) {
      return Optional.of(cast(argument, DataTypes.TimestampType, zone));
    } else if (type.spark() instanceof DayTimeIntervalType) {
      return interval(text).map(micros -> Literal.create(micros, type.spark()));
    }
    String constructor = type.name().equals("geometry") ? "geomFromText" : type.name();
    for (NativeFunction candidate : Catalog.get().named(constructor)) {
      boolean fits =
          !candidate.facts().aggregate()
              && candidate.required() == 1
              && candidate.given().get(0).type().name().equals("string")
              && candidate.facts().result().equals(type);
      if (fits) {
        List<Expression> arguments = new ArrayList<>(List.of(argument));
        Signatures.complete(candidate, arguments, zone);
        return Optional.of(new NativeCall(candidate, Scala.seq(arguments), 1, false));
      }
    }
    return Optional.empty();
  }

  /** Spark's own cast in the session's zone; errors as the session's ANSI setting says. */
  static Expression cast(Expression argument, DataType type, String zone) {
    return new Cast(argument, type, Option.apply(zone), Cast.apply$default$4());
  }

  private static Optional<Long> interval(String text) {
    try {
      CalendarInterval interval =
          IntervalUtils$.MODULE$.stringToInterval(UTF8String.fromString(text));
      if (interval.months != 0) {
        return Optional.empty();
      }
      return Optional.of(
          Math.addExact(Math.multiplyExact(interval.days, DAY_US), interval.microseconds));
    } catch (RuntimeException notAnInterval) {
      return Optional.empty();
    }
  }
}
