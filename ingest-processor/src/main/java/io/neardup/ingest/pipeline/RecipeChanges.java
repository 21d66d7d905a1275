// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.domain.NearDupOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opensearch.cluster.metadata.IndexAbstraction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
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
  /** More fields or indexes would fill the response's header, which clients limit. */
  static final int SHOWN = 5;

  /** Empty if nothing of meaning changes for any index. */
  Optional<String> warning(String changed) {
    List<String> changes = changes(changed);
    Set<String> indexes = changes.isEmpty() ? Set.of() : users(changed);
    return indexes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "pipeline ["
                + changed
                + "] changes what it writes: "
                + shown(changes, "; ")
                + "; documents that are in ["
                + shown(indexes, ", ")
                + "] already keep their values, which cannot be compared with new ones; use a field"
                + " of their own for the new values, or write all documents again with"
                + " [_update_by_query] and the pipeline of the index");
  }

  /** As in: a, b and 3 more. */
  private static String shown(Collection<String> all, String separator) {
    int more = all.size() - SHOWN;
    return all.stream().limit(SHOWN).collect(Collectors.joining(separator))
        + (more > 0 ? " and " + more + " more" : "");
  }

  /** The indexes that run the changed pipeline; a data stream instead of its backing indexes. */
  private Set<String> users(String changed) {
    Set<String> running = before.leadingTo(step -> changed.equals(step.calls()));
    running.add(changed);
    running.remove(IngestService.NOOP_PIPELINE_NAME);
    Set<String> users = new TreeSet<>();
    for (IndexMetadata index : metadata.indices().values()) {
      if (Stream.of(IndexSettings.DEFAULT_PIPELINE, IndexSettings.FINAL_PIPELINE)
          .anyMatch(use -> running.contains(use.get(index.getSettings())))) {
        String name = index.getIndex().getName();
        IndexAbstraction found = metadata.getIndicesLookup().get(name);
        IndexAbstraction stream = found == null ? null : found.getParentDataStream();
        users.add(stream == null ? name : stream.getName());
      }
    }
    return users;
  }

  private List<String> changes(String id) {
    Map<String, Set<SketchRecipe>> made = fields(after, id);
    List<String> changes = new ArrayList<>();
    fields(before, id)
        .forEach(
            (field, recipes) -> {
              Set<SketchRecipe> others = made.get(field);
              if (others == null) {
                changes.add(ConfigReader.shown(field) + " (no longer written)");
              } else if (agree(recipes, others) == false) {
                changes.add(ConfigReader.shown(field) + " (" + difference(recipes, others) + ")");
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
    for (Step step : configs.reachable(id)) {
      SketchRecipe.of(step)
          .ifPresent(
              recipe ->
                  fields
                      .computeIfAbsent(step.targetField(), first -> new LinkedHashSet<>())
                      .add(recipe));
      if (StageSources.isNearDup(step)) {
        String field = step.targetField();
        fields.putIfAbsent(field.isEmpty() ? NearDupOptions.DEFAULT_TARGET_FIELD : field, Set.of());
      }
    }
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
        : "by other processors now";
  }
}
