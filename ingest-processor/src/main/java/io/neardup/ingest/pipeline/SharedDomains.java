// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.ingest.domain.DomainNames;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.opensearch.OpenSearchException;

/**
 * Checks that all pipelines with the same {@code domain} search the same {@code indices}. Only
 * reads configurations.
 */
record SharedDomains(PipelineConfigs configs, DomainNames names) {

  /** A domain named in a pipeline, and the indexes that it searches. */
  private record Named(String pipeline, Step step, String domain, List<String> indices) {}

  /** The first error of a pipeline; empty if there is none, or if core will find one. */
  Optional<OpenSearchException> fault(String pipeline) {
    List<Named> owns = named(pipeline).toList();
    Map<String, Map<List<String>, Named>> known = new HashMap<>();
    if (owns.isEmpty() == false) {
      configs.names().stream()
          .filter(other -> other.equals(pipeline) == false)
          .sorted()
          .flatMap(this::named)
          .forEach(other -> add(other, known));
    }
    for (Named own : owns) {
      add(own, known);
      for (Named other : known.get(own.domain).values()) {
        if (other.indices.equals(own.indices) == false) {
          return Optional.of(error(own, other));
        }
      }
    }
    return Optional.empty();
  }

  private static void add(Named one, Map<String, Map<List<String>, Named>> known) {
    known
        .computeIfAbsent(one.domain, domain -> new LinkedHashMap<>())
        .putIfAbsent(one.indices, one);
  }

  private Stream<Named> named(String pipeline) {
    return configs.steps(pipeline).stream()
        .flatMap(
            step ->
                step
                    .nearDup()
                    .filter(options -> options.domain() != null)
                    .map(
                        options ->
                            new Named(
                                pipeline,
                                step,
                                options.domain(),
                                names.canonical(options.indices())))
                    .stream());
  }

  private static OpenSearchException error(Named own, Named other) {
    return own.step.error(
        "domain",
        "names ["
            + own.domain
            + "] over the [indices] "
            + own.indices
            + ", but pipeline ["
            + other.pipeline
            + "] over "
            + other.indices
            + "; name the same [indices] in both, or another [domain]");
  }
}
