// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.join;

import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.pairs.BlockRange;
import io.neardup.groups.page.PageFilter;
import io.neardup.groups.pit.DocCodes;
import io.neardup.request.WireArrays;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.transport.TransportResponse;

/** What the join of one range found. */
public final class JoinResponse extends TransportResponse {
  /** That came from the shards. */
  final long bytesMoved;

  /** What is to be joined instead of the range; none if it has been. */
  final List<BlockRange> parts;

  final LongPages found;

  private JoinResponse(long bytesMoved, List<BlockRange> parts, LongPages found) {
    this.bytesMoved = bytesMoved;
    this.parts = parts;
    this.found = found;
  }

  /**
   * All of the range.
   *
   * @param bytesMoved from the shards
   * @param found the fingerprints that are near another one, or the {@linkplain DocCodes codes} of
   *     documents that meet another one in a band
   */
  static JoinResponse of(long bytesMoved, LongPages found) {
    return new JoinResponse(bytesMoved, List.of(), found);
  }

  /**
   * Nothing, as the range has more than the node has room for.
   *
   * @param parts to join instead
   */
  static JoinResponse tooMany(long bytesMoved, List<BlockRange> parts) {
    return new JoinResponse(bytesMoved, parts, new LongPages(0, MemoryAccount.unbounded()));
  }

  /** Mirrors {@link #writeTo}. */
  JoinResponse(StreamInput in) throws IOException {
    WireVersion.read(in);
    bytesMoved = in.readVLong();
    parts = in.readList(PageFilter::readRange);
    found = WireArrays.readLongs(in, MemoryAccount.unbounded());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeVLong(bytesMoved);
    out.writeCollection(parts, PageFilter::writeRange);
    WireArrays.writeLongs(out, found);
  }
}
