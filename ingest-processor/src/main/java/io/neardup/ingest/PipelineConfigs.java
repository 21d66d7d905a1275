// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.opensearch.cluster.ClusterState;
import org.opensearch.ingest.IngestMetadata;
import org.opensearch.ingest.PipelineConfiguration;

/**
 * The ingest pipelines of one cluster state as they were written, and where in them a {@code
 * simhash} processor writes a field. Reads configurations only, runs nothing.
 */
public final class PipelineConfigs {
  /** The processor that calls another pipeline. */
  public static final String PIPELINE = "pipeline";

  /** Where a pipeline lists its processors. */
  public static final String PROCESSORS = "processors";

  /** Where a pipeline or a processor lists what runs when it fails. */
  public static final String ON_FAILURE = "on_failure";

  private static final String FOREACH = "foreach";
  private static final String SOURCE_PREFIX = "_source.";

  private final Map<String, PipelineConfiguration> pipelines;

  /** The pipelines of this state. */
  public PipelineConfigs(ClusterState state) {
    this(pipelines(state));
  }

  private PipelineConfigs(Map<String, PipelineConfiguration> pipelines) {
    this.pipelines = pipelines;
  }

  private static Map<String, PipelineConfiguration> pipelines(ClusterState state) {
    IngestMetadata metadata = state.metadata().custom(IngestMetadata.TYPE);
    return metadata == null ? Map.of() : metadata.getPipelines();
  }

  /** As they would be with this one stored. */
  public PipelineConfigs with(PipelineConfiguration stored) {
    Map<String, PipelineConfiguration> all = new HashMap<>(pipelines);
    all.put(stored.getId(), stored);
    return new PipelineConfigs(all);
  }

  /** The names of all pipelines. */
  public Set<String> names() {
    return Collections.unmodifiableSet(pipelines.keySet());
  }

  /** One entry of a list of processors. */
  public record Step(String type, Map<String, Object> config) {
    /** The name of the pipeline that a {@code pipeline} step calls; else empty. */
    public String calls() {
      return PIPELINE.equals(type) ? Objects.toString(config.get("name"), "") : "";
    }

    /** The field that a {@code simhash} step writes, without the prefix that ingest allows. */
    public String targetField() {
      String configured = Objects.toString(config.get("target_field"), "");
      return configured.startsWith(SOURCE_PREFIX)
          ? configured.substring(SOURCE_PREFIX.length())
          : configured;
    }

    /** The processor inside a loop; nothing for other types. */
    public Stream<Step> body() {
      return FOREACH.equals(type) ? stepsOfEntry(config.get("processor")) : Stream.empty();
    }

    /** Whether this is a {@code simhash} step for the field. */
    public boolean writes(String field) {
      return SimHashProcessor.TYPE.equals(type) && field.equals(targetField());
    }
  }

  /** Whether there is a pipeline of this name. */
  public boolean exists(String id) {
    return pipelines.containsKey(id);
  }

  /** A fresh copy of the configuration, which the caller may change. */
  public Map<String, Object> config(String id) {
    return pipelines.get(id).getConfigAsMap();
  }

  /** Whether the pipeline, or one that it calls, writes the field by a simhash processor. */
  public boolean writes(String id, String field) {
    return exists(id) && reachable(stepsOf(config(id))).anyMatch(step -> step.writes(field));
  }

  /** Whether any of these processors leads to a simhash processor for the field. */
  public boolean leadsTo(String field, Object processors) {
    return reachable(steps(processors)).anyMatch(step -> step.writes(field));
  }

  /** Whether the pipeline, or one that it calls by its name, has a processor of this type. */
  public boolean leadsToType(String id, String type) {
    return exists(id) && reachable(stepsOf(config(id))).anyMatch(step -> type.equals(step.type()));
  }

  /** A step, and all of the pipelines that it calls. */
  public Stream<Step> reachable(Step step) {
    return reachable(step, new HashSet<>());
  }

  /** All simhash processors that a pipeline leads to, in the order in which they are written. */
  public List<Step> simHashSteps(String id) {
    return reachable(stepsOf(config(id)))
        .filter(step -> SimHashProcessor.TYPE.equals(step.type()))
        .toList();
  }

  private Stream<Step> reachable(Stream<Step> steps) {
    Set<String> visited = new HashSet<>();
    return steps.flatMap(step -> reachable(step, visited));
  }

  private Stream<Step> reachable(Step step, Set<String> visited) {
    Stream<Step> called =
        exists(step.calls()) && visited.add(step.calls())
            ? stepsOf(config(step.calls())).flatMap(inner -> reachable(inner, visited))
            : Stream.empty();
    return Stream.concat(Stream.of(step), called);
  }

  /**
   * All steps written in a pipeline: loop bodies and failure handlers too, called pipelines not.
   */
  public static Stream<Step> stepsOf(Map<String, Object> config) {
    return Stream.concat(steps(config.get(PROCESSORS)), steps(config.get(ON_FAILURE)));
  }

  private static Stream<Step> steps(Object processors) {
    return processors instanceof List<?> list
        ? list.stream().flatMap(PipelineConfigs::stepsOfEntry)
        : Stream.empty();
  }

  private static Stream<Step> stepsOfEntry(Object entry) {
    return entry instanceof Map<?, ?> map
        ? map.entrySet().stream().flatMap(e -> withInner((String) e.getKey(), e.getValue()))
        : Stream.empty();
  }

  @SuppressWarnings("unchecked")
  private static Stream<Step> withInner(String type, Object written) {
    // A script may be written as a plain string.
    Map<String, Object> config =
        written instanceof Map ? (Map<String, Object>) written : Map.<String, Object>of();
    Step step = new Step(type, config);
    return Stream.of(Stream.of(step), step.body(), steps(config.get(ON_FAILURE)))
        .flatMap(part -> part);
  }
}
