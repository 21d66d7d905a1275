// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.ingest.features.SketchProcessor;
import io.neardup.ingest.pipeline.PipelineConfigs;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.target.Target;
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
  private final String field;
  private final Targets targets;
  private final TargetKind kind;
  private final PipelineConfigs configs;
  private final FingerprintPipeline prefix;
  private final Map<String, Prepared> prepared = new HashMap<>();

  DocSources(
      String field,
      Targets targets,
      ClusterState state,
      IngestService ingestService,
      DocProcessors allowed) {
    this.field = field;
    this.targets = targets;
    this.kind = new MappedFields(state).kind(targets.anyIndex(), field);
    this.configs = new PipelineConfigs(state);
    this.prefix = new FingerprintPipeline(configs, allowed, ingestService, field);
  }

  /** A fingerprinter, or the reason why there is none. */
  private record Prepared(DocFingerprinter fingerprinter, Exception failure) {}

  void fingerprint(OfDoc source, ActionListener<Target> listener) {
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

  /** The processor that makes the fingerprints. */
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
      DocFingerprinter fingerprinter =
          new DocFingerprinter(prefix.compile(ids), targets.anyIndex(), field, kind);
      if (fingerprinter.pipelines().isEmpty()) {
        throw nothingWrites(pipeline, ids);
      }
      return new Prepared(fingerprinter, null);
    } catch (Exception e) {
      return new Prepared(null, e);
    }
  }

  private void requireExisting(List<String> ids) {
    for (String id : ids) {
      if (configs.exists(id) == false) {
        throw new IllegalArgumentException(
            "[pipeline] with name [" + id + "] does not exist; see GET _ingest/pipeline");
      }
    }
  }

  private IllegalArgumentException nothingWrites(String pipeline, List<String> ids) {
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
