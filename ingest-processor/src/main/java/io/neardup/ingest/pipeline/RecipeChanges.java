// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.domain.NearDupOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchParseException;
import org.opensearch.cluster.metadata.IndexAbstraction;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.Nullable;
import org.opensearch.common.settings.Setting;
import org.opensearch.index.IndexSettings;
import org.opensearch.ingest.IngestService;

/**
 * What a changed pipeline means for the indexes that use it: fingerprints and signatures that
 * documents have already may be made in another way than those to come. Costs one pass over the
 * settings of all indexes, and reads each pipeline that calls the changed one.
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
    List<String> warnings = new ArrayList<>();
    if (concerns(changed) == false) {
      return warnings;
    }
    int more = 0;
    for (Map.Entry<String, TreeSet<String>> users : users(changed).entrySet()) {
      for (Change change : changes(users.getKey())) {
        if (warnings.size() < MAX_FIELDS) {
          warnings.add(warning(changed, users.getKey(), change, users.getValue()));
        } else {
          more++;
        }
      }
    }
    if (more > 0) {
      warnings.add(
          "the change of pipeline ["
              + changed
              + "] concerns ["
              + more
              + "] more fields of indexes in the same way");
    }
    return warnings;
  }

  /** Whether the pipeline existed, does now something else, and makes sketches or calls others. */
  private boolean concerns(String changed) {
    try {
      return before.exists(changed)
          && before.config(changed).equals(after.config(changed)) == false
          && fields(before, changed).isEmpty() == false;
    } catch (OpenSearchParseException e) {
      // Core will reject it.
      return false;
    }
  }

  /** The indexes that run the changed pipeline, by the pipeline that they name. */
  private Map<String, TreeSet<String>> users(String changed) {
    Set<String> running = before.leadingTo(step -> changed.equals(step.calls()));
    running.add(changed);
    Map<String, TreeSet<String>> users = new TreeMap<>();
    for (IndexMetadata index : metadata.indices().values()) {
      for (Setting<String> use : USES) {
        String id = use.get(index.getSettings());
        if (IngestService.NOOP_PIPELINE_NAME.equals(id) == false && running.contains(id)) {
          users.computeIfAbsent(id, named -> new TreeSet<>()).add(name(index));
        }
      }
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
    Map<String, List<SketchRecipe>> made = fields(after, id);
    List<Change> changes = new ArrayList<>();
    fields(before, id)
        .forEach(
            (field, recipes) -> {
              List<SketchRecipe> others = made.get(field);
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
  private static Map<String, List<SketchRecipe>> fields(PipelineConfigs configs, String id) {
    Map<String, List<SketchRecipe>> fields = new TreeMap<>();
    configs
        .reachable(id)
        .forEach(
            step -> {
              SketchRecipe.of(step)
                  .ifPresent(
                      recipe ->
                          fields
                              .computeIfAbsent(step.targetField(), first -> new ArrayList<>())
                              .add(recipe));
              decision(step).ifPresent(field -> fields.putIfAbsent(field, List.of()));
            });
    return fields;
  }

  private static Optional<String> decision(Step step) {
    if (NearDupOptions.TYPE.equals(step.type()) == false) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          NearDupOptions.read(step.type(), null, new HashMap<>(step.config())).targetField());
    } catch (OpenSearchException e) {
      return Optional.empty();
    }
  }

  private static boolean agree(List<SketchRecipe> some, List<SketchRecipe> others) {
    return some.stream().allMatch(one -> others.stream().anyMatch(one::agrees))
        && others.stream().allMatch(one -> some.stream().anyMatch(one::agrees));
  }

  /** Recipes for different documents cannot be told apart by what they do. */
  private static String difference(List<SketchRecipe> recipes, List<SketchRecipe> others) {
    return recipes.size() == 1 && others.size() == 1
        ? String.join(", ", recipes.get(0).difference(others.get(0)))
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
