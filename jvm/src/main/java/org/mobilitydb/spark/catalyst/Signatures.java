package org.mobilitydb.spark.catalyst;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.expressions.NamedArgumentExpression;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser$;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * Picks the overload that a call means.
 *
 * <p>Of the overloads with the right number of arguments: a type's own shape beats widening (a number to DOUBLE, DATE and
 * TIMESTAMP_NTZ to TIMESTAMP), which beats a constant string read as a value. None or more than one left is an error of the
 * analysis that lists the signatures.
 */
final class Signatures {
  private Signatures() {}

  /** An argument in a parameter's place; the fewer literals, then the fewer widenings, the better it fits. */
  private record Fit(Expression value, int literals, int widenings) {}

  private record Match(NativeFunction function, List<Expression> arguments, int literals, int widenings) {}

  private static final Comparator<Match> BEST =
      Comparator.comparingInt(Match::literals).thenComparingInt(Match::widenings);

  /** The call of one of the overloads; an {@link UnmatchedCall} where none or several take the arguments. */
  static Expression resolve(
      List<NativeFunction> overloads, List<Expression> arguments, boolean attempt) {
    if (arguments.stream().anyMatch(NamedArgumentExpression.class::isInstance)) {
      return unmatched(attempt, overloads, arguments, "arguments are told by their places, not by names");
    }
    String zone = SQLConf.get().sessionLocalTimeZone();
    List<Match> matches = new ArrayList<>();
    for (NativeFunction overload : overloads) {
      if (attempt && overload.facts().aggregate()) {
        continue;
      }
      match(overload, arguments, zone).ifPresent(matches::add);
    }
    if (matches.isEmpty()) {
      return unmatched(attempt, overloads, arguments, "no signature takes the arguments");
    }
    matches.sort(BEST);
    Match best = matches.get(0);
    List<Match> equals = matches.stream().filter(m -> BEST.compare(m, best) == 0).toList();
    // A NULL and an empty array fit everywhere, and mean the same everywhere.
    boolean hasNull = arguments.stream().anyMatch(a -> isNull(a.dataType()));
    if (equals.size() > 1 && !hasNull) {
      List<NativeFunction> several = equals.stream().map(Match::function).toList();
      return unmatched(attempt, several, arguments, "several signatures take the arguments");
    }
    complete(best.function, best.arguments, zone);
    return call(best.function, best.arguments, arguments.size(), attempt);
  }

  private static Expression call(
      NativeFunction function, List<Expression> arguments, int given, boolean attempt) {
    if (function.facts().aggregate()) {
      return new NativeAggregate(function, Scala.seq(arguments), given, 0, 0);
    }
    if (!attempt && BoxTemplate.fits(function, arguments)) {
      return BoxTemplate.of(function, arguments, given);
    }
    return new NativeCall(function, Scala.seq(arguments), given, attempt);
  }

  /** Appends the defaults of the parameters that were left out, and the session time zone. */
  static void complete(NativeFunction function, List<Expression> arguments, String zone) {
    List<NativeFunction.Param> given = function.given();
    for (NativeFunction.Param param : given.subList(arguments.size(), given.size())) {
      Expression value = CatalystSqlParser$.MODULE$.parseExpression(param.defaultSql());
      DataType type = param.type().spark();
      boolean own = value.resolved() && param.type().matches(value.dataType());
      arguments.add(own ? value : Literals.cast(value, type, zone));
    }
    if (function.facts().sessionZone()) {
      arguments.add(Literal$.MODULE$.apply(zone));
    }
  }

  private static Optional<Match> match(
      NativeFunction function, List<Expression> arguments, String zone) {
    List<NativeFunction.Param> given = function.given();
    if (arguments.size() < function.required() || arguments.size() > given.size()) {
      return Optional.empty();
    }
    List<Expression> values = new ArrayList<>();
    int literals = 0;
    int widenings = 0;
    for (int i = 0; i < arguments.size(); i++) {
      Optional<Fit> fit = fit(arguments.get(i), given.get(i).type(), zone);
      if (fit.isEmpty()) {
        return Optional.empty();
      }
      values.add(fit.get().value);
      literals += fit.get().literals;
      widenings += fit.get().widenings;
    }
    return Optional.of(new Match(function, values, literals, widenings));
  }

  private static Optional<Fit> fit(Expression argument, MobilityType type, String zone) {
    DataType found = argument.dataType();
    if (type.matches(found)) {
      return Optional.of(new Fit(argument, 0, 0));
    }
    if (found instanceof NullType) {
      return Optional.of(new Fit(Literal$.MODULE$.create(null, type.spark()), 0, 0));
    }
    if (type.name().equals("geometry") && SparkGeometry.is(found)) {
      return Optional.of(new Fit(SparkGeometry.toGeometry(argument), 0, 1));
    }
    if (widens(found, type.spark())) {
      return Optional.of(new Fit(Literals.cast(argument, type.spark(), zone), 0, 1));
    }
    return Literals.text(argument)
        .filter(text -> Literals.classify(text).contains(type.name()))
        .flatMap(text -> Literals.parse(argument, text, type, zone))
        .map(value -> new Fit(value, 1, 0));
  }

  private static boolean isNull(DataType type) {
    return type instanceof NullType
        || (type instanceof ArrayType array && array.elementType() instanceof NullType);
  }

  private static boolean widens(DataType from, DataType to) {
    if (to.equals(DataTypes.DoubleType)) {
      return from instanceof NumericType;
    } else if (to.equals(DataTypes.LongType)) {
      return from instanceof NumericType && !(from instanceof DecimalType) && isIntegral(from);
    } else if (to.equals(DataTypes.IntegerType)) {
      return from.equals(DataTypes.ShortType) || from.equals(DataTypes.ByteType);
    } else if (to instanceof TimestampType) {
      return from instanceof DateType || from instanceof TimestampNTZType;
    } else if (to instanceof ArrayType array && from instanceof ArrayType given) {
      return given.elementType() instanceof NullType
          || widens(given.elementType(), array.elementType());
    }
    return false;
  }

  private static boolean isIntegral(DataType type) {
    return type.equals(DataTypes.IntegerType)
        || type.equals(DataTypes.ShortType)
        || type.equals(DataTypes.ByteType);
  }

  private static UnmatchedCall unmatched(
      boolean attempt, List<NativeFunction> overloads, List<Expression> arguments, String what) {
    String name = (attempt ? "try_" : "") + overloads.get(0).facts().name();
    String given =
        arguments.stream().map(a -> typeName(a.dataType())).collect(Collectors.joining(", "));
    String signatures =
        overloads.stream().map(NativeFunction::signature).collect(Collectors.joining("; "));
    String message = String.format("%s (%s); accepted: %s", what, given, signatures);
    return new UnmatchedCall(name, Scala.seq(arguments), message);
  }

  /** Our name of a type where it has one that is not Spark's. */
  private static String typeName(DataType type) {
    return Catalog.get().types().stream()
        .filter(t -> t.isOurs() && t.matches(type))
        .map(MobilityType::name)
        .findFirst()
        .orElse(type.sql());
  }
}
