// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.page;

import io.neardup.fingerprint.hamming.FingerprintSet;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.pairs.BlockRange;
import java.io.IOException;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.test.OpenSearchTestCase;

/** {@link PageFilter}: what a shard gets is what was sent, and which fingerprints it takes. */
public class PageFilterTests extends OpenSearchTestCase {
  private static PageFilter sent(PageFilter filter) throws IOException {
    BytesStreamOutput out = new BytesStreamOutput();
    filter.writeTo(out);
    StreamInput in = out.bytes().streamInput();
    PageFilter read = PageFilter.read(in);
    assertEquals(-1, in.read());
    return read;
  }

  public void testRanges() throws IOException {
    for (BlockRange range : BlockRange.cover(3, 8)) {
      PageFilter filter = new PageFilter.InRange(range);
      assertEquals(filter, sent(filter));
      filter = new PageFilter.BandsInRange(new Bands(8, 4), range);
      assertEquals(filter, sent(filter));
      assertEquals(4, filter.maxRows());
    }
  }

  public void testNear() throws IOException {
    long[] others = random().longs(3_000).toArray();
    PageFilter filter = sent(new PageFilter.Near(FingerprintSet.of(others.clone()), 3));
    long[] values = new long[1];
    for (long other : others) {
      assertEquals(1, filter.select(other ^ 0b111, null, values));
      assertEquals(other ^ 0b111, values[0]);
    }
    assertEquals(
        0, sent(new PageFilter.Near(FingerprintSet.of(0L), 3)).select(0b1111, null, values));
  }
}
