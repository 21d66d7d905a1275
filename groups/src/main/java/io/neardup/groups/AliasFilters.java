// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups;

import io.neardup.groups.pit.PinnedShards;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.Strings;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.transport.RemoteClusterAware;

/** The filters of aliases, which core applies anew in each search of a point in time. */
final class AliasFilters {
  /** By which a moment differs from a word. */
  private static final String MATH = "now(?:[-+]\\d|/[yMwdhHms])";

  /**
   * A bound of a range, also in the syntax of query strings, in the JSON of a query; a value only
   * if it is computed.
   */
  private static final Pattern NOW =
      Pattern.compile(
          "\"(?:gte?|lte?|from|to)\":\"now(?:[-+/|][^\"]*)?\""
              + "|(?:\"(?:value|query)\":|[\\[,])\""
              + MATH);

  /** A query string, as JSON has it; without backtracking, which takes stack for each escape. */
  private static final Pattern TEXT = Pattern.compile("\"query\":\"((?:[^\"\\\\]++|\\\\.)*+)\"");

  private static final Pattern NOW_IN_TEXT =
      Pattern.compile(
          "(?:TO |[\\[{<>=] ?)(?:\\\\\")?now(?:[-+/| \\]})\\\\]|$)|: ?\\(?(?:\\\\\")?" + MATH);

  private AliasFilters() {}

  /** Refuses (HTTP 400) an alias whose filter means other documents from one search to the next. */
  static void requireTimeless(PinnedShards shards) {
    shards.eachFilter(
        (cluster, index, filter) -> {
          if (hasNow(json(filter.getQueryBuilder()))) {
            throw new IllegalArgumentException(
                "[index] must not be an alias whose filter has [now], which is another moment in"
                    + " each search of a run, got "
                    + Arrays.stream(filter.getAliases())
                        .sorted()
                        .map(alias -> named(cluster, alias))
                        .toList()
                    + "; name ["
                    + named(cluster, index)
                    + "] itself, with the filter as [query]");
          }
        });
  }

  private static boolean hasNow(String filter) {
    return NOW.matcher(filter).find()
        || TEXT.matcher(filter)
            .results()
            .anyMatch(text -> NOW_IN_TEXT.matcher(text.group(1)).find());
  }

  private static String json(QueryBuilder filter) {
    return Strings.toString(MediaTypeRegistry.JSON, filter);
  }

  private static String named(@Nullable String cluster, String name) {
    return RemoteClusterAware.buildRemoteIndexName(cluster, name);
  }
}
