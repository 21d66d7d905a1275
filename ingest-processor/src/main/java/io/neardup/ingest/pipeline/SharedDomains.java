// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.ingest.domain.DomainNames;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.pipeline.PipelineConfigs.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchParseException;
import org.opensearch.ingest.ConfigurationUtils;

/**
 * Checks that all pipelines with the same {@code domain} search the same {@code indices}. Only
 * reads configurations.
 */
record SharedDomains(PipelineConfigs configs, DomainNames names) {

  /** A domain named in a pipeline, and the indexes that it searches. */
  private record Named(String pipeline, Step step, String domain, List<String> indices) {}

  /** The first error of a pipeline; empty if there is none, or if core will find one. */
  Optional<OpenSearchException> fault(String pipeline) {
    List<Named> known = new ArrayList<>();
    for (Named own : named(pipeline).toList()) {
      if (known.isEmpty()) {
        configs.names().stream()
            .filter(other -> other.equals(pipeline) == false)
            .sorted()
            .flatMap(this::named)
            .forEach(known::add);
      }
      known.add(own);
      for (Named other : known) {
        if (other.domain.equals(own.domain) && other.indices.equals(own.indices) == false) {
          return Optional.of(error(own, other));
        }
      }
    }
    return Optional.empty();
  }

  private Stream<Named> named(String pipeline) {
    try {
      return PipelineConfigs.stepsOf(configs.config(pipeline))
          .filter(step -> NearDupOptions.TYPE.equals(step.type()))
          .flatMap(step -> named(pipeline, step));
    } catch (OpenSearchParseException e) {
      return Stream.empty();
    }
  }

  private Stream<Named> named(String pipeline, Step step) {
    try {
      NearDupOptions options = NearDupOptions.read(step.type(), null, new HashMap<>(step.config()));
      return options.domain() == null
          ? Stream.empty()
          : Stream.of(
              new Named(pipeline, step, options.domain(), names.canonical(options.indices())));
    } catch (OpenSearchException e) {
      return Stream.empty();
    }
  }

  private static OpenSearchException error(Named own, Named other) {
    return ConfigurationUtils.newConfigurationException(
        own.step.type(),
        Objects.toString(own.step.config().get("tag"), null),
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
