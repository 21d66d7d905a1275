// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.ingest.config.ConfigReader;
import java.util.List;
import java.util.Map;

/**
 * The parameter {@code scope} of the processor {@code near_dup}.
 *
 * @param equals fields in which documents must be equal
 * @param differs fields in at least one of which they must differ; empty if they need not
 */
record ScopeOptions(List<String> equals, List<String> differs) {
  static ScopeOptions read(ConfigReader reader) {
    Object value = reader.any("scope");
    return value instanceof Map<?, ?> object
        ? of(reader.inner("scope", object))
        : new ScopeOptions(NearDupOptions.paths(reader, "scope", value), List.of());
  }

  private static ScopeOptions of(ConfigReader inner) {
    ScopeOptions scope =
        new ScopeOptions(
            NearDupOptions.paths(inner, "equals", inner.any("equals")),
            NearDupOptions.paths(inner, "differs", inner.any("differs")));
    inner.refuseTheRest("equals, differs");
    if (scope.differs.isEmpty()) {
      throw inner.error(
          "differs",
          "is required: the fields in which copies must differ, as in [\"source\"]; for fields in"
              + " which they must be equal alone, set [scope] to their list");
    }
    scope.differs.stream()
        .filter(scope.equals::contains)
        .findFirst()
        .ifPresent(
            field -> {
              throw inner.error(
                  "differs",
                  "must not name a field of [scope.equals], got ["
                      + field
                      + "]; no two documents are both equal and different in it");
            });
    return scope;
  }
}
