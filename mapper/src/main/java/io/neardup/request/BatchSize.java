// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.request;

/**
 * How many documents, or answers, are read at once: few at first, then as many as have some
 * megabytes together if they are as large as the largest one before, but at most twice as many as
 * the last time.
 */
public final class BatchSize {
  /** Of a batch. */
  public static final long BYTES = 4 << 20;

  private static final int FIRST = 8;

  private final int most;
  private int last;
  private long largest = 1;

  /**
   * @param most of a batch, at least 1
   */
  public BatchSize(int most) {
    this.most = most;
  }

  /** How many to read next. */
  public int next() {
    long next = last == 0 ? FIRST : Math.min(2L * last, Math.max(1, BYTES / largest));
    last = (int) Math.min(next, most);
    return last;
  }

  /** One of this size has been read. */
  public void read(long bytes) {
    largest = Math.max(largest, bytes);
  }
}
