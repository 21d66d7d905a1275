// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class WorkingMemoryTests extends LuceneTestCase {
  private static final long UNASKED = LeafLookup.UNASKED;

  private final List<Long> told = new ArrayList<>();
  private final WorkingMemory memory = new WorkingMemory(told::add, UNASKED);

  public void testLittleIsNotAskedFor() {
    memory.take(UNASKED - 1);
    memory.take(1);
    memory.giveBack();
    assertEquals(List.of(), told);
  }

  public void testMuchIsAskedForAsAWholeAndGivenBack() {
    memory.take(UNASKED);
    memory.take(1);
    memory.take(10);
    memory.giveBack();
    memory.giveBack();
    long first = UNASKED + 1;
    assertEquals(List.of(first, 10L, -first - 10), told);
  }

  public void testWhatIsRefusedIsNotCounted() {
    WorkingMemory refused =
        new WorkingMemory(
            bytes -> {
              if (bytes > UNASKED + 1) {
                throw new IllegalStateException("too much");
              }
              told.add(bytes);
            },
            UNASKED);
    refused.take(UNASKED + 1);
    expectThrows(IllegalStateException.class, () -> refused.take(UNASKED + 2));
    refused.giveBack();
    assertEquals(List.of(UNASKED + 1, -UNASKED - 1), told);
  }
}
