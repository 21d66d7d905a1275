// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.OtherNumbers;
import io.neardup.ingest.config.FieldPath;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.Mark;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.search.NearQuery;
import io.neardup.mapper.DecisionFieldMapper;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.keys.Contained;
import io.neardup.sequencer.keys.Stage;
import java.util.LinkedHashMap;
import java.util.Map;
import org.opensearch.common.Nullable;
import org.opensearch.ingest.IngestDocument;

/**
 * A decision in the form written to the document.
 *
 * @param spec of the domain
 * @param claim of the document
 * @param decision about it
 * @param field of the stage that matched; null for a new document
 * @param tellsOf whether to name the canonical, and to say how near it is
 * @param mark what is to be done with the document once it is written; null for nothing, or one of
 *     {@link Mark}
 * @param reason why its text was compared with none; null if it was compared
 */
record WrittenDecision(
    DomainSpec spec,
    Claim claim,
    Decision decision,
    String field,
    boolean tellsOf,
    @Nullable String mark,
    @Nullable String reason) {
  /** Writes it to a document, replacing any value but a signature that these options compare. */
  void into(IngestDocument document, NearDupOptions options) {
    put(object(), document, options);
  }

  /** Writes to a document that is compared with none, because its pipeline is only simulated. */
  static void unchecked(IngestDocument document, NearDupOptions options) {
    put(
        new LinkedHashMap<>(
            Map.of(
                "status",
                "unchecked",
                "reason",
                "a simulation reads no other document; write this one to have it decided")),
        document,
        options);
  }

  private static void put(
      Map<String, Object> object, IngestDocument document, NearDupOptions options) {
    String path = options.targetField();
    if (options.keepsSignature()) {
      Object signature = document.getFieldValue(NearDupOptions.signature(path), Object.class, true);
      if (signature != null) {
        object.put(DecisionFieldMapper.SIGNATURE, signature);
      }
    }
    remove(document, path);
    document.setFieldValue(path, object);
  }

  /** Removes whatever a document brings instead of a decision. */
  static void remove(IngestDocument document, String path) {
    FieldPath.parse(path).remove(document);
  }

  /** How near the canonical is, by name. */
  static Map<String, Object> closeness(DomainSpec spec, Decision.Match match) {
    Map<String, Object> object = new LinkedHashMap<>();
    Stage stage = spec.stages().get(match.stage());
    if (stage.kind() != Stage.Kind.MINHASH && stage.kind() != Stage.Kind.PASSAGES) {
      object.put("distance", match.closeness().distance());
    }
    Contained contained = match.closeness().contained();
    if (contained != null) {
      object.put("contained", rounded(contained.coverage()));
      object.put("words", contained.words());
    }
    JaccardEstimate jaccard = match.closeness().jaccard();
    if (jaccard != null) {
      object.put(jaccard.exact() ? "jaccard" : "jaccard_estimate", rounded(jaccard.jaccard()));
    }
    OtherNumbers numbers = match.closeness().numbers();
    if (numbers.any()) {
      object.put(OtherNumbers.NAME, numbers.ofDuplicate());
    }
    return object;
  }

  /** Six digits, as in the answers of searches. */
  private static double rounded(double value) {
    return Math.rint(value * 1e6) / 1e6;
  }

  /** The decision object. */
  Map<String, Object> object() {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("group", decision.group().toString());
    object.put("status", decision.isNew() ? "new" : "duplicate");
    if (decision.isNew() == false) {
      object.put("matched_by", field);
      if (tellsOf) {
        Map<String, Object> of = new LinkedHashMap<>();
        of.put("index", decision.match().of().index());
        of.put("id", decision.match().of().id());
        object.put("of", of);
        object.putAll(closeness(spec, decision.match()));
      }
    }
    if (spec.scope().isEmpty() == false) {
      object.put(NearQuery.SCOPE, NearQuery.scope(claim.keys()));
    }
    if (decision.seq() >= 0) {
      object.put("seq", decision.seq());
    }
    if (decision.indexOnly()) {
      object.put("checked", "index_only");
      object.put("reason", decision.doubt());
    } else if (mark != null) {
      object.put("checked", mark);
    } else if (decision.unread()) {
      object.put("checked", Mark.SKETCH);
    }
    if (reason != null) {
      object.putIfAbsent("reason", reason);
    }
    return object;
  }
}
