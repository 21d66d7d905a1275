// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.regex.Pattern;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.AliasMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;

/** The filters of aliases, which core applies anew in each search of a point in time. */
final class AliasFilters {
  /** A bound of a range, also in the syntax of query strings, in the JSON that core keeps. */
  private static final Pattern NOW = Pattern.compile("(?:\"|TO |[\\[{:<>=] ?)now[-+/|\"\\]}]");

  private AliasFilters() {}

  /**
   * Refuses (HTTP 400) an alias whose filter means other documents from one search to the next.
   *
   * @param named the names in the request
   * @param concrete the indexes that they mean
   */
  static void requireTimeless(
      IndexNameExpressionResolver resolver,
      ClusterState state,
      String[] named,
      Collection<String> concrete) {
    Set<String> names = resolver.resolveExpressions(state, named);
    for (String index : concrete) {
      String[] moving = resolver.indexAliases(state, index, AliasFilters::isOfNow, false, names);
      if (moving != null) {
        throw new IllegalArgumentException(
            "[index] must not be an alias whose filter has [now], which is another moment in each"
                + " search of a run, got "
                + Arrays.toString(moving)
                + "; name ["
                + index
                + "] itself, with the filter as [query]");
      }
    }
  }

  private static boolean isOfNow(AliasMetadata alias) {
    return alias.filteringRequired() && NOW.matcher(alias.filter().string()).find();
  }
}
