// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.join;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.BlockRange;
import java.io.IOException;
import java.util.List;
import org.opensearch.common.io.stream.BytesStreamOutput;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.test.OpenSearchTestCase;

/** {@link JoinResponse}: what the asking node gets is what was sent. */
public class JoinResponseTests extends OpenSearchTestCase {
  private static JoinResponse sent(JoinResponse response) throws IOException {
    BytesStreamOutput out = new BytesStreamOutput();
    response.writeTo(out);
    StreamInput in = out.bytes().streamInput();
    JoinResponse read = new JoinResponse(in);
    assertEquals(-1, in.read());
    return read;
  }

  public void testFound() throws IOException {
    long[] found = random().longs(100_000).toArray();
    JoinResponse response =
        sent(JoinResponse.of(20_000_000_000L, LongPages.of(MemoryAccount.unbounded(), found)));
    assertEquals(20_000_000_000L, response.bytesMoved);
    long[] read = new long[found.length];
    response.found.read(0, read, read.length);
    assertArrayEquals(found, read);
    assertEquals(List.of(), response.parts);
  }

  public void testTooMany() throws IOException {
    List<BlockRange> parts = BlockRange.cover(3, 8).get(0).halves();
    JoinResponse response = sent(JoinResponse.tooMany(5, parts));
    assertEquals(parts, response.parts);
    assertEquals(0, response.found.size());
  }
}
