// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.sequencer.Claim;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Keys;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * A claim with the keywords for the search.
 *
 * @param claim whose keys contain hashes of them
 * @param keywords one per exact stage, in order; empty if the document has none
 */
public record ClaimDoc(Claim claim, List<String> keywords) implements Writeable {

  public ClaimDoc(StreamInput in) throws IOException {
    this(readClaim(in), in.readStringList());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    writeClaim(claim, out);
    out.writeStringCollection(keywords);
  }

  /** The claims of these documents. */
  public static List<Claim> claims(List<ClaimDoc> docs) {
    return docs.stream().map(ClaimDoc::claim).toList();
  }

  public static Claim readClaim(StreamInput in) throws IOException {
    DocRef ref = readRef(in);
    boolean ownId = in.readBoolean();
    Keys keys = new Keys(in.readLong(), in.readZLong(), in.readLongArray(), in.readVInt());
    return new Claim(ref, ownId, keys);
  }

  public static void writeClaim(Claim claim, StreamOutput out) throws IOException {
    writeRef(claim.ref(), out);
    out.writeBoolean(claim.ownId());
    Keys keys = claim.keys();
    out.writeLong(keys.scope());
    out.writeZLong(keys.time());
    long[] values = new long[2 * keys.stages()];
    for (int i = 0; i < keys.stages(); i++) {
      values[2 * i] = keys.value(i);
      values[2 * i + 1] = keys.check(i);
    }
    out.writeLongArray(values);
    out.writeVInt(keys.present());
  }

  public static DocRef readRef(StreamInput in) throws IOException {
    return new DocRef(in.readString(), in.readString(), in.readOptionalString());
  }

  public static void writeRef(DocRef ref, StreamOutput out) throws IOException {
    out.writeString(ref.index());
    out.writeString(ref.id());
    out.writeOptionalString(ref.routing());
  }
}
