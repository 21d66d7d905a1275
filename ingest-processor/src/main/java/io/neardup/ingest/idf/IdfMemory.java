// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.idf;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.CircuitBreakingException;

/** Charges the memory of dictionaries to a circuit breaker, while they are read and afterwards. */
record IdfMemory(CircuitBreaker breaker, String limitSetting) {

  /**
   * Starts reading a file.
   *
   * @param file for messages
   */
  Charge charge(String file) {
    return new Charge(file);
  }

  /** What one dictionary is charged; closing it gives back what is not kept. */
  final class Charge implements AutoCloseable {
    /**
     * Bytes of memory for a byte of text while it is read: the terms, a copy when the block grows,
     * and the table.
     */
    private static final int FACTOR = 3;

    /** Bytes of text that are charged together. */
    private static final int STEP = 1 << 18;

    private final String file;
    private long charged;
    private long kept;

    private Charge(String file) {
      this.file = file;
    }

    /** The same content, charged as it is read; compressed files say too late how much it is. */
    InputStream counting(InputStream content) {
      return new FilterInputStream(content) {
        private long paid;

        @Override
        public int read() throws IOException {
          int read = super.read();
          pay(read < 0 ? 0 : 1);
          return read;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
          int read = super.read(buffer, offset, length);
          pay(Math.max(0, read));
          return read;
        }

        private void pay(int bytes) {
          for (paid -= bytes; paid < 0; paid += STEP) {
            add((long) FACTOR * STEP);
          }
        }
      };
    }

    private void add(long bytes) {
      try {
        breaker.addEstimateBytesAndMaybeBreak(bytes, "idf dictionary " + file);
      } catch (CircuitBreakingException e) {
        CircuitBreakingException error =
            new CircuitBreakingException(
                e.getMessage() + "; take a smaller dictionary, or raise [" + limitSetting + "]",
                e.getBytesWanted(),
                e.getByteLimit(),
                e.getDurability());
        error.addSuppressed(e);
        throw error;
      }
      charged += bytes;
    }

    /** What the dictionary takes for good. */
    void keep(long bytes) {
      kept = bytes;
    }

    @Override
    public void close() {
      breaker.addWithoutBreaking(kept - charged);
    }
  }
}
