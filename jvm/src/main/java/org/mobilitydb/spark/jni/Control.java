package org.mobilitydb.spark.jni;

/**
 * The control plane: what is asked once or seldom. A failure in the library is an exception with its text; where the library
 * cannot be loaded, every method throws a {@link NativeLibraryException} with the same message.
 */
public final class Control {
  private Control() {}

  /** Version of the library. */
  public static String version() {
    NativeLoader.require();
    return Bridge.version();
  }

  /** Evaluations of each function in this process since the library was loaded, in the order of the table. */
  public static long[] evaluations() {
    NativeLoader.require();
    return Bridge.evaluations();
  }

  /**
   * The order of a condition's conjuncts, empty where it is right already.
   *
   * @param costs cost class of each conjunct
   * @param flags 1 can raise an error, 2 is not deterministic
   */
  public static int[] orderConjunctsByCost(int[] costs, int[] flags) {
    NativeLoader.require();
    return Bridge.orderConjunctsByCost(costs, flags);
  }

  /**
   * Exchanges for the sides of a nested loop (partitions and 1 for hashed rows, of the left and the right side), empty where
   * it stays as it is.
   *
   * @param join 1 for inner, equalities, 1 for a product of partitions, slots, most partitions
   * @param leftNodes node above, cost class and flags of each node of the left side
   * @param leftEstimates rows, bytes, partitions, keys and 1 for a stream; -1 is unknown
   * @param rightNodes as leftNodes
   * @param rightEstimates as leftEstimates
   */
  public static int[] materializeNestedLoopSides(
      int[] join,
      int[] leftNodes,
      long[] leftEstimates,
      int[] rightNodes,
      long[] rightEstimates) {
    NativeLoader.require();
    return Bridge.materializeNestedLoopSides(
        join, leftNodes, leftEstimates, rightNodes, rightEstimates);
  }
}
