package org.mobilitydb.spark.jni;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * A thread's room outside of the heap: arguments on their way in, the answer on its way out.
 *
 * <p>After a call with tag {@link #WORD} or {@link #BYTES} the answer is read by the method of its type, before the thread's
 * next call.
 */
public final class Scratch {
  /** Tag of an answer: NULL. */
  public static final int NULL = 0;

  /** Tag of an answer: a primitive. */
  public static final int WORD = 1;

  /** Tag of an answer: a string, binary, struct or array. */
  public static final int BYTES = 2;

  private static final int RESULT = 16;
  private static final int KEPT = 1 << 20;
  private static final int CALLS_BETWEEN_CHECKS = 64;
  private static final Cleaner CLEANER = Cleaner.create();
  private static final ThreadLocal<Scratch> CURRENT = ThreadLocal.withInitial(Scratch::new);
  private static final AtomicInteger SITES = new AtomicInteger();

  private final Room room = new Room();
  private int calls;

  /** The memory; apart, so that the cleaner does not hold on to the scratch. */
  private static final class Room implements Runnable {
    private long address;
    private long capacity;

    /** The address of at least {@code bytes}; what was in it is lost. */
    long reserve(long bytes) {
      if (capacity < bytes || (capacity > KEPT && bytes <= KEPT)) {
        run();
        long wanted = bytes <= KEPT ? Math.max(4096, Long.highestOneBit(bytes) << 1) : bytes;
        address = Platform.allocateMemory(wanted);
        capacity = wanted;
      }
      return address;
    }

    @Override
    public void run() {
      if (address != 0) {
        Platform.freeMemory(address);
      }
      address = 0;
      capacity = 0;
    }
  }

  private Scratch() {
    CLEANER.register(this, room);
  }

  /**
   * The calling thread's.
   *
   * @throws NativeLibraryException where the library cannot be loaded
   */
  public static Scratch get() {
    NativeLoader.require();
    return CURRENT.get();
  }

  /** A number for a call site: arguments that do not change between its calls are decoded once. */
  public static int newSite() {
    return SITES.getAndIncrement();
  }

  /**
   * Calls a function; the answer's tag comes back.
   *
   * @param function index in the table
   * @param site the call site
   * @param attempt whether an error of the arguments gives NULL
   * @param args one field a parameter
   */
  public int eval(int function, int site, boolean attempt, UnsafeRow args) {
    if (++calls % CALLS_BETWEEN_CHECKS == 0) {
      stopIfKilled();
    }
    int length = args.getSizeInBytes();
    long address = room.reserve(RESULT + (long) length);
    copyIn(args, address + RESULT);
    return Native.eval(function, site, attempt, address + RESULT, length, address);
  }

  /**
   * The final step of an aggregate; the answer's tag comes back.
   *
   * @param function index in the table
   * @param rows the collected rows, each a length and the bytes of an UnsafeRow
   * @param size bytes of them that count
   * @param args one field a parameter that is given once
   */
  public int aggregate(int function, byte[] rows, int size, UnsafeRow args) {
    int length = args.getSizeInBytes();
    long address = room.reserve(RESULT + (long) length + size);
    copyIn(args, address + RESULT);
    long rowsAt = address + RESULT + length;
    Platform.copyMemory(rows, Platform.BYTE_ARRAY_OFFSET, null, rowsAt, size);
    return Native.aggregate(function, rowsAt, size, address + RESULT, length, address);
  }

  /** The loops of a join over rows in memory ask nobody whether their task was killed. */
  private static void stopIfKilled() {
    TaskContext task = TaskContext.get();
    if (task != null) {
      task.killTaskIfInterrupted();
    }
  }

  private static void copyIn(UnsafeRow row, long address) {
    Platform.copyMemory(
        row.getBaseObject(), row.getBaseOffset(), null, address, row.getSizeInBytes());
  }

  /** The answer as BOOLEAN. */
  public boolean booleanResult() {
    return Platform.getByte(null, room.address) != 0;
  }

  /** The answer as INT. */
  public int intResult() {
    return Platform.getInt(null, room.address);
  }

  /** The answer as BIGINT, TIMESTAMP or INTERVAL. */
  public long longResult() {
    return Platform.getLong(null, room.address);
  }

  /** The answer as DOUBLE. */
  public double doubleResult() {
    return Platform.getDouble(null, room.address);
  }

  /** The answer as BINARY. */
  public byte[] binaryResult() {
    byte[] bytes = new byte[Math.toIntExact(Platform.getLong(null, room.address + 8))];
    long from = Platform.getLong(null, room.address);
    Platform.copyMemory(null, from, bytes, Platform.BYTE_ARRAY_OFFSET, bytes.length);
    return bytes;
  }

  /** The answer as STRING. */
  public UTF8String stringResult() {
    return UTF8String.fromBytes(binaryResult());
  }

  /** The answer as a struct of this many fields. */
  public UnsafeRow rowResult(int fields) {
    byte[] bytes = binaryResult();
    UnsafeRow row = new UnsafeRow(fields);
    row.pointTo(bytes, bytes.length);
    return row;
  }

  /** The answer as an array. */
  public UnsafeArrayData arrayResult() {
    byte[] bytes = binaryResult();
    UnsafeArrayData array = new UnsafeArrayData();
    array.pointTo(bytes, Platform.BYTE_ARRAY_OFFSET, bytes.length);
    return array;
  }
}
