// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.request.HitBytes;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.search.TotalHits;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchException;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.action.search.ShardSearchFailure;
import org.opensearch.common.Nullable;
import org.opensearch.common.document.DocumentField;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.ToXContent;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.rest.action.RestActions;
import org.opensearch.search.SearchHit;
import org.opensearch.search.SearchHits;
import org.opensearch.search.fetch.subphase.highlight.HighlightField;
import org.opensearch.search.internal.InternalSearchResponse;
import org.opensearch.transport.RemoteClusterAware;

/**
 * The answer to one question: its near-duplicates, or a failure.
 *
 * @param id of the question, or null
 * @param target what was searched for, one value; null if it could not be told, and empty if there
 *     is none
 * @param search the search response; null with a failure
 * @param unread candidates whose text could not be read, so that nothing confirms them
 * @param failure null with a response
 */
public record NearDupResult(
    @Nullable String id,
    @Nullable Target target,
    @Nullable SearchResponse search,
    List<UnreadCandidate> unread,
    @Nullable Exception failure)
    implements ToXContentObject {
  /** Bytes of an answer without hits, and of a candidate that could not be read. */
  private static final int BARE = 512;

  private static final SearchHit[] NONE = {};

  /** The parameter of a URL that makes totals plain numbers, as in {@code _search}. */
  static final String TOTAL_AS_INTEGER = "rest_total_hits_as_int";

  /** An answer that no text was read for, or a failure. */
  NearDupResult(
      @Nullable String id,
      @Nullable Target target,
      @Nullable SearchResponse search,
      @Nullable Exception failure) {
    this(id, target, search, List.of(), failure);
  }

  /** The same answer with other hits. */
  NearDupResult with(SearchHits hits, List<UnreadCandidate> candidates) {
    return new NearDupResult(
        id, target, answer(hits, List.of(), false, search.getTook().millis()), candidates, null);
  }

  /** The same answer, partial where a later search on its behalf was. */
  NearDupResult with(Collection<ShardSearchFailure> failures, boolean timedOut, long millis) {
    return new NearDupResult(
        id,
        target,
        answer(search.getHits(), failures, timedOut, search.getTook().millis() + millis),
        unread,
        null);
  }

  private SearchResponse answer(
      SearchHits hits, Collection<ShardSearchFailure> failures, boolean timedOut, long millis) {
    return new SearchResponse(
        new InternalSearchResponse(
            hits,
            null,
            null,
            null,
            search.isTimedOut() || timedOut,
            null,
            search.getNumReducePhases()),
        null,
        search.getTotalShards(),
        search.getSuccessfulShards() - failures.size(),
        search.getSkippedShards(),
        millis,
        Stream.concat(Arrays.stream(search.getShardFailures()), failures.stream())
            .toArray(ShardSearchFailure[]::new),
        search.getClusters());
  }

  /** How much memory it takes, and again when it is written. */
  long bytes() {
    // An error says its reason twice.
    long said = failure == null ? 0 : 2L * String.valueOf(failure.getMessage()).length();
    return BARE * (1L + unread.size()) + HitBytes.of(hits()) + said;
  }

  /** Whether it was searched for by the similarity of signatures, which finds a part. */
  boolean isBySimilarity() {
    return target != null && target.isEmpty() == false && target.kind() == TargetKind.MINHASH;
  }

  /** The near-duplicates that are returned; none with a failure. */
  SearchHit[] hits() {
    return search == null ? NONE : search.getHits().getHits();
  }

  /** Number of near-duplicates found, returned or not. */
  long matches() {
    return search == null ? 0 : search.getHits().getTotalHits().value();
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject();
    if (id != null) {
      builder.field("id", id);
    }
    if (target != null && target.isEmpty() == false) {
      target.toXContent(builder, params);
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
    total(builder, params);
    builder.startArray("hits");
    for (SearchHit hit : search.getHits()) {
      hit(builder, hit);
    }
    builder.endArray();
    if (unread.isEmpty() == false) {
      builder.field("unread", unread);
    }
  }

  private void total(XContentBuilder builder, Params params) throws IOException {
    TotalHits total = search.getHits().getTotalHits();
    if (params.paramAsBoolean(TOTAL_AS_INTEGER, false)) {
      builder.field("total", total.value());
      return;
    }
    builder
        .startObject("total")
        .field("value", total.value())
        .field("relation", total.relation() == TotalHits.Relation.EQUAL_TO ? "eq" : "gte")
        .endObject();
  }

  private void hit(XContentBuilder builder, SearchHit hit) throws IOException {
    builder
        .startObject()
        .field(
            "_index",
            RemoteClusterAware.buildRemoteIndexName(hit.getClusterAlias(), hit.getIndex()))
        .field("_id", hit.getId());
    HitNearness.write(builder, target.kind(), hit);
    if (hit.hasSource()) {
      source(builder, hit.getSourceRef());
    }
    List<DocumentField> fields = HitNearness.othersOf(hit);
    if (fields.isEmpty() == false) {
      builder.startObject("fields");
      for (DocumentField field : fields) {
        field.toXContent(builder, ToXContent.EMPTY_PARAMS);
      }
      builder.endObject();
    }
    if (hit.getHighlightFields().isEmpty() == false) {
      builder.startObject("highlight");
      for (HighlightField field : hit.getHighlightFields().values()) {
        field.toXContent(builder, ToXContent.EMPTY_PARAMS);
      }
      builder.endObject();
    }
    if (hit.getSortValues().length > 0) {
      builder.array("sort", hit.getSortValues());
    }
    builder.endObject();
  }

  /** As it was read: objects made of it would take more than is charged. */
  @SuppressWarnings("deprecation") // Only the bytes tell what they are.
  private static void source(XContentBuilder builder, BytesReference source) throws IOException {
    builder.rawField("_source", source.streamInput(), MediaTypeRegistry.xContentType(source));
  }
}
