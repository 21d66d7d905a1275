// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** The answers to all questions of a request, in order. */
public final class NearDupResponse extends ActionResponse implements ToXContentObject {
  private final long tookInMillis;
  private final List<NearDupResult> results;

  NearDupResponse(long tookInMillis, List<NearDupResult> results) {
    this.tookInMillis = tookInMillis;
    this.results = List.copyOf(results);
  }

  /** Mirrors {@link #writeTo}. */
  public NearDupResponse(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    tookInMillis = in.readVLong();
    results = in.readList(NearDupResult::new);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeVLong(tookInMillis);
    out.writeList(results);
  }

  /** One result per question. */
  public List<NearDupResult> results() {
    return results;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject().field("took", tookInMillis).startArray("results");
    for (NearDupResult result : results) {
      result.toXContent(builder, params);
    }
    return builder.endArray().endObject();
  }
}
