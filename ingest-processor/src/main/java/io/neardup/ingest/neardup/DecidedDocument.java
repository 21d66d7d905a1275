// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.MappingJson;
import io.neardup.ingest.domain.Mark;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.domain.NearDupOptions.OnDuplicate;
import io.neardup.ingest.domain.TextStage;
import io.neardup.sequencer.Claim;
import io.neardup.sequencer.Decision;
import io.neardup.sequencer.keys.Containment;
import java.util.List;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.common.Nullable;
import org.opensearch.core.rest.RestStatus;

/**
 * A document that was decided: what becomes of it, and what whoever writes it is told.
 *
 * @param options of the processor
 * @param spec of the domain
 * @param actions of the bulk, if any
 * @param plain whether the bulk writes nothing but documents for one target
 * @param claim of the document
 * @param decision about it
 * @param tellsOf whether to name the canonical, and to say how near it is
 */
record DecidedDocument(
    NearDupOptions options,
    DomainSpec spec,
    @Nullable BulkActions actions,
    boolean plain,
    Claim claim,
    Decision decision,
    boolean tellsOf) {

  /** The field of the stage that matched; null for a new document. */
  @Nullable String field() {
    return decision.isNew() ? null : options.stages().get(decision.match().stage()).field();
  }

  /**
   * A duplicate is discarded at once only if its match was acknowledged and the bulk leaves that
   * alone, its text was looked at if texts are, and no old version remains. What leaves something
   * is written, so that the right to do so is checked.
   */
  OnDuplicate action() {
    OnDuplicate wanted = options.onDuplicate();
    boolean settled =
        plain
            && decision.confirmed()
            && decision.unread() == false
            && decision.outranks() == false
            && spec.merge().isEmpty()
            && actions.names(decision.match().of().id()) == false;
    return settled && (wanted == OnDuplicate.FAIL || decision.rewrites() == false)
        ? wanted == OnDuplicate.REPLACE ? OnDuplicate.DROP : wanted
        : OnDuplicate.TAG;
  }

  /** Others are written first, and deleted when their canonical is acknowledged. */
  boolean isRemovable() {
    return action() == OnDuplicate.TAG
        && options.onDuplicate().discards()
        && actions != null
        && decision.outranks() == false
        && decision.isNew() == false
        && decision.indexOnly() == false
        && decision.unread() == false
        && decision.rewrites() == false
        && actions.mayBeUpsert(claim.ref().id()) == false;
  }

  /** What the document says of itself. */
  WrittenDecision said() {
    return new WrittenDecision(spec, claim, decision, field(), tellsOf, mark(), reason());
  }

  @Nullable private String mark() {
    if (decision.outranks()) {
      return options.onDuplicate() == OnDuplicate.REPLACE ? Mark.REPLACES : Mark.OUTRANKS;
    }
    return isRemovable() ? Mark.REMOVABLE : null;
  }

  /** Texts that have nothing in common are not the same because they are all empty. */
  @Nullable private String reason() {
    for (int i = 0; decision.isNew() && i < options.stages().size(); i++) {
      List<String> fields = texts(i);
      if (fields.isEmpty() == false && claim.keys().has(i) == false) {
        return "the text of "
            + fields
            + " has no word and no number, by which it could be compared";
      }
    }
    return null;
  }

  /** The fields whose texts a stage compares. */
  private List<String> texts(int stage) {
    TextStage text = options.text();
    Containment containment = options.stages().get(stage).containment();
    return text != null && text.number() == stage
        ? text.fields()
        : containment == null ? List.of() : List.of(containment.text());
  }

  /** Whoever writes may not be allowed to read, and then learns only that there is a match. */
  Exception conflict() {
    String what =
        tellsOf
            ? "the document ["
                + decision.match().of().id()
                + "] in ["
                + decision.match().of().index()
                + "] is not indexed: ["
                + field()
                + "] matches it with "
                + MappingJson.json(WrittenDecision.closeness(spec, decision.match()))
            : "another document is not indexed";
    return new OpenSearchStatusException(
        "a near-duplicate of {}; set [on_duplicate] to [tag] to keep both",
        RestStatus.CONFLICT,
        what);
  }
}
