// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import org.apache.lucene.search.TotalHits;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchException;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.rest.action.RestActions;
import org.opensearch.search.SearchHit;
import org.opensearch.transport.RemoteClusterAware;

/**
 * The near-duplicates of one question, or why there is no answer.
 *
 * @param id the id that was asked for, or null
 * @param hash the fingerprint that was searched for; null if it could not be told, or there is none
 * @param search what the search answered; null with a failure
 * @param failure null with an answer
 */
public record NearDupResult(
    @Nullable String id,
    @Nullable Long hash,
    @Nullable SearchResponse search,
    @Nullable Exception failure)
    implements Writeable, ToXContentObject {

  NearDupResult(StreamInput in) throws IOException {
    this(
        in.readOptionalString(),
        in.readOptionalLong(),
        in.readOptionalWriteable(SearchResponse::new),
        in.readException());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeOptionalString(id);
    out.writeOptionalLong(hash);
    out.writeOptionalWriteable(search);
    out.writeException(failure);
  }

  /** Number of near-duplicates found, returned or not. */
  long matches() {
    return search == null ? 0 : search.getHits().getTotalHits().value();
  }

  /**
   * The distance of a hit, which its score says exactly: 1 - distance/64. It is set by whoever puts
   * the answer together from what fingerprints say, since more may add to what a search scores.
   */
  public static int distance(SearchHit hit) {
    return Math.round((1 - hit.getScore()) * Fingerprint.BITS);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject();
    if (id != null) {
      builder.field("id", id);
    }
    if (hash != null) {
      builder.field("hash", Fingerprint.toHex(hash));
    }
    if (failure == null) {
      answer(builder, params);
    } else {
      OpenSearchException.generateFailureXContent(builder, params, failure, true);
      builder.field("status", ExceptionsHelper.status(failure).getStatus());
    }
    return builder.endObject();
  }

  private void answer(XContentBuilder builder, Params params) throws IOException {
    builder.field("took", search.getTook().millis()).field("timed_out", search.isTimedOut());
    RestActions.buildBroadcastShardsHeader(
        builder,
        params,
        search.getTotalShards(),
        search.getSuccessfulShards(),
        search.getSkippedShards(),
        search.getFailedShards(),
        search.getShardFailures());
    TotalHits total = search.getHits().getTotalHits();
    builder
        .startObject("total")
        .field("value", total.value())
        .field("relation", total.relation() == TotalHits.Relation.EQUAL_TO ? "eq" : "gte")
        .endObject();
    builder.startArray("hits");
    for (SearchHit hit : search.getHits()) {
      hit(builder, hit);
    }
    builder.endArray();
  }

  private static void hit(XContentBuilder builder, SearchHit hit) throws IOException {
    int distance = distance(hit);
    builder
        .startObject()
        .field(
            "_index",
            RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex()))
        .field("_id", hit.getId())
        .field("distance", distance)
        .field("similarity", Fingerprint.similarity(distance));
    if (hit.hasSource()) {
      builder.field("_source", hit.getSourceAsMap());
    }
    if (hit.getSortValues().length > 0) {
      builder.array("sort", hit.getSortValues());
    }
    builder.endObject();
  }
}
