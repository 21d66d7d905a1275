// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.memory;

import static io.neardup.fingerprint.memory.MemoryAccount.STEP;
import static io.neardup.fingerprint.memory.MemoryAccount.UNASKED;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.Test;

public class MemoryAccountTests {
  private final List<Long> told = new ArrayList<>();
  private final MemoryAccount account = new MemoryAccount(told::add);

  @Test
  public void littleIsNotAskedFor() {
    account.take(UNASKED - 1);
    account.take(1);
    account.close();
    assertEquals(List.of(), told);
  }

  @Test
  public void muchIsAskedForInStepsAndGivenBack() {
    account.take(UNASKED);
    account.take(1);
    account.take(10);
    account.take(STEP);
    assertEquals(UNASKED + 11 + STEP, account.taken());
    account.close();
    account.close();
    assertEquals(List.of(STEP, STEP, -2 * STEP), told);
  }

  @Test
  public void whatIsGivenBackIsTold() {
    account.take(10 * STEP);
    account.giveBack(STEP);
    account.take(STEP);
    assertEquals("one step is kept", List.of(10 * STEP), told);
    account.giveBack(9 * STEP);
    assertEquals(List.of(10 * STEP, -9 * STEP), told);
    account.close();
    assertEquals(List.of(10 * STEP, -9 * STEP, -STEP), told);
  }

  @Test
  public void whatIsRefusedIsNotTaken() {
    MemoryAccount refused =
        new MemoryAccount(
            bytes -> {
              if (bytes > STEP) {
                throw new IllegalStateException("too much");
              }
              told.add(bytes);
            });
    refused.take(STEP);
    assertThrows(IllegalStateException.class, () -> refused.take(2 * STEP));
    assertEquals(STEP, refused.taken());
    refused.close();
    assertEquals(List.of(STEP, -STEP), told);
  }

  @Test
  public void aPartIsGivenBackByItself() {
    account.take(STEP);
    MemoryAccount part = account.part();
    part.take(4 * STEP);
    assertEquals(5 * STEP, account.taken());
    part.close();
    assertEquals(STEP, account.taken());
    account.close();
    assertEquals(List.of(STEP, 4 * STEP, -4 * STEP, -STEP), told);
  }

  @Test
  public void nothingCountsOnceItIsClosed() {
    account.close();
    account.take(STEP);
    account.giveBack(STEP);
    assertEquals(List.of(), told);
    assertEquals(0, account.taken());
  }
}
