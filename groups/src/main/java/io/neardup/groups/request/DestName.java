// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.request;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.opensearch.OpenSearchParseException;
import org.opensearch.cluster.metadata.MetadataCreateIndexService;
import org.opensearch.indices.SystemIndexRegistry;

/**
 * How {@code dest} is read: as the name of one index of this cluster. Date math is resolved once,
 * so that all that a run does is about the same index.
 *
 * @param dateMath resolves it
 */
public record DestName(UnaryOperator<String> dateMath) {
  /** The name of the index; refuses (HTTP 400) one that no index can have. */
  public String of(String given) {
    try {
      String name = dateMath.apply(given);
      MetadataCreateIndexService.validateIndexOrAliasName(
          name, (invalid, reason) -> new IllegalArgumentException("a name " + reason));
      if (name.equals(name.toLowerCase(Locale.ROOT)) == false) {
        throw new IllegalArgumentException("a name must be lowercase");
      }
      if (SystemIndexRegistry.matchesSystemIndexPattern(name)) {
        throw new IllegalArgumentException("that is the name of a system index; name another one");
      }
      return name;
    } catch (IllegalArgumentException | OpenSearchParseException e) {
      throw new IllegalArgumentException(
          "[dest] must be the name of one index of this cluster, got ["
              + given
              + "]: "
              + e.getMessage(),
          e);
    }
  }
}
