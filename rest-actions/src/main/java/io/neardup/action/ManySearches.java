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
import org.opensearch.action.support.GroupedActionListener;
import org.opensearch.core.action.ActionListener;
import org.opensearch.transport.client.Client;

/**
 * Many searches, some at a time. A multi-search of core's begins its next search when one is
 * answered, even if it may begin all at once; if it is cancelled just then, this throws where
 * nobody sees it, and the multi-search never answers. So each one here has one search.
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
          int count = Math.min(AT_ONCE, searches.size() - from);
          MultiSearchResponse.Item[] some = new MultiSearchResponse.Item[count];
          ActionListener<MultiSearchResponse.Item> each =
              new GroupedActionListener<>(
                  ActionListener.map(
                      more,
                      all -> {
                        Collections.addAll(found, some);
                        return found.size() < searches.size();
                      }),
                  count);
          for (int i = 0; i < count; i++) {
            int place = i;
            client.execute(
                MultiSearchAction.INSTANCE,
                new MultiSearchRequest().add(searches.get(from + i)),
                ActionListener.map(each, answer -> some[place] = answer.getResponses()[0]));
          }
        });
  }
}
