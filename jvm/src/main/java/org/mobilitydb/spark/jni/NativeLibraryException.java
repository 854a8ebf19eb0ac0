package org.mobilitydb.spark.jni;

/** The library cannot be loaded in this process; the message says why, what was found and what to do. */
public final class NativeLibraryException extends IllegalStateException {
  private static final long serialVersionUID = 1;

  NativeLibraryException(String message, Throwable cause) {
    super(message, cause);
  }
}
