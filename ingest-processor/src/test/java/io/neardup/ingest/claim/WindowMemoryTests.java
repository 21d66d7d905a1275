// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import java.util.ArrayDeque;
import java.util.Deque;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.CircuitBreaker.Durability;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;
import org.opensearch.test.OpenSearchTestCase;

public class WindowMemoryTests extends OpenSearchTestCase {
  private long charged;
  private long limit = Long.MAX_VALUE;

  private WindowMemory memory(String size) {
    NearDupIngestSettings settings =
        new NearDupIngestSettings(
            Settings.builder().put("plugins.near_dup.ingest.window.size", size).build());
    return new WindowMemory(
        new NoopCircuitBreaker("near_dup") {
          @Override
          public double addEstimateBytesAndMaybeBreak(long bytes, String label) {
            if (charged + bytes > limit) {
              throw new CircuitBreakingException("full", Durability.TRANSIENT);
            }
            return charged += bytes;
          }

          @Override
          public long addWithoutBreaking(long bytes) {
            return charged += bytes;
          }
        },
        settings);
  }

  public void testChargedIsWhatIsUsedInSteps() {
    WindowMemory memory = memory("1gb");
    Deque<Long> taken = new ArrayDeque<>();
    long used = 0;
    for (int i = 0; i < 10_000; i++) {
      if (randomBoolean() || taken.isEmpty()) {
        long bytes = randomIntBetween(1, 3 * (int) WindowMemory.STEP);
        assertTrue(memory.take(bytes));
        taken.add(bytes);
        used += bytes;
      } else {
        long bytes = taken.remove();
        memory.release(bytes);
        used -= bytes;
      }
      assertEquals(used, memory.used());
      long more = charged - used;
      assertTrue(charged + " for " + used, more >= 0 && more <= 2 * WindowMemory.STEP);
    }
    taken.forEach(memory::release);
    assertEquals(0, memory.used());
    assertEquals(0, charged);
  }

  public void testATripTakesNothing() {
    WindowMemory memory = memory("1gb");
    limit = 2 * WindowMemory.STEP;
    assertTrue(memory.take(2 * WindowMemory.STEP));
    assertFalse(memory.take(1));
    assertEquals(2 * WindowMemory.STEP, memory.used());
    assertEquals(2 * WindowMemory.STEP, charged);
    memory.release(2 * WindowMemory.STEP);
    assertEquals(0, charged);
    assertTrue(memory.take(1));
  }

  public void testTheSettingIsTheMost() {
    WindowMemory memory = memory("1kb");
    assertTrue(memory.take(1024));
    assertFalse(memory.take(1));
    assertEquals(1024, memory.used());
    memory.release(24);
    assertTrue(memory.take(24));
  }
}
