package org.mobilitydb.spark.catalyst;

/** A function call that tells the optimizer rules what it costs and whether it can fail. */
interface CostedCall {
  /** Cost class, 1 or more: a higher class is dearer. {@link FunctionCalls#OPAQUE} is above all of ours. */
  int costClass();

  /** Whether some arguments raise an error. */
  boolean canThrow();
}
