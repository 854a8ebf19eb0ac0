package org.mobilitydb.spark.catalyst;

import java.util.Arrays;
import org.apache.spark.sql.catalyst.expressions.UnsafeRow;
import org.apache.spark.unsafe.Platform;

/**
 * The rows that an aggregate has collected, side by side and without a NULL: records of 8-byte words where every column is one,
 * otherwise a length and an UnsafeRow each.
 */
final class CollectedRows {
  /** Java's largest array, with room for a header. */
  private static final int MOST = Integer.MAX_VALUE - 15;

  private static final long NULL_BITS = 8;

  private final int words;
  private byte[] bytes = new byte[0];
  private int size;

  /** No rows, of {@code words} words each; 0 for rows of any form. */
  CollectedRows(int words) {
    this.words = words;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** The rows; {@link #size} bytes count. */
  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  void append(UnsafeRow row) {
    if (words > 0) {
      reserve(8 * words);
      put(row, NULL_BITS, 8 * words);
    } else {
      int length = row.getSizeInBytes();
      reserve(8 + (long) length);
      Platform.putLong(bytes, Platform.BYTE_ARRAY_OFFSET + size, length);
      size += 8;
      put(row, 0, length);
    }
  }

  private void put(UnsafeRow row, long from, int length) {
    Platform.copyMemory(
        row.getBaseObject(),
        row.getBaseOffset() + from,
        bytes,
        Platform.BYTE_ARRAY_OFFSET + size,
        length);
    size += length;
  }

  CollectedRows append(CollectedRows other) {
    reserve(other.size);
    System.arraycopy(other.bytes, 0, bytes, size, other.size);
    size += other.size;
    return this;
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  CollectedRows wrap(byte[] rows) {
    bytes = rows;
    size = rows.length;
    return this;
  }

  private void reserve(long more) {
    long needed = size + more;
    if (needed > MOST) {
      throw new IllegalArgumentException(
          "[MOBILITY_TOO_LARGE] a group of an aggregate holds more than 2 GiB of rows");
    }
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(MOST, Math.max(needed, 2L * bytes.length)));
    }
  }
}
