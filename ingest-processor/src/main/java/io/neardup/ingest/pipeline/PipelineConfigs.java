// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.target.TargetKind;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.opensearch.cluster.ClusterState;
import org.opensearch.common.Nullable;
import org.opensearch.ingest.IngestMetadata;
import org.opensearch.ingest.PipelineConfiguration;

/**
 * The raw ingest pipelines of a cluster state, and where in them a {@code simhash} processor writes
 * a field. Only reads configurations.
 */
public final class PipelineConfigs {
  /** The processor that calls another pipeline. */
  public static final String PIPELINE = "pipeline";

  /** The key of a pipeline's processors. */
  public static final String PROCESSORS = "processors";

  /** The key of the failure handlers of a pipeline or a processor. */
  public static final String ON_FAILURE = "on_failure";

  private static final String FOREACH = "foreach";
  private static final String FIELD = "field";
  private static final String TARGET_FIELD = "target_field";

  /** Core's processors that write to [field] if they have no [target_field]. */
  private static final Set<String> IN_PLACE =
      Set.of(
          "append",
          "bytes",
          "convert",
          "gsub",
          "html_strip",
          "join",
          "json",
          "lowercase",
          "remove",
          "set",
          "sort",
          "split",
          "trim",
          "uppercase",
          "urldecode");

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

  /** The pipelines with this one stored. */
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
    /** The name of the pipeline that a {@code pipeline} step calls; empty for other types. */
    public String calls() {
      return PIPELINE.equals(type) ? string("name") : "";
    }

    /**
     * The field that a {@code simhash} or {@code minhash} step writes, without the prefix that
     * ingest allows.
     */
    public String targetField() {
      return path(config.get(TARGET_FIELD));
    }

    private static String path(Object configured) {
      String path = Objects.toString(configured, "");
      return path.startsWith(SOURCE_PREFIX) ? path.substring(SOURCE_PREFIX.length()) : path;
    }

    private boolean names(String key, String field) {
      Object configured = config.get(key);
      return configured instanceof List<?> list
          ? list.stream().anyMatch(one -> field.equals(path(one)))
          : field.equals(path(configured));
    }

    /**
     * The parameter by which one of core's processors writes, moves or removes a metadata field;
     * null if it does not, or if its configuration does not show it.
     */
    @Nullable public String changes(String field) {
      if (names(TARGET_FIELD, field)) {
        return TARGET_FIELD;
      }
      return switch (type) {
        case "rename" -> names(FIELD, field) ? FIELD : null;
        case "copy" ->
            names("source_field", field) && "true".equals(string("remove_source"))
                ? "source_field"
                : null;
        case "date_index_name" -> field.equals("_index") ? "index_name_prefix" : null;
        default ->
            IN_PLACE.contains(type)
                    && names(FIELD, field)
                    && config.containsKey(TARGET_FIELD) == false
                ? FIELD
                : null;
      };
    }

    /** A parameter as text; empty if missing. */
    public String string(String key) {
      return Objects.toString(config.get(key), "");
    }

    /** The direct body of a loop; empty for other types. */
    public List<Step> loop() {
      return FOREACH.equals(type)
          ? entries(List.of(config.getOrDefault("processor", "")))
          : List.of();
    }

    /** The processor inside a loop; empty for other types. */
    public Stream<Step> body() {
      return FOREACH.equals(type) ? stepsOfEntry(config.get("processor")) : Stream.empty();
    }

    /** Whether this is a {@code simhash} or {@code minhash} step for the field. */
    public boolean writes(String field) {
      return TargetKind.ofType(type).isPresent() && field.equals(targetField());
    }
  }

  /** Whether a pipeline of this name exists. */
  public boolean exists(String id) {
    return pipelines.containsKey(id);
  }

  /** A copy of the configuration, which the caller may change. */
  public Map<String, Object> config(String id) {
    return pipelines.get(id).getConfigAsMap();
  }

  /** Whether the pipeline, or one that it calls, writes the field by such a processor. */
  public boolean writes(String id, String field) {
    return leadsTo(id, step -> step.writes(field));
  }

  /** The last step of these pipelines, and those that they call, that writes the field. */
  public Optional<Step> lastWriter(List<String> ids, String field) {
    return writers(ids, field).reduce((first, second) -> second);
  }

  private Stream<Step> writers(List<String> ids, String field) {
    return ids.stream()
        .filter(this::exists)
        .flatMap(id -> reachable(stepsOf(config(id))))
        .filter(step -> step.writes(field));
  }

  /**
   * Why the signatures that these pipelines write into one field cannot confirm what is found in
   * another; empty if they can, or if the pipelines do not show it.
   */
  public Optional<String> otherFeatures(List<String> ids, String searched, String signatures) {
    return SketchedText.difference(
        writers(ids, searched).toList(), writers(ids, signatures).toList());
  }

  /** Whether any of these processors leads to such a processor for the field. */
  public boolean leadsTo(String field, Object processors) {
    return leadsTo(step -> step.writes(field), processors);
  }

  /** Whether any of these processors, or one that they lead to, matches. */
  public boolean leadsTo(Predicate<Step> wanted, Object processors) {
    return reachable(steps(processors)).anyMatch(wanted);
  }

  /** Whether the pipeline, or one that it calls by its name, has a processor of this type. */
  public boolean leadsToType(String id, String type) {
    return leadsTo(id, step -> type.equals(step.type()));
  }

  /** Whether the pipeline, or one that it calls by its name, has a matching processor. */
  public boolean leadsTo(String id, Predicate<Step> wanted) {
    return reachable(id).anyMatch(wanted);
  }

  /** All steps of a pipeline and those that it calls; none if it does not exist. */
  public Stream<Step> reachable(String id) {
    return exists(id) ? reachable(stepsOf(config(id))) : Stream.empty();
  }

  /** A step, and all steps of the pipelines that it calls. */
  public Stream<Step> reachable(Step step) {
    return reachable(step, new HashSet<>());
  }

  /** All processors of a type that a pipeline leads to, in the order in which they are written. */
  public List<Step> steps(String id, String type) {
    return reachable(stepsOf(config(id))).filter(step -> type.equals(step.type())).toList();
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
   * All steps written in a pipeline, including loop bodies and failure handlers but not called
   * pipelines.
   */
  public static Stream<Step> stepsOf(Map<String, Object> config) {
    return Stream.concat(steps(config.get(PROCESSORS)), steps(config.get(ON_FAILURE)));
  }

  /** The direct entries of a list of processors. */
  public static List<Step> entries(Object processors) {
    return processors instanceof List<?> list
        ? list.stream()
            .filter(entry -> entry instanceof Map)
            .flatMap(entry -> ((Map<?, ?>) entry).entrySet().stream())
            .map(entry -> step((String) entry.getKey(), entry.getValue()))
            .toList()
        : List.of();
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
  private static Step step(String type, Object written) {
    // A script may be written as a plain string.
    return new Step(
        type, written instanceof Map ? (Map<String, Object>) written : Map.<String, Object>of());
  }

  private static Stream<Step> withInner(String type, Object written) {
    Step step = step(type, written);
    return Stream.of(Stream.of(step), step.body(), steps(step.config().get(ON_FAILURE)))
        .flatMap(part -> part);
  }
}
