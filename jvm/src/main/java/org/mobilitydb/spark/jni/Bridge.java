package org.mobilitydb.spark.jni;

/** The native side of {@link Control}, which loads the library first and documents each method. */
final class Bridge {
  private Bridge() {}

  static native String version();

  static native int tableHash();

  static native long[] evaluations();

  static native int[] orderConjunctsByCost(int[] costs, int[] flags);

  static native int[] materializeNestedLoopSides(
      int[] join,
      int[] leftNodes,
      long[] leftEstimates,
      int[] rightNodes,
      long[] rightEstimates);

  static native int panicNext(int place);
}
