// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.compress.CompressedXContent;
import org.opensearch.common.settings.Settings;
import org.opensearch.common.xcontent.XContentFactory;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.DocumentMapper;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.mapper.ParsedDocument;
import org.opensearch.index.mapper.SourceToParse;
import org.opensearch.indices.IndicesService;

/**
 * Mappers of parts of mappings. Each has all analyzers of an index, so that indexes which map and
 * analyze alike, as those of one template do, share one.
 */
final class PartMappers {
  private static final int MAX_KNOWN = 200;

  private final IndicesService indices;

  /** Left to the garbage collector: others may be reading by one that is forgotten. */
  private final Map<Shape, MapperService> known = new ConcurrentHashMap<>();

  PartMappers(IndicesService indices) {
    this.indices = indices;
  }

  /**
   * What makes a mapper, whatever its index is called.
   *
   * @param mapping the part, as JSON
   * @param settings by which it parses
   */
  private record Shape(String mapping, Settings settings) {}

  /** That of a part of the mapping of an index. */
  MapperService of(IndexMetadata metadata, Map<String, Object> part) {
    Shape shape =
        new Shape(
            MappingJson.json(Map.of(MapperService.SINGLE_MAPPING_NAME, part)),
            metadata
                .getSettings()
                .filter(
                    name ->
                        name.equals(IndexMetadata.SETTING_VERSION_CREATED)
                            || name.startsWith("index.analysis.")
                            || name.startsWith("index.mapping.")));
    if (known.size() > MAX_KNOWN) {
      known.clear();
    }
    return known.computeIfAbsent(shape, made -> make(metadata, made));
  }

  /** What an index makes of a part of a document. */
  static ParsedDocument parse(DocumentMapper mapper, String index, Map<String, Object> part) {
    try (XContentBuilder json = XContentFactory.jsonBuilder().map(part)) {
      BytesReference source = BytesReference.bytes(json);
      return mapper.parse(new SourceToParse(index, "_", source, MediaTypeRegistry.JSON));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private MapperService make(IndexMetadata metadata, Shape shape) {
    try {
      MapperService mapper = indices.createIndexMapperService(metadata);
      mapper.merge(
          MapperService.SINGLE_MAPPING_NAME,
          new CompressedXContent(shape.mapping),
          MapperService.MergeReason.MAPPING_RECOVERY);
      return mapper;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
