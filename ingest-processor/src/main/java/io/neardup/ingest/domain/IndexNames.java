// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.ingest.config.ConfigReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.opensearch.OpenSearchParseException;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.metadata.MetadataCreateIndexService;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.util.concurrent.ThreadContext;

/** Names of indexes in the configuration of a processor. */
final class IndexNames {
  /** Resolves date math in names. */
  private static final IndexNameExpressionResolver DATES =
      new IndexNameExpressionResolver(new ThreadContext(Settings.EMPTY));

  private IndexNames() {}

  static List<String> read(ConfigReader reader, String key) {
    Object value = reader.any(key);
    List<?> list =
        value == null ? List.of() : value instanceof List<?> names ? names : List.of(value);
    List<String> names = new ArrayList<>(list.size());
    for (Object name : list) {
      if (name instanceof String text
          && text.isEmpty() == false
          && text.startsWith("-") == false
          && text.indexOf(':') < 0
          && text.indexOf(',') < 0
          && isPossible(text)) {
        names.add(text);
      } else {
        throw reader.error(
            key,
            "must hold names that indexes, aliases or data streams of this cluster can have, in"
                + " lower case, or patterns, as in [\"news-*\"], got "
                + ConfigReader.shown(name));
      }
    }
    return List.copyOf(names);
  }

  /** Whether an index can have the name, or one that matches the pattern. */
  static boolean isPossible(String name) {
    try {
      String resolved = DATES.resolveDateMathExpression(name).replace("*", "x");
      MetadataCreateIndexService.validateIndexOrAliasName(
          resolved, (index, reason) -> new IllegalArgumentException(reason));
      return name.equals("_all") || resolved.equals(resolved.toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException | OpenSearchParseException e) {
      return name.equals("_all");
    }
  }
}
