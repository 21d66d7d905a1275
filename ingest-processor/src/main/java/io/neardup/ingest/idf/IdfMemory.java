// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.idf;

import io.neardup.request.BreakerMemory;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.opensearch.core.common.breaker.CircuitBreaker;

/** Charges the memory of dictionaries to a circuit breaker, both while they are read and after. */
record IdfMemory(CircuitBreaker breaker, String limitSetting) {

  /**
   * Starts reading a file.
   *
   * @param file for messages
   */
  Charge charge(String file) {
    return new Charge(file);
  }

  /** The charge for one dictionary; closing it releases what is not kept. */
  final class Charge implements AutoCloseable {
    /**
     * Bytes of memory per byte of text while it is read: the terms, a copy when the block grows,
     * and the table.
     */
    private static final int FACTOR = 3;

    /** Bytes of text that are charged together. */
    private static final int STEP = 1 << 18;

    private final BreakerMemory memory;
    private long charged;
    private long kept;

    private Charge(String file) {
      this.memory =
          new BreakerMemory(
              breaker,
              "idf dictionary " + file,
              "; use a smaller dictionary, or raise [" + limitSetting + "]");
    }

    /** The same content, charged as it is read; compressed files tell their size too late. */
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
      memory.charge(bytes);
      charged += bytes;
    }

    /** The permanent size of the dictionary. */
    void keep(long bytes) {
      kept = bytes;
    }

    @Override
    public void close() {
      breaker.addWithoutBreaking(kept - charged);
    }
  }
}
