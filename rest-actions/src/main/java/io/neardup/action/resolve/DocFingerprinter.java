// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import io.neardup.request.Listeners;
import io.neardup.resolve.ResolveFingerprintsResponse.Item;
import io.neardup.target.PathValues;
import io.neardup.target.Target;
import io.neardup.target.TargetKind;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.opensearch.ExceptionsHelper;
import org.opensearch.common.Nullable;
import org.opensearch.common.lucene.uid.Versions;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.common.breaker.CircuitBreakingException;
import org.opensearch.index.VersionType;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.Pipeline;

/**
 * Runs a document through compiled pipelines, as ingest would, and reads the fingerprints that they
 * write. The document is not indexed.
 */
record DocFingerprinter(List<Pipeline> pipelines, String index, List<Field> fields) {

  /**
   * A field to read.
   *
   * @param failure why no pipeline writes it; null if one does
   */
  record Field(String name, TargetKind kind, @Nullable Exception failure) {}

  /**
   * Answers with the fingerprint in each field, or the reason why there is none.
   *
   * @param doc the document's source; modified
   */
  void fingerprint(Map<String, Object> doc, ActionListener<List<Item>> listener) {
    process(
        doc,
        ActionListener.map(
            listener, document -> fields.stream().map(field -> item(document, field)).toList()));
  }

  private static Item item(IngestDocument document, Field field) {
    try {
      return field.failure == null ? Item.of(read(document, field)) : Item.failed(field.failure);
    } catch (IllegalArgumentException e) {
      return Item.failed(e);
    }
  }

  /** Answers with the document as the pipelines leave it. */
  void process(Map<String, Object> doc, ActionListener<IngestDocument> listener) {
    IngestDocument[] document = {
      new IngestDocument(index, null, null, Versions.MATCH_ANY, VersionType.INTERNAL, doc)
    };
    Iterator<Pipeline> left = pipelines.iterator();
    Listeners.repeat(
        ActionListener.map(listener, done -> document[0]),
        more -> {
          if (left.hasNext()) {
            run(
                left.next(),
                document[0],
                ActionListener.map(
                    more,
                    result -> {
                      document[0] = result;
                      return true;
                    }));
          } else {
            more.onResponse(false);
          }
        });
  }

  private void run(
      Pipeline pipeline, IngestDocument document, ActionListener<IngestDocument> listener) {
    document.executePipeline(
        pipeline,
        (result, failure) -> {
          if (failure != null) {
            listener.onFailure(refused(pipeline, failure));
          } else if (result == null) {
            listener.onFailure(
                new IllegalArgumentException(
                    "[doc] has no fingerprint: pipeline [" + pipeline.getId() + "] drops it"));
          } else {
            listener.onResponse(result);
          }
        });
  }

  /**
   * An error of the request, unless memory is short: a failure that ingest answers with a 500 is
   * not a server error here.
   */
  private Exception refused(Pipeline pipeline, Exception failure) {
    Throwable cause = ExceptionsHelper.unwrapCause(failure);
    if (cause instanceof CircuitBreakingException full) {
      return full;
    }
    return new IllegalArgumentException(
        "[doc] cannot be fingerprinted: pipeline ["
            + pipeline.getId()
            + "] fails on it: "
            + (cause.getMessage() == null ? cause.toString() : cause.getMessage())
            + "; correct it, name another pipeline with [pipeline], or search by ["
            + fields.get(0).kind.parameter()
            + "]",
        failure);
  }

  private static Target read(IngestDocument document, Field field) {
    Object value = PathValues.at(field.name, document.getSourceAndMetadata());
    if (value == null) {
      throw new IllegalArgumentException(
          "[doc] has no fingerprint: the pipelines wrote no ["
              + field.name
              + "]; its text has too few features, its fields are missing, or a condition did not"
              + " hold");
    }
    try {
      return field.kind.parse(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "[doc] has no fingerprint in [" + field.name + "]: " + e.getMessage(), e);
    }
  }
}
