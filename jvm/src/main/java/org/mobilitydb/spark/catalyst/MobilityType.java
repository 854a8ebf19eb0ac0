package org.mobilitydb.spark.catalyst;

import java.io.Serializable;
import java.util.Locale;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A type of the table.
 *
 * @param name its name in signatures
 * @param spark the Spark type with that shape, every part of it nullable
 */
record MobilityType(String name, DataType spark) implements Serializable {
  /** Whether a value of Spark's type {@code other} is of this type: the struct's shape is the type. */
  boolean matches(DataType other) {
    return sameShape(spark, other);
  }

  /** Whether the type is told by a STRUCT shape of ours, of itself or of its elements. */
  boolean isOurs() {
    DataType type = spark instanceof ArrayType array ? array.elementType() : spark;
    return type instanceof StructType;
  }

  private static boolean sameShape(DataType ours, DataType other) {
    if (ours instanceof StructType a && other instanceof StructType b) {
      StructField[] left = a.fields();
      StructField[] right = b.fields();
      if (left.length != right.length) {
        return false;
      }
      for (int i = 0; i < left.length; i++) {
        boolean same =
            left[i].name().equals(right[i].name().toLowerCase(Locale.ROOT))
                && sameShape(left[i].dataType(), right[i].dataType());
        if (!same) {
          return false;
        }
      }
      return true;
    }
    if (ours instanceof ArrayType a && other instanceof ArrayType b) {
      return sameShape(a.elementType(), b.elementType());
    }
    if (ours instanceof StringType) {
      // Of any collation: what it changes is comparison, which is no concern here.
      return other instanceof StringType;
    }
    if (ours instanceof BinaryType) {
      return other instanceof BinaryType;
    }
    if (ours instanceof DayTimeIntervalType) {
      return other instanceof DayTimeIntervalType;
    }
    return ours.equals(other);
  }
}
