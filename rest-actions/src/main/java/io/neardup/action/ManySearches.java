// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action;

import io.neardup.request.Listeners;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.opensearch.action.search.MultiSearchAction;
import org.opensearch.action.search.MultiSearchRequest;
import org.opensearch.action.search.MultiSearchResponse;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.core.action.ActionListener;
import org.opensearch.transport.client.Client;

/**
 * Many searches, some at a time. A multi-search of core's begins its next search when one is
 * answered; if it is cancelled just then, this throws where nobody sees it, and the multi-search
 * never answers. So each one here has no more than it begins at once.
 */
public final class ManySearches {
  private static final int AT_ONCE = 16;

  private ManySearches() {}

  /** Answers in the order of the searches. One that fails has its failure. */
  public static void run(
      Client client,
      List<SearchRequest> searches,
      ActionListener<List<MultiSearchResponse.Item>> listener) {
    List<MultiSearchResponse.Item> found = new ArrayList<>(searches.size());
    Listeners.repeat(
        ActionListener.map(listener, done -> found),
        more -> {
          int from = found.size();
          MultiSearchRequest some = new MultiSearchRequest().maxConcurrentSearchRequests(AT_ONCE);
          searches.subList(from, Math.min(searches.size(), from + AT_ONCE)).forEach(some::add);
          client.execute(
              MultiSearchAction.INSTANCE,
              some,
              ActionListener.map(
                  more,
                  answer -> {
                    Collections.addAll(found, answer.getResponses());
                    return found.size() < searches.size();
                  }));
        });
  }
}
