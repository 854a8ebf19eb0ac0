package org.mobilitydb.spark.catalyst;

import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import org.mobilitydb.spark.jni.Scratch;

/** How an answer of each type is read from the scratch. */
final class Answers {
  private Answers() {}

  /** The answer, boxed, as Catalyst holds values. */
  static Object read(Scratch scratch, DataType type) {
    if (type instanceof BooleanType) {
      return scratch.booleanResult();
    } else if (type instanceof IntegerType) {
      return scratch.intResult();
    } else if (type instanceof DoubleType) {
      return scratch.doubleResult();
    } else if (type instanceof StringType) {
      return scratch.stringResult();
    } else if (type instanceof BinaryType) {
      return scratch.binaryResult();
    } else if (type instanceof StructType struct) {
      return scratch.rowResult(struct.length());
    } else if (type instanceof ArrayType) {
      return scratch.arrayResult();
    }
    return scratch.longResult();
  }

  /** The call in generated code that does so, unboxed. */
  static String reading(DataType type) {
    if (type instanceof BooleanType) {
      return "booleanResult()";
    } else if (type instanceof IntegerType) {
      return "intResult()";
    } else if (type instanceof DoubleType) {
      return "doubleResult()";
    } else if (type instanceof StringType) {
      return "stringResult()";
    } else if (type instanceof BinaryType) {
      return "binaryResult()";
    } else if (type instanceof StructType struct) {
      return "rowResult(" + struct.length() + ")";
    } else if (type instanceof ArrayType) {
      return "arrayResult()";
    }
    return "longResult()";
  }
}
