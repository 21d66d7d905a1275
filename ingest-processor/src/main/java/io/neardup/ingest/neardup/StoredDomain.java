// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Domains;
import io.neardup.ingest.domain.MappedField;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.domain.SpecDifference;
import io.neardup.ingest.pipeline.PipelineConfigs;
import io.neardup.sequencer.keys.Likeness;
import io.neardup.sequencer.keys.Stage;
import io.neardup.target.FieldName;
import io.neardup.target.FieldRefused;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.Nullable;
import org.opensearch.index.IndexSettings;

/**
 * Finds the domain in which stored documents are decided: that of the {@code near_dup} in the
 * default pipelines of their indexes, so that it goes on where this ends. Without one, it is what
 * {@code near_dup} with the same parameters would make of these indexes.
 */
record StoredDomain(Domains domains, ClusterState state) {
  /**
   * How to compare.
   *
   * @param field that a stage compares
   * @param stage how it does; null for whatever the pipeline says, or the default
   * @param scope fields in which documents must be equal; null for that of the pipeline, or none
   * @param targetField of the decisions; null for that of the pipeline, or the default
   */
  record Wanted(
      String field,
      @Nullable Stage stage,
      @Nullable List<String> scope,
      @Nullable String targetField) {}

  /**
   * The domain of these indexes.
   *
   * @throws IllegalArgumentException if there is none that compares as wanted, or more than one
   */
  DomainSpec find(Wanted wanted, Collection<String> indices) {
    Set<DomainSpec> found = new LinkedHashSet<>();
    for (String index : new TreeSet<>(indices)) {
      String pipeline = pipeline(index);
      NearDupOptions options = pipeline == null ? null : options(pipeline, index, wanted);
      if (options != null) {
        found.add(domains.spec(options, index, state));
      }
    }
    if (found.isEmpty()) {
      found.add(unpiped(wanted, indices));
    }
    DomainSpec spec = found.iterator().next();
    Set<String> outside = new TreeSet<>(indices);
    domains.indices(spec, state).forEach(index -> outside.remove(index.getName()));
    if (outside.stream()
        .anyMatch(
            name -> Domains.isOpen(state.metadata().index(name).getIndex(), state) == false)) {
      throw new IllegalArgumentException(
          "[index] must name indexes that take writes, or could, got "
              + outside
              + ", of which some are closed or [search_only]: scale those back, or leave them out");
    }
    if (found.size() > 1 || outside.isEmpty() == false) {
      throw new IllegalArgumentException(
          "[index] must name indexes of one domain of near_dup, got "
              + new TreeSet<>(indices)
              + ", whose pipelines compare them separately or differently: ask for one after the"
              + " other, or name the same [indices] in near_dup of their pipelines");
    }
    return spec;
  }

  @Nullable private String pipeline(String index) {
    IndexMetadata metadata = state.metadata().index(index);
    String name =
        metadata == null ? null : IndexSettings.DEFAULT_PIPELINE.get(metadata.getSettings());
    PipelineConfigs configs = new PipelineConfigs(state);
    return name != null && configs.leadsToType(name, NearDupOptions.TYPE) ? name : null;
  }

  private NearDupOptions options(String pipeline, String index, Wanted wanted) {
    return new PipelineConfigs(state)
        .nearDups(pipeline).stream()
            .filter(options -> options.stages().stream().anyMatch(s -> isOf(s, wanted.field)))
            .findFirst()
            .map(options -> requireSame(options, pipeline, wanted))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "[field] must be compared by the near_dup of pipeline ["
                            + pipeline
                            + "], the default of index ["
                            + index
                            + "], got ["
                            + wanted.field
                            + "]"));
  }

  private static boolean isOf(Stage stage, String field) {
    return stage.field().equals(field);
  }

  /** What the request says of its field; all other stages, and the window, are the pipeline's. */
  private static NearDupOptions requireSame(
      NearDupOptions options, String pipeline, Wanted wanted) {
    if (options.stages().stream().anyMatch(stage -> stage.containment() != null)) {
      throw new IllegalArgumentException(
          "[field] must be compared by a near_dup without stages of [passages], by which stored"
              + " documents are not decided again, got ["
              + wanted.field
              + "] of pipeline ["
              + pipeline
              + "]; give the stage to another near_dup of the pipeline, with its own [domain] and"
              + " [target_field]");
    }
    if (wanted.stage != null) {
      Stage stage =
          options.stages().stream().filter(s -> isOf(s, wanted.field)).findFirst().orElseThrow();
      same("max_distance", stage.maxDistance(), wanted.stage.maxDistance(), pipeline);
      boolean signed = stage.kind() == Stage.Kind.MINHASH;
      if (signed && wanted.stage.likeness() != null) {
        Likeness there = stage.likeness();
        same("similarity", there.similarity(), wanted.stage.likeness().similarity(), pipeline);
        same("numbers", there.numbers(), wanted.stage.likeness().numbers(), pipeline);
        same("recall", there.recall(), wanted.stage.likeness().recall(), pipeline);
      } else {
        same(
            signed ? "similarity" : "verify",
            verification(stage),
            verification(wanted.stage),
            pipeline);
      }
    }
    if (wanted.scope != null) {
      same("scope", options.scope(), wanted.scope, pipeline);
    }
    if (wanted.targetField != null) {
      same("target_field", options.targetField(), wanted.targetField, pipeline);
    }
    return options;
  }

  private static Object verification(Stage stage) {
    Likeness likeness = stage.likeness();
    return likeness == null
        ? "none"
        : "minhash: "
            + likeness.field()
            + ", similarity: "
            + likeness.similarity()
            + ", numbers: "
            + likeness.numbers();
  }

  private static void same(String parameter, Object there, Object here, String pipeline) {
    if (Objects.equals(there, here) == false) {
      throw new IllegalArgumentException(
          "["
              + parameter
              + "] must be "
              + shown(there)
              + " as in the near_dup of pipeline ["
              + pipeline
              + "], which goes on with these groups, got "
              + shown(here));
    }
  }

  private static String shown(Object value) {
    return value instanceof List<?> ? value.toString() : "[" + value + "]";
  }

  /** Of which types a field is mapped in these indexes. */
  Set<String> types(String field, Collection<String> indices) {
    Set<String> types = new TreeSet<>();
    for (String index : indices) {
      Map<String, Object> mapping = MappedField.mapping(state.metadata().index(index));
      if (MappedField.behind(mapping, field).parameters().get("type") instanceof String type) {
        types.add(type);
      }
    }
    return types;
  }

  private DomainSpec unpiped(Wanted wanted, Collection<String> indices) {
    Set<String> types = types(wanted.field, indices);
    if (FieldRefused.isDue(types)) {
      throw FieldRefused.of(wanted.field, types, indices);
    }
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("stages", List.of(stage(wanted)));
    if (wanted.scope != null) {
      config.put("scope", wanted.scope);
    }
    if (wanted.targetField != null) {
      config.put("target_field", wanted.targetField);
    }
    String first = indices.iterator().next();
    DomainSpec spec = spec(config, first);
    Set<String> covered = new TreeSet<>();
    domains.indices(spec, state).forEach(index -> covered.add(index.getName()));
    if (covered.containsAll(indices)) {
      return spec;
    }
    config.put("indices", List.copyOf(new TreeSet<>(indices)));
    return spec(config, first);
  }

  private DomainSpec spec(Map<String, Object> config, String index) {
    return domains.spec(
        NearDupOptions.read(new ConfigReader(NearDupOptions.TYPE, null, new HashMap<>(config))),
        index,
        state);
  }

  private static Map<String, Object> stage(Wanted wanted) {
    if (wanted.stage != null) {
      return SpecDifference.config(wanted.stage);
    }
    return wanted.field.equals(FieldName.DEFAULT)
        ? Map.of("minhash", wanted.field, "similarity", FieldName.DEFAULT_SIMILARITY)
        : Map.of("simhash", wanted.field);
  }
}
