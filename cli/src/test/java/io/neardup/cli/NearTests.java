// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHasher;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.Test;

/** What is refused before texts are read is what would not fit. */
public class NearTests {
  private static final int DOCUMENTS = 20_000;

  /** Two of each: of all documents, these take the most. */
  @Test
  public void takesNoMoreThanItSays() throws IOException {
    Bands bands = Bands.of(0.5, 0.95);
    AtomicLong taken = new AtomicLong();
    AtomicLong most = new AtomicLong();
    try (MemoryAccount memory =
            new MemoryAccount(bytes -> most.accumulateAndGet(taken.addAndGet(bytes), Math::max));
        SignatureFile file = new SignatureFile(memory)) {
      MinHasher hasher = new MinHasher();
      for (int i = 0; i < DOCUMENTS; i++) {
        hasher.clear();
        hasher.add(i / 2);
        file.add(Integer.toString(i), hasher.signature());
      }
      assertTrue(new Near(file, 0.5, bands, memory).groups().isCanonical(0));
    }
    assertTrue("takes " + most, most.get() <= Near.bytes(DOCUMENTS, bands));
    assertTrue("takes " + most, most.get() > Near.bytes(DOCUMENTS, bands) / 4 * 3);
  }
}
