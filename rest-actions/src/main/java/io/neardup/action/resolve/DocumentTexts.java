// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.analyzer.VisibleText;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.ingest.features.SketchProcessor;
import io.neardup.resolve.FingerprintSource.OfDoc;
import io.neardup.resolve.ResolveFingerprintsRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.opensearch.cluster.metadata.IndexNameExpressionResolver;
import org.opensearch.cluster.service.ClusterService;
import org.opensearch.common.Nullable;
import org.opensearch.common.lucene.uid.Versions;
import org.opensearch.core.action.ActionListener;
import org.opensearch.index.VersionType;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestService;
import org.opensearch.search.SearchHit;
import org.opensearch.search.lookup.SourceLookup;
import org.opensearch.transport.RemoteClusterService;

/**
 * Reads the texts of documents as the processor does that writes a field: the same fields, analyzer
 * and features. For one request.
 */
public final class DocumentTexts {
  private final DocSources docs;
  private final SketchProcessor writer;
  private final String index;

  private DocumentTexts(DocSources docs, SketchProcessor writer, String index) {
    this.docs = docs;
    this.writer = writer;
    this.index = index;
  }

  /** What is needed of a node. */
  public record Node(
      ClusterService clusterService,
      IndexNameExpressionResolver resolver,
      RemoteClusterService remoteClusters,
      IngestService ingestService,
      DocProcessors allowed) {}

  /**
   * A reader for the field of these indexes.
   *
   * @param pipeline that has the processor, or null for those of the indexes
   * @throws IllegalArgumentException (HTTP 400) if there is no such processor
   */
  public static DocumentTexts of(
      Node node, ResolveFingerprintsRequest request, @Nullable String pipeline) throws Exception {
    Targets targets =
        Targets.of(request, node.clusterService.state(), node.resolver, node.remoteClusters);
    DocSources docs =
        new DocSources(
            request.fields(),
            targets,
            node.clusterService.state(),
            node.ingestService,
            node.allowed);
    return new DocumentTexts(docs, docs.writer(pipeline), targets.anyIndex());
  }

  /** The paths of the fields with the texts. */
  public List<String> fields() {
    return writer.fields();
  }

  /** Answers with the document as it would be indexed. */
  public void process(OfDoc doc, ActionListener<IngestDocument> listener) {
    docs.process(doc, listener);
  }

  /**
   * A document as it was indexed.
   *
   * @throws IllegalArgumentException if it has no {@code _source}
   * @throws org.opensearch.OpenSearchStatusException (HTTP 400) if its text is masked for the user
   */
  public IngestDocument indexed(SearchHit document) {
    if (document.hasSource() == false) {
      throw new IllegalArgumentException("the document has no [_source]; verify by [minhash]");
    }
    MaskedSourcePhase.refuse(document, writer.fields());
    // Not the hit's own map, which it would keep.
    Map<String, Object> source = SourceLookup.sourceAsMap(document.getSourceRef());
    return new IngestDocument(
        index, null, null, Versions.MATCH_ANY, VersionType.INTERNAL, new HashMap<>(source));
  }

  /**
   * What is made of a document's text and its features, which are closed afterwards.
   *
   * @param check called every few milliseconds; throws to stop
   * @throws IllegalArgumentException if a field is missing, is no text, or is too long
   */
  public <R> R read(
      IngestDocument document, Runnable check, BiFunction<String, TextFeatures, R> make) {
    return writer.read(document, check, make);
  }

  /** What the processor reads of a text. */
  public VisibleText visible(String text) {
    return writer.visible(text);
  }
}
