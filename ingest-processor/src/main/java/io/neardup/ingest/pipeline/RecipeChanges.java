// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.domain.NearDupOptions;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opensearch.cluster.metadata.IndexAbstraction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.Nullable;
import org.opensearch.common.settings.Setting;
import org.opensearch.index.IndexSettings;
import org.opensearch.ingest.IngestService;

/**
 * What a changed pipeline means for the indexes that use it: fingerprints and signatures that
 * documents have already may be made in another way than those to come. Compares the pipeline, with
 * those that it calls, before and after.
 *
 * @param before the pipelines without the change
 * @param after the pipelines with it
 */
record RecipeChanges(PipelineConfigs before, PipelineConfigs after, Metadata metadata) {
  /** More names or fields would fill the response's header, which clients limit. */
  static final int MAX_NAMES = 5;

  static final int MAX_FIELDS = 5;

  private static final List<Setting<String>> USES =
      List.of(IndexSettings.DEFAULT_PIPELINE, IndexSettings.FINAL_PIPELINE);

  /**
   * A field whose values change.
   *
   * @param difference what is made in another way; null if nothing is made anymore
   */
  private record Change(String field, @Nullable String difference) {}

  /** One warning for each field and pipeline of indexes; empty if nothing of meaning changes. */
  List<String> warnings(String changed) {
    List<Change> changes = changes(changed);
    List<String> warnings = new ArrayList<>();
    if (changes.isEmpty() == false) {
      users(changed)
          .forEach(
              (pipeline, indexes) ->
                  changes.forEach(
                      change -> warnings.add(warning(changed, pipeline, change, indexes))));
    }
    int more = warnings.size() - MAX_FIELDS;
    if (more <= 0) {
      return warnings;
    }
    return Stream.concat(
            warnings.stream().limit(MAX_FIELDS),
            Stream.of(
                "the change of pipeline ["
                    + changed
                    + "] concerns ["
                    + more
                    + "] more fields of indexes in the same way"))
        .toList();
  }

  /** The indexes that run the changed pipeline, by the pipeline that they name. */
  private Map<String, TreeSet<String>> users(String changed) {
    Set<String> running = before.leadingTo(step -> changed.equals(step.calls()));
    running.add(changed);
    running.remove(IngestService.NOOP_PIPELINE_NAME);
    Map<String, TreeSet<String>> users = new TreeMap<>();
    for (IndexMetadata index : metadata.indices().values()) {
      USES.stream()
          .map(use -> use.get(index.getSettings()))
          .filter(running::contains)
          .forEach(id -> users.computeIfAbsent(id, named -> new TreeSet<>()).add(name(index)));
    }
    return users;
  }

  /** The data stream instead of its backing indexes. */
  private String name(IndexMetadata index) {
    String name = index.getIndex().getName();
    IndexAbstraction found = metadata.getIndicesLookup().get(name);
    IndexAbstraction.DataStream stream = found == null ? null : found.getParentDataStream();
    return stream == null ? name : stream.getName();
  }

  private List<Change> changes(String id) {
    Map<String, Set<SketchRecipe>> made = fields(after, id);
    List<Change> changes = new ArrayList<>();
    fields(before, id)
        .forEach(
            (field, recipes) -> {
              Set<SketchRecipe> others = made.get(field);
              if (others == null) {
                changes.add(new Change(field, null));
              } else if (agree(recipes, others) == false) {
                changes.add(new Change(field, difference(recipes, others)));
              }
            });
    return changes;
  }

  /**
   * The fields that a pipeline and those that it calls write, each with the recipes of all steps
   * that write it, possibly under different conditions. The decisions of near_dup have none: those
   * made already stay whatever its parameters are later.
   */
  private static Map<String, Set<SketchRecipe>> fields(PipelineConfigs configs, String id) {
    Map<String, Set<SketchRecipe>> fields = new TreeMap<>();
    configs
        .reachable(id)
        .forEach(
            step -> {
              SketchRecipe.of(step)
                  .ifPresent(
                      recipe ->
                          fields
                              .computeIfAbsent(step.targetField(), first -> new LinkedHashSet<>())
                              .add(recipe));
              if (StageSources.isNearDup(step)) {
                String field =
                    step.targetField().isEmpty()
                        ? NearDupOptions.DEFAULT_TARGET_FIELD
                        : step.targetField();
                fields.putIfAbsent(field, Set.of());
              }
            });
    return fields;
  }

  private static boolean agree(Set<SketchRecipe> some, Set<SketchRecipe> others) {
    return some.stream().allMatch(one -> others.stream().anyMatch(one::agrees))
        && others.stream().allMatch(one -> some.stream().anyMatch(one::agrees));
  }

  /** Of several recipes, it is not known which documents they are for. */
  private static String difference(Set<SketchRecipe> recipes, Set<SketchRecipe> others) {
    return recipes.size() == 1 && others.size() == 1
        ? String.join(", ", recipes.iterator().next().difference(others.iterator().next()))
        : "it has other processors that write the field";
  }

  private static String warning(
      String changed, String pipeline, Change change, TreeSet<String> indexes) {
    String field = ConfigReader.shown(change.field);
    return "pipeline ["
        + changed
        + "] "
        + (change.difference == null
            ? "no longer writes " + field
            : "makes " + field + " in another way now: " + change.difference)
        + "; documents that are in "
        + names(indexes)
        + " already keep their values, "
        + (change.difference == null
            ? "and new ones get none"
            : "which cannot be compared with new ones")
        + "; use a field of their own for the new values, or write all documents again with"
        + " [_update_by_query?pipeline="
        + pipeline
        + "]";
  }

  /** As in: [a, b] and [3] more. */
  private static String names(TreeSet<String> indexes) {
    String names = indexes.stream().limit(MAX_NAMES).collect(Collectors.joining(", ", "[", "]"));
    int more = indexes.size() - MAX_NAMES;
    return more > 0 ? names + " and [" + more + "] more" : names;
  }
}
