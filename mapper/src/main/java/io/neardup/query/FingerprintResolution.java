// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.resolve.FingerprintSource;
import io.neardup.resolve.ResolveFingerprintsRequest;
import io.neardup.resolve.ResolveFingerprintsResponse;
import io.neardup.target.Target;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.SetOnce;
import org.opensearch.action.IndicesRequest;
import org.opensearch.action.search.SearchContextId;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.query.QueryCoordinatorContext;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.transport.client.Client;

/**
 * The pending fingerprint of an id or a document, and what else confirms near-duplicates of it:
 * requested together while a search is rewritten, and available in the next round of the rewrite.
 * If it cannot be found, the search fails with the reason.
 */
final class FingerprintResolution {
  private final SetOnce<List<Target>> targets = new SetOnce<>();

  private FingerprintResolution() {}

  /**
   * Requests what {@code source} has in these fields of the searched indexes.
   *
   * @throws IllegalArgumentException without a coordinating node, such as in an alias filter
   */
  static FingerprintResolution start(
      QueryRewriteContext context, List<String> fields, FingerprintSource source) {
    QueryCoordinatorContext coordinator = context.convertToCoordinatorContext();
    if (coordinator == null || coordinator.getSearchRequest() == null) {
      throw new IllegalArgumentException(onlyInSearches(source));
    }
    IndicesRequest search = coordinator.getSearchRequest();
    ResolveFingerprintsRequest request =
        new ResolveFingerprintsRequest(
            targets(search, context), search.indicesOptions(), fields, List.of(source));
    FingerprintResolution resolution = new FingerprintResolution();
    context.registerAsyncAction((client, listener) -> resolution.run(client, request, listener));
    return resolution;
  }

  boolean isDone() {
    return targets.get() != null;
  }

  /** What was found in the field at this place; empty if the document has nothing there. */
  Target target(int place) {
    return targets.get().get(place);
  }

  private void run(Client client, ResolveFingerprintsRequest request, ActionListener<?> listener) {
    client.execute(
        ResolveFingerprintsRequest.ACTION,
        request,
        ActionListener.map(
            listener,
            response -> {
              List<Target> found = new ArrayList<>();
              for (ResolveFingerprintsResponse.Item item : response.items()) {
                if (item.failure() != null) {
                  throw item.failure();
                }
                found.add(item.target());
              }
              targets.set(found);
              return null;
            }));
  }

  /** The searched indexes; with a point in time they are in its id. */
  static String[] targets(IndicesRequest search, QueryRewriteContext context) {
    if (search instanceof SearchRequest request && request.pointInTimeBuilder() != null) {
      String pointInTime = request.pointInTimeBuilder().getId();
      return SearchContextId.decode(context.getWriteableRegistry(), pointInTime).getActualIndices();
    }
    return search.indices();
  }

  /** Why an id or a document is rejected outside of searches. */
  static String onlyInSearches(FingerprintSource source) {
    return "[near_dup] ["
        + source.parameter()
        + "] works only in searches, where the coordinating node looks the fingerprint up; in alias"
        + " filters and stored queries use [hash] or [hashes]";
  }
}
