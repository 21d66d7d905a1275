// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.MappedField;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.search.PrimaryGet;
import io.neardup.request.Listeners;
import io.neardup.request.NodeWork;
import io.neardup.sequencer.DocRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.opensearch.action.get.GetResponse;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.Nullable;
import org.opensearch.common.xcontent.support.XContentMapValues;
import org.opensearch.core.action.ActionListener;
import org.opensearch.ingest.IngestDocument;

/**
 * Tells which documents are stored already just as they are sent, by reading them in real time. Of
 * two that differ only in the decision and in what was merged, the stored one may have it.
 */
record UnchangedDocuments(NearDupService service, DomainSpec spec) {
  /**
   * Answers with the decisions of those that are unchanged.
   *
   * @param documents of an index, by where they are
   */
  void find(
      Map<DocRef, IngestDocument> documents, ActionListener<Map<DocRef, StoredDecision>> listener) {
    List<DocRef> refs = documents.keySet().stream().filter(ref -> isWhole(ref.index())).toList();
    if (refs.isEmpty()) {
      listener.onResponse(Map.of());
      return;
    }
    new NodeWork(service.threadPool())
        .asNode(
            listener,
            restoring ->
                new PrimaryGet()
                    .addAll(refs, "*")
                    .read(
                        service.client(),
                        Listeners.listener(
                            found -> restoring.onResponse(unchanged(refs, documents, found)),
                            // What cannot be read is written.
                            e -> restoring.onResponse(Map.of()))));
  }

  /** Whether what is indexed can be told from the source. */
  private boolean isWhole(String index) {
    IndexMetadata metadata = service.state().metadata().index(index);
    return metadata != null
        && metadata.getSettings().getAsBoolean("index.derived_source.enabled", false) == false
        && MappedField.mapping(metadata).containsKey("_source") == false;
  }

  private Map<DocRef, StoredDecision> unchanged(
      List<DocRef> refs, Map<DocRef, IngestDocument> documents, List<GetResponse> found) {
    Map<DocRef, StoredDecision> unchanged = new HashMap<>();
    for (int i = 0; i < refs.size(); i++) {
      if (found.get(i) != null && found.get(i).isExists()) {
        Map<String, Object> stored = found.get(i).getSourceAsMap();
        Map<String, Object> sent = sent(documents.get(refs.get(i)));
        if (undecided(stored).equals(undecided(sent))
            && Objects.equals(signature(stored), signature(sent))
            && XContentMapValues.extractValue(spec.field("checked"), stored) == null) {
          unchanged.put(refs.get(i), StoredDecision.read(stored, spec.targetField()));
        }
      }
    }
    return unchanged;
  }

  private static Map<String, Object> sent(IngestDocument document) {
    Map<String, Object> source = new HashMap<>(document.getSourceAndMetadata());
    for (IngestDocument.Metadata metadata : IngestDocument.Metadata.values()) {
      source.remove(metadata.getFieldName());
    }
    return source;
  }

  /** Of the same text by another analyzer or in another format, another one. */
  @Nullable private Object signature(Map<String, Object> source) {
    return XContentMapValues.extractValue(NearDupOptions.signature(spec.targetField()), source);
  }

  private Map<String, Object> undecided(Map<String, Object> source) {
    List<String> later = new ArrayList<>(List.of(spec.targetField()));
    spec.merge().forEach(rule -> later.add(rule.target()));
    return XContentMapValues.filter(source, null, later.toArray(String[]::new));
  }
}
