// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** The answers to all questions of a request, in order. */
public final class NearDupResponse extends ActionResponse implements ToXContentObject {
  private static final double SHOWN = 1e4;

  private final long tookInMillis;
  private final Double recall;
  private final List<NearDupResult> results;

  /** Without a promise: every near-duplicate was found. */
  NearDupResponse(long tookInMillis, List<NearDupResult> results) {
    this(tookInMillis, null, results);
  }

  /**
   * @param recall the part of near-duplicates, of just the similarity asked for, that lookups find;
   *     null if they find all
   */
  NearDupResponse(long tookInMillis, @Nullable Double recall, List<NearDupResult> results) {
    this.tookInMillis = tookInMillis;
    this.recall = recall;
    this.results = List.copyOf(results);
  }

  /** Mirrors {@link #writeTo}. */
  public NearDupResponse(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    tookInMillis = in.readVLong();
    recall = in.readOptionalDouble();
    results = in.readList(NearDupResult::new);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeVLong(tookInMillis);
    out.writeOptionalDouble(recall);
    out.writeList(results);
  }

  /** One result per question. */
  public List<NearDupResult> results() {
    return results;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject().field("took", tookInMillis);
    if (recall != null) {
      builder.field("recall", Math.round(recall * SHOWN) / SHOWN);
    }
    builder.startArray("results");
    for (NearDupResult result : results) {
      result.toXContent(builder, params);
    }
    return builder.endArray().endObject();
  }
}
