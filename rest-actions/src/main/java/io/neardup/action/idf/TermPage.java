// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.idf;

import io.neardup.request.WireVersion;
import java.io.IOException;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.bytes.BytesArray;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.transport.TransportResponse;
import org.opensearch.search.internal.ShardSearchContextId;

/** Terms of a shard in the order of their bytes, with their document frequencies. */
final class TermPage extends TransportResponse {
  /** The page of an index that does not map the field. */
  static final TermPage UNMAPPED = new TermPage(false, 0, null, BytesArray.EMPTY);

  private final boolean mapped;
  private final long documents;
  @Nullable private final ShardSearchContextId reader;
  private final BytesReference entries;

  /**
   * @param mapped whether the index maps the field
   * @param documents number of documents of the shard that have the field
   * @param reader to continue with; null if this is the last page
   * @param entries as written by {@link ShardTerms}
   */
  TermPage(
      boolean mapped,
      long documents,
      @Nullable ShardSearchContextId reader,
      BytesReference entries) {
    this.mapped = mapped;
    this.documents = documents;
    this.reader = reader;
    this.entries = entries;
  }

  /** Mirrors {@link #writeTo}. */
  TermPage(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    mapped = in.readBoolean();
    documents = in.readVLong();
    reader = in.readOptionalWriteable(ShardSearchContextId::new);
    entries = in.readBytesReference();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeBoolean(mapped);
    out.writeVLong(documents);
    out.writeOptionalWriteable(reader);
    out.writeBytesReference(entries);
  }

  boolean mapped() {
    return mapped;
  }

  long documents() {
    return documents;
  }

  @Nullable ShardSearchContextId reader() {
    return reader;
  }

  BytesReference entries() {
    return entries;
  }
}
