package org.mobilitydb.spark.catalyst;

import java.util.List;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.DataType;

/** Spark's own GEOMETRY and GEOGRAPHY as arguments: through their WKB and SRID, since what is inside changes between versions. */
final class SparkGeometry {
  private SparkGeometry() {}

  /** Whether a type is GEOMETRY or GEOGRAPHY, of any SRID. Goes by name: older versions lack the classes. */
  static boolean is(DataType type) {
    return type.typeName().startsWith("geometry") || type.typeName().startsWith("geography");
  }

  /** The value as a geometry of ours. */
  static Expression toGeometry(Expression value) {
    List<Expression> parts = List.of(builtin("st_asbinary", value), builtin("st_srid", value));
    return Signatures.resolve(Catalog.get().named("geomFromWKB"), parts, false);
  }

  private static Expression builtin(String name, Expression argument) {
    return FunctionRegistry$.MODULE$
        .builtin()
        .lookupFunctionBuilder(SharedNames.identifier(name))
        .get()
        .apply(Scala.one(argument));
  }
}
