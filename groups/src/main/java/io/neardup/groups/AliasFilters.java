// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.request.GroupsRequest;
import io.neardup.request.ClusterNames;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;

/** The filters of aliases, which core applies anew in each search of a point in time. */
final class AliasFilters {
  /** A bound of a range, also in the syntax of query strings, in the JSON that core keeps. */
  private static final Pattern NOW =
      Pattern.compile(
          "\"(?:gte?|lte?|from|to)\":\"now(?:[-+/|][^\"]*)?\""
              + "|\"query\":\"[^\"]*(?:TO |[\\[{:<>=] ?)now[-+/| \\]})\"]");

  private AliasFilters() {}

  /**
   * Refuses (HTTP 400) an alias whose filter means other documents from one search to the next.
   *
   * @param request whose names are looked at, but not those of other clusters
   */
  static void requireTimeless(
      IndexNameExpressionResolver resolver, ClusterState state, GroupsRequest request) {
    String[] named =
        Arrays.stream(request.indices())
            .filter(name -> ClusterNames.isRemote(name) == false)
            .toArray(String[]::new);
    if (named.length == 0) {
      return;
    }
    Set<String> names = resolver.resolveExpressions(state, named);
    for (String index : resolver.concreteIndexNames(state, request.indicesOptions(), true, named)) {
      // Core searches all of an index if any of its names has no filter.
      String[] aliases =
          resolver.indexAliases(state, index, AliasMetadata::filteringRequired, false, names);
      Map<String, AliasMetadata> known = state.metadata().index(index).getAliases();
      for (String alias : aliases == null ? new String[0] : aliases) {
        if (NOW.matcher(known.get(alias).filter().string()).find()) {
          throw new IllegalArgumentException(
              "[index] must not be an alias whose filter has [now], which is another moment in each"
                  + " search of a run, got ["
                  + alias
                  + "]; name ["
                  + index
                  + "] itself, with the filter as [query]");
        }
      }
    }
  }
}
