// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.config.FieldPaths;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.features.SketchedFields;
import io.neardup.target.TargetKind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.opensearch.OpenSearchException;
import org.opensearch.common.Nullable;
import org.opensearch.common.regex.Regex;

/** One entry of a list of processors: its type, and its configuration. */
public record Step(String type, Map<String, Object> config) {
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

  /** What core's processors write to if they have no [target_field], and cannot name it. */
  private static final Map<String, String> TARGETS =
      Map.of(
          "acl_routing", "_routing",
          "attachment", "attachment",
          "community_id", "community_id",
          "date", "@timestamp",
          "fingerprint", "fingerprint",
          "geoip", "geoip",
          "ip2geo", "ip2geo",
          "user_agent", "user_agent");

  /** What a loop calls each element. */
  private static final String ELEMENT = "_ingest._value";

  private static final String SOURCE_PREFIX = "_source.";
  private static final String ROUTING = "_routing";

  /** Reads a copy of its configuration. */
  public ConfigReader reader() {
    return new ConfigReader(type, Objects.toString(config.get("tag"), null), new HashMap<>(config));
  }

  /** The error of one of its parameters. */
  OpenSearchException error(String key, String reason) {
    return reader().error(key, reason);
  }

  /** The name of the pipeline that a {@code pipeline} step calls; empty for other types. */
  public String calls() {
    return PipelineConfigs.PIPELINE.equals(type) ? string("name") : "";
  }

  /**
   * The field that a {@code simhash} or {@code minhash} step writes, without the prefix that ingest
   * allows.
   */
  public String targetField() {
    return path(config.get(TARGET_FIELD));
  }

  /** The paths of the fields whose texts such a step reads; none if its factory rejects them. */
  List<String> texts() {
    try {
      return FieldPaths.read(reader(), SketchedFields.FIELDS).stream()
          .map(field -> field.path().path())
          .toList();
    } catch (OpenSearchException e) {
      return List.of();
    }
  }

  private static String path(Object configured) {
    String path = Objects.toString(configured, "");
    return path.startsWith(SOURCE_PREFIX) ? path.substring(SOURCE_PREFIX.length()) : path;
  }

  private boolean names(String key, Predicate<String> meant) {
    Object configured = config.getOrDefault(key, key.equals(TARGET_FIELD) ? TARGETS.get(type) : "");
    return configured instanceof List<?> list
        ? list.stream().anyMatch(one -> meant.test(path(one)))
        : meant.test(path(configured));
  }

  /**
   * The parameter by which one of core's processors writes, moves or removes a metadata field; null
   * if it does not, or if its configuration does not show it.
   */
  @Nullable public String changes(String field) {
    return changes(field::equals);
  }

  /** The same for any field that is meant. */
  @Nullable String changes(Predicate<String> meant) {
    if (names(TARGET_FIELD, meant)) {
      return TARGET_FIELD;
    }
    return switch (type) {
      case "rename" -> names(FIELD, meant) ? FIELD : null;
      case "copy" ->
          names("source_field", meant) && "true".equals(string("remove_source"))
              ? "source_field"
              : null;
      case "date_index_name" -> meant.test("_index") ? "index_name_prefix" : null;
      case "csv", "split_to_fields" -> names("target_fields", meant) ? "target_fields" : null;
      case "hierarchical_routing" -> meant.test(ROUTING) ? "path_field" : null;
      case "temporal_routing" -> meant.test(ROUTING) ? "timestamp_field" : null;
      case FOREACH -> changesElements(meant) ? FIELD : null;
      default ->
          IN_PLACE.contains(type)
                  && names(FIELD, meant)
                  && config.containsKey(TARGET_FIELD) == false
              ? FIELD
              : null;
    };
  }

  /** Whether a loop changes its elements, or what is in them. */
  private boolean changesElements(Predicate<String> meant) {
    Predicate<String> element =
        name ->
            (name + ".").startsWith(ELEMENT + ".")
                && meant.test(path(config.get(FIELD)) + name.substring(ELEMENT.length()));
    return loop().stream()
        .flatMap(body -> Stream.concat(Stream.of(body), body.handler().stream()))
        .anyMatch(body -> body.changes(element) != null);
  }

  /**
   * The parameter by which one of core's processors removes a field without naming it; null if it
   * does not.
   */
  @Nullable String leavesOut(String field) {
    return switch (type) {
      case "remove" ->
          config.containsKey("exclude_field")
                  && names("exclude_field", name -> (field + ".").startsWith(name + ".")) == false
              ? "exclude_field"
              : null;
      case "remove_by_pattern" ->
          config.containsKey("exclude_field_pattern")
              ? names("exclude_field_pattern", pattern -> matches(pattern, field))
                  ? null
                  : "exclude_field_pattern"
              : names("field_pattern", pattern -> matches(pattern, field)) ? "field_pattern" : null;
      default -> null;
    };
  }

  /** Whether a pattern means a field, an object that it is in, or a part of it. */
  private static boolean matches(String pattern, String field) {
    return Regex.simpleMatch(pattern, field)
        || pattern.startsWith(field + ".")
        || (field.indexOf('.') > 0 && matches(pattern, field.substring(0, field.lastIndexOf('.'))));
  }

  /** A parameter as text; empty if missing. */
  public String string(String key) {
    return Objects.toString(config.get(key), "");
  }

  /** The direct body of a loop; empty for other types. */
  public List<Step> loop() {
    return FOREACH.equals(type) && config.get("processor") instanceof Map<?, ?> body
        ? entries(List.of(body))
        : List.of();
  }

  /** The direct entries of the failure handler. */
  List<Step> handler() {
    return entries(config.get(PipelineConfigs.ON_FAILURE));
  }

  /** Whether this is a {@code simhash} or {@code minhash} step for the field. */
  public boolean writes(String field) {
    return TargetKind.ofType(type).isPresent() && field.equals(targetField());
  }

  /**
   * All steps written in a pipeline, including loop bodies and failure handlers but not called
   * pipelines.
   */
  public static List<Step> in(Map<String, Object> config) {
    List<Step> steps = new ArrayList<>(entries(config.get(PipelineConfigs.PROCESSORS)));
    steps.addAll(entries(config.get(PipelineConfigs.ON_FAILURE)));
    return withInner(steps);
  }

  /** These steps, each followed by its loop body and its failure handler. */
  public static List<Step> withInner(List<Step> steps) {
    List<Step> all = new ArrayList<>();
    Deque<Step> rest = new ArrayDeque<>(steps);
    while (rest.isEmpty() == false) {
      Step step = rest.pop();
      all.add(step);
      step.handler().reversed().forEach(rest::push);
      step.loop().reversed().forEach(rest::push);
    }
    return all;
  }

  /** The direct entries of a list of processors. */
  public static List<Step> entries(@Nullable Object processors) {
    return processors instanceof List<?> list
        ? list.stream()
            .filter(entry -> entry instanceof Map)
            .flatMap(entry -> ((Map<?, ?>) entry).entrySet().stream())
            .map(entry -> step((String) entry.getKey(), entry.getValue()))
            .flatMap(step -> Stream.concat(step.signer().stream(), Stream.of(step)))
            .toList()
        : List.of();
  }

  /** The options of a {@code near_dup} step; empty for others, or if its factory rejects them. */
  public Optional<NearDupOptions> nearDup() {
    if (NearDupOptions.TYPE.equals(type) == false) {
      return Optional.empty();
    }
    try {
      return Optional.of(NearDupOptions.read(reader()));
    } catch (OpenSearchException e) {
      return Optional.empty();
    }
  }

  /** What signs texts in a {@code near_dup} that compares them: a step of its own before it. */
  public Optional<Step> signer() {
    return nearDup()
        .map(NearDupOptions::signer)
        .map(signer -> new Step(TargetKind.MINHASH.type(), signer));
  }

  @SuppressWarnings("unchecked")
  private static Step step(String type, Object written) {
    // A script may be written as a plain string.
    return new Step(
        type, written instanceof Map ? (Map<String, Object>) written : Map.<String, Object>of());
  }
}
