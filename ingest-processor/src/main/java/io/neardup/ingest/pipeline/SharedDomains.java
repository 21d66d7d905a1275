// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.ingest.domain.DomainNames;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.domain.SpecDifference;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.opensearch.OpenSearchException;

/**
 * Checks that all pipelines with the same {@code domain} search the same {@code indices}, and that
 * those which one document passes through do not share a domain unless they compare in the same
 * way. Only reads configurations.
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

  /**
   * The first {@code near_dup} that a pipeline leads to which shares a domain with one before it,
   * and differs: it would wait until what that one has claimed is written, in the same bulk.
   */
  Optional<OpenSearchException> within(String pipeline) {
    List<Step> steps = configs.steps(pipeline, NearDupOptions.TYPE);
    for (int i = 1; i < steps.size(); i++) {
      Step step = steps.get(i);
      Optional<OpenSearchException> fault =
          steps.subList(0, i).stream()
              .flatMap(before -> before.nearDup().stream())
              .flatMap(before -> step.nearDup().flatMap(now -> difference(before, now)).stream())
              .findFirst()
              .map(
                  difference ->
                      step.error(
                          "domain",
                          "must be another one than that of a near_dup before it with other"
                              + " parameters, got the same, where "
                              + difference
                              + "; give it a name of its own here, with [indices]"));
      if (fault.isPresent()) {
        return fault;
      }
    }
    return Optional.empty();
  }

  /** What differs in one domain; empty if nothing does, or if there are two. */
  private Optional<String> difference(NearDupOptions one, NearDupOptions two) {
    // Without [indices] it is what is written to, which a single name of the other one tells.
    String written =
        Stream.of(one, two)
            .flatMap(options -> names.canonical(options.indices()).stream())
            .filter(name -> name.contains("*") == false)
            .findFirst()
            .map(names::written)
            .orElse("");
    DomainSpec before = spec(one, written);
    DomainSpec now = spec(two, written);
    return before.key().equals(now.key()) && before.equals(now) == false
        ? Optional.of(SpecDifference.of(before, now))
        : Optional.empty();
  }

  private DomainSpec spec(NearDupOptions options, String written) {
    List<String> indices = options.indices();
    return DomainSpec.of(options, indices.isEmpty() ? List.of(written) : names.canonical(indices));
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
