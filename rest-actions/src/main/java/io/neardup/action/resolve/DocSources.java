// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.ingest.features.SketchProcessor;
import io.neardup.ingest.pipeline.PipelineConfigs;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.ResolveFingerprintsResponse.Item;
import io.neardup.target.MappedFields;
import io.neardup.target.TargetKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.cluster.ClusterState;
import org.opensearch.core.action.ActionListener;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestService;

/**
 * The documents of one request: the pipelines of its targets, or a named one, are compiled once for
 * all of them.
 */
final class DocSources {
  private final List<String> fields;
  private final Targets targets;
  private final MappedFields mapped;
  private final PipelineConfigs configs;
  private final FingerprintPipeline prefix;
  private final Map<String, Prepared> prepared = new HashMap<>();

  DocSources(
      List<String> fields,
      Targets targets,
      ClusterState state,
      IngestService ingestService,
      DocProcessors allowed) {
    this.fields = fields;
    this.targets = targets;
    this.mapped = new MappedFields(state);
    this.configs = new PipelineConfigs(state);
    this.prefix = new FingerprintPipeline(configs, allowed, ingestService, fields);
  }

  /** A fingerprinter, or the reason why there is none. */
  private record Prepared(DocFingerprinter fingerprinter, Exception failure) {}

  /** Answers with what the document would have in each of the fields. */
  void fingerprint(OfDoc source, ActionListener<List<Item>> listener) {
    Prepared ready = prepared.computeIfAbsent(source.pipeline(), this::prepare);
    if (ready.failure() == null) {
      ready.fingerprinter().fingerprint(copy(source), listener);
    } else {
      listener.onFailure(ready.failure());
    }
  }

  /** Answers with the document as it would be indexed. */
  void process(OfDoc source, ActionListener<IngestDocument> listener) {
    Prepared ready = prepared.computeIfAbsent(source.pipeline(), this::prepare);
    if (ready.failure() == null) {
      ready.fingerprinter().process(copy(source), listener);
    } else {
      listener.onFailure(ready.failure());
    }
  }

  /** The processor that makes the fingerprints of the first field. */
  SketchProcessor writer(String pipeline) throws Exception {
    return prefix.writer(pipeline == null ? targets.pipelines() : List.of(pipeline));
  }

  private static Map<String, Object> copy(OfDoc source) {
    Map<String, Object> copy = new HashMap<>();
    source.doc().forEach((key, value) -> copy.put(key, copy(value)));
    return copy;
  }

  /** A modifiable copy; core's method rejects big integers, which JSON may contain. */
  private static Object copy(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> copy = new HashMap<>();
      map.forEach((key, inner) -> copy.put(key, copy(inner)));
      return copy;
    }
    if (value instanceof List<?> list) {
      List<Object> copy = new ArrayList<>(list.size());
      list.forEach(inner -> copy.add(copy(inner)));
      return copy;
    }
    return value;
  }

  private Prepared prepare(String pipeline) {
    try {
      List<String> ids = pipeline == null ? targets.pipelines() : List.of(pipeline);
      requireExisting(ids);
      List<DocFingerprinter.Field> written =
          fields.stream().map(field -> field(field, pipeline, ids)).toList();
      return new Prepared(
          new DocFingerprinter(prefix.compile(ids), targets.anyIndex(), written), null);
    } catch (Exception e) {
      return new Prepared(null, e);
    }
  }

  private DocFingerprinter.Field field(String name, String pipeline, List<String> ids) {
    TargetKind kind = mapped.kind(targets.anyIndex(), name);
    boolean written = ids.stream().anyMatch(id -> configs.writes(id, name));
    return new DocFingerprinter.Field(
        name, kind, written ? null : nothingWrites(name, kind, pipeline, ids));
  }

  private void requireExisting(List<String> ids) {
    for (String id : ids) {
      if (configs.exists(id) == false) {
        throw new IllegalArgumentException(
            "[pipeline] with name [" + id + "] does not exist; see GET _ingest/pipeline");
      }
    }
  }

  private IllegalArgumentException nothingWrites(
      String field, TargetKind kind, String pipeline, List<String> ids) {
    String where =
        pipeline != null
            ? "pipeline [" + pipeline + "] has no"
            : ids.isEmpty()
                ? "the index " + targets + " has no [index.default_pipeline] with a"
                : "the pipelines " + ids + " of " + targets + " have no";
    return new IllegalArgumentException(
        "[doc] cannot be fingerprinted: "
            + where
            + " "
            + kind.type()
            + " processor with [target_field] ["
            + field
            + "]; name a pipeline that has one with [pipeline], or search by ["
            + kind.parameter()
            + "]");
  }
}
