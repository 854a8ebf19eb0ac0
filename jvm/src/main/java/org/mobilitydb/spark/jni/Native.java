package org.mobilitydb.spark.jni;

/**
 * The data plane: functions of the library on rows. Only {@link Scratch} calls these methods; it guarantees the addresses and
 * that the library is loaded.
 *
 * <p>The answer is a tag: 0 NULL, 1 eight bytes at {@code out}, 2 an address and a length at {@code out}, whose bytes stay
 * until the thread's next call.
 */
final class Native {
  private Native() {}

  static native int eval(
      int function, int site, boolean attempt, long args, int length, long out);

  static native int aggregate(
      int function, long rows, long rowsLength, long args, int length, long out);
}
