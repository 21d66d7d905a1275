// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.mapper.DecisionFieldMapper;
import io.neardup.mapper.PassagesFieldMapper;
import io.neardup.request.ClusterNames;
import io.neardup.request.IndexLimits;
import io.neardup.target.MappedFields;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Nullable;
import org.opensearch.common.util.concurrent.ConcurrentCollections;
import org.opensearch.index.IndexNotFoundException;
import org.opensearch.index.IndexSettings;
import org.opensearch.indices.IndexClosedException;
import org.opensearch.search.pipeline.PipelineConfiguration;
import org.opensearch.search.pipeline.SearchPipelineMetadata;
import org.opensearch.search.pipeline.SearchPipelineService;

/**
 * How the indexes of a search map a field, as far as the cluster state tells: nothing is known of
 * other clusters. A mapping is read once and remembered, because reading takes longer than a
 * search.
 */
final class SearchedFields {
  private static final int MAX_REMEMBERED = 10_000;

  /** Characters; anything may be asked for that is not mapped. */
  private static final int MAX_NAME = 256;

  private final ClusterService clusterService;
  private final IndexNameExpressionResolver resolver;
  private final Map<Key, Mapped> remembered = ConcurrentCollections.newConcurrentMap();

  private record Key(String index, long mappingVersion, String field) {}

  /**
   * A field of an index; no type if it is not mapped.
   *
   * @param hasSource whether the documents of the index have a {@code _source}
   * @param similarity of signatures, or null
   * @param passages how texts are compared that it has the passages of, or null
   */
  record Mapped(
      String index,
      @Nullable String type,
      boolean hasDocValues,
      boolean hasSource,
      @Nullable Double similarity,
      @Nullable PassagesMeasure passages) {}

  SearchedFields(ClusterService clusterService, IndexNameExpressionResolver resolver) {
    this.clusterService = clusterService;
    this.resolver = resolver;
  }

  /**
   * The indexes of a search whose mappings the cluster state tells. Core names those of a point in
   * time in requests that come by REST.
   */
  List<IndexMetadata> indices(SearchRequest request) {
    boolean asTheyWere = request.source() != null && request.source().pointInTimeBuilder() != null;
    return asTheyWere && request.indices().length == 0 ? List.of() : named(request);
  }

  /** How many hits of these indexes a search can ask for, at most so many. */
  int resultWindow(List<IndexMetadata> indices, int most) {
    List<String> names = indices.stream().map(index -> index.getIndex().getName()).toList();
    return IndexLimits.least(
        IndexSettings.MAX_RESULT_WINDOW_SETTING, clusterService.state(), names, most);
  }

  private List<IndexMetadata> named(SearchRequest request) {
    String[] local =
        Arrays.stream(request.indices())
            .filter(name -> ClusterNames.isRemote(name) == false)
            .toArray(String[]::new);
    if (local.length == 0 && request.indices().length > 0) {
      return List.of();
    }
    ClusterState state = clusterService.state();
    try {
      return Arrays.stream(
              resolver.concreteIndexNames(state, request.indicesOptions(), true, local))
          .map(index -> state.metadata().index(index))
          .toList();
    } catch (IndexNotFoundException | IndexClosedException e) {
      // The search itself reports it.
      return List.of();
    }
  }

  /** The processors of the pipeline of a search; null if that cannot be known. */
  @Nullable PipelineProcessors processors(SearchRequest request) {
    if (clusterService
            .getClusterSettings()
            .get(SearchPipelineService.ENABLED_SYSTEM_GENERATED_FACTORIES_SETTING)
            .isEmpty()
        == false) {
      return null;
    }
    if (request.source() != null && request.source().searchPipelineSource() != null) {
      return PipelineProcessors.of(request.source().searchPipelineSource());
    }
    String name = request.pipeline() == null ? defaultPipeline(request) : request.pipeline();
    if (name.equals(SearchPipelineService.NOOP_PIPELINE_ID)) {
      return PipelineProcessors.NONE;
    }
    SearchPipelineMetadata pipelines =
        clusterService.state().metadata().custom(SearchPipelineMetadata.TYPE);
    PipelineConfiguration pipeline = pipelines == null ? null : pipelines.getPipelines().get(name);
    return pipeline == null ? null : PipelineProcessors.of(pipeline.getConfigAsMap());
  }

  /** As core chooses it: that of all indexes that have one. */
  private String defaultPipeline(SearchRequest request) {
    Set<String> defaults =
        named(request).stream()
            .map(IndexMetadata::getSettings)
            .filter(IndexSettings.DEFAULT_SEARCH_PIPELINE::exists)
            .map(IndexSettings.DEFAULT_SEARCH_PIPELINE::get)
            .collect(Collectors.toSet());
    return defaults.size() == 1
        ? defaults.iterator().next()
        : SearchPipelineService.NOOP_PIPELINE_ID;
  }

  /** Whether other clusters are searched. */
  static boolean isRemote(SearchRequest request) {
    return ClusterNames.areRemote(request.indices());
  }

  /** A field as these indexes map it, those that do not left out. */
  List<Mapped> mapped(List<IndexMetadata> indices, String field) {
    return indices.stream()
        .map(index -> mapped(index, field))
        .filter(mapped -> mapped.type != null)
        .toList();
  }

  private Mapped mapped(IndexMetadata index, String field) {
    if (remembered.size() > MAX_REMEMBERED) {
      remembered.clear();
    }
    Key key = new Key(index.getIndexUUID(), index.getMappingVersion(), field);
    Mapped known = remembered.get(key);
    Mapped mapped = known == null ? read(index, field) : known;
    if (field.length() <= MAX_NAME) {
      remembered.put(key, mapped);
    }
    return mapped;
  }

  private Mapped read(IndexMetadata metadata, String field) {
    String index = metadata.getIndex().getName();
    MappedFields fields = new MappedFields(clusterService.state());
    Map<?, ?> found = fields.parameters(index, field);
    if (found == null) {
      found = part(fields, index, field);
    }
    if (found == null) {
      return new Mapped(index, null, false, false, null, null);
    }
    Object type = found.get("type");
    Object docValues = found.get("doc_values");
    Object similarity = found.get("similarity");
    return new Mapped(
        index,
        type == null ? "object" : type.toString(),
        type != null && "text".equals(type) == false && MappedFields.isFalse(docValues) == false,
        fields.haveSource(index),
        "minhash".equals(type) && similarity != null ? Double.valueOf(similarity.toString()) : null,
        PassagesFieldMapper.CONTENT_TYPE.equals(type) ? passages(found) : null);
  }

  /** A part of a decision, which has no mapping of its own; null if it is none. */
  @Nullable private static Map<?, ?> part(MappedFields fields, String index, String field) {
    for (int dot = field.indexOf('.'); dot > 0; dot = field.indexOf('.', dot + 1)) {
      if (DecisionFieldMapper.CONTENT_TYPE.equals(fields.type(index, field.substring(0, dot)))) {
        return DecisionFieldMapper.part(field.substring(dot + 1));
      }
    }
    return null;
  }

  private static PassagesMeasure passages(Map<?, ?> mapped) {
    Object least = mapped.get("min_passage");
    return new PassagesMeasure(
        new PassageLength(
            least == null ? PassageLength.DEFAULT : Integer.parseInt(least.toString())),
        "true".equals(String.valueOf(mapped.get("html"))),
        PassagesMeasure.DEFAULT_COVERAGE);
  }
}
