// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.idf;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.opensearch.core.common.breaker.CircuitBreaker.Durability;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;
import org.opensearch.test.OpenSearchTestCase;

public class IdfMemoryTests extends OpenSearchTestCase {
  private static final int STEP = 1 << 18;

  private long used;
  private CircuitBreakingException trips;
  private final IdfMemory memory =
      new IdfMemory(
          new NoopCircuitBreaker("near_dup") {
            @Override
            public double addEstimateBytesAndMaybeBreak(long bytes, String label) {
              assertEquals("idf dictionary file.txt", label);
              if (trips != null) {
                throw trips;
              }
              return used += bytes;
            }

            @Override
            public long addWithoutBreaking(long bytes) {
              return used += bytes;
            }
          },
          "the.limit");

  private static InputStream text(int length) {
    return new ByteArrayInputStream(new byte[length]);
  }

  public void testThreeTimesTheTextHoweverItIsRead() throws IOException {
    for (int buffer : new int[] {0, 1, 1000, STEP, 5 * STEP}) {
      try (IdfMemory.Charge charge = memory.charge("file.txt");
          InputStream content = charge.counting(text(4 * STEP))) {
        read(content, buffer);
        assertEquals("buffer of " + buffer, 3L * 4 * STEP, used);
        assertEquals("the end costs nothing", -1, content.read());
        assertEquals(3L * 4 * STEP, used);
        assertEquals(-1, content.read(new byte[1], 0, 1));
        assertEquals(3L * 4 * STEP, used);
        charge.keep(17);
      }
      assertEquals(17, used);
      used = 0;
    }
  }

  private static void read(InputStream content, int buffer) throws IOException {
    if (buffer == 0) {
      for (int i = 0; i < 4 * STEP; i++) {
        assertEquals(0, content.read());
      }
    } else {
      byte[] bytes = new byte[buffer];
      for (int read = 0; read < 4 * STEP; ) {
        read += content.read(bytes, 0, Math.min(buffer, 4 * STEP - read));
      }
    }
  }

  public void testChargesBeforeMuchIsRead() throws IOException {
    try (IdfMemory.Charge charge = memory.charge("file.txt");
        InputStream content = charge.counting(text(STEP + 1))) {
      assertEquals(0, used);
      content.readNBytes(STEP);
      assertEquals(3L * STEP, used);
      assertEquals(0, content.read());
      assertEquals(6L * STEP, used);
    }
    assertEquals(0, used);
  }

  public void testTheErrorIsTheBreakersWithAWayOut() throws IOException {
    trips = new CircuitBreakingException("too much", 7, 5, Durability.PERMANENT);
    try (IdfMemory.Charge charge = memory.charge("file.txt");
        InputStream content = charge.counting(text(1))) {
      CircuitBreakingException e = expectThrows(CircuitBreakingException.class, content::read);
      assertEquals("too much; use a smaller dictionary, or raise [the.limit]", e.getMessage());
      assertEquals(7, e.getBytesWanted());
      assertEquals(5, e.getByteLimit());
      assertEquals(Durability.PERMANENT, e.getDurability());
      assertSame(trips, e.getSuppressed()[0]);
    }
    assertEquals(0, used);
  }
}
