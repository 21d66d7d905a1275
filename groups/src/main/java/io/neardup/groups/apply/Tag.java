// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.apply;

import io.neardup.groups.pit.DocumentId;
import io.neardup.groups.pit.RankedDocs.Doc;
import io.neardup.groups.write.BulkWriter;
import io.neardup.ingest.neardup.Decided;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.ingest.neardup.StoredDecision;
import io.neardup.ingest.search.KeysReader;
import io.neardup.sequencer.Claim.Ruling;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.Group;
import io.neardup.sequencer.Outcome;
import io.neardup.sequencer.Outcome.Result;
import io.neardup.sequencer.keys.Keys;
import java.util.Map;
import java.util.Set;
import org.opensearch.action.DocWriteRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.common.Nullable;

/** A document that gets a decision: compare and set on the version that was decided. */
final class Tag implements BulkWriter.Write {
  private final StoredDecider decider;
  private final KeysReader.Read read;

  /**
   * Groups without a canonical that have one again: the first of a group that becomes new leads it,
   * and the group keeps its name. Any later one founds its own. Null if none has lost it.
   */
  private final Set<Group> led;

  /** Null if the home decides. */
  private final Ruling ruling;

  /** Whether another version of the document, though it has the same text, is another document. */
  private final boolean strict;

  private Doc doc;
  private Decided decided;
  private Outcome outcome;
  private boolean kept;

  private Tag(
      StoredDecider decider,
      @Nullable Set<Group> led,
      Doc doc,
      KeysReader.Read read,
      @Nullable Ruling ruling,
      boolean strict) {
    this.decider = decider;
    this.led = led;
    this.doc = doc;
    this.read = read;
    this.ruling = ruling;
    this.strict = strict;
  }

  /** One that the home decides about. */
  static Tag decided(
      StoredDecider decider, @Nullable Set<Group> led, Doc doc, KeysReader.Read read) {
    return new Tag(decider, led, doc, read, null, false);
  }

  /**
   * One that is decided already.
   *
   * @param strict whether only this version of the document gets the decision
   */
  static Tag ruled(
      StoredDecider decider, Doc doc, KeysReader.Read read, Ruling ruling, boolean strict) {
    return new Tag(decider, null, doc, read, ruling, strict);
  }

  StoredDecider.Doc claim() {
    DocumentId id = doc.id();
    // What is compared with nothing would lead the group away from all others.
    StoredDecision stored = decider.stored(doc.source());
    boolean leads = led != null && led.contains(stored.group()) == false && read.keys().any();
    Group heirTo = leads ? stored.group() : null;
    long found = stored.seq();
    return new StoredDecider.Doc(id.index(), id.id(), id.routing(), read, found, heirTo, ruling);
  }

  /** Whether it is decided already, so that no other decision will do. */
  boolean isRuled() {
    return ruling != null;
  }

  void decide(Decided decision) {
    decided = decision;
    outcome = null;
    kept = ruling == null && decider.stored(doc.source()).saysTheSameAs(decision.stored());
  }

  /** Whether the document was canonical before. */
  boolean wasCanonical() {
    return decider.stored(doc.source()).isCanonical();
  }

  /**
   * Whether a canonical has become a duplicate: what was compared with it may be far from others.
   */
  boolean isDemoted() {
    return isWritten() && wasCanonical() && of() != null;
  }

  /**
   * Whether the home has compared the document with another text of the canonical than that has
   * now: one that was changed past the processor.
   */
  boolean isOutdated(GetResponse canonical) {
    if (canonical.isExists() == false || canonical.isSourceEmpty()) {
      return false;
    }
    try {
      Keys now = decider.read(canonical.getIndex(), canonical.getSourceAsMap()).keys();
      return decider.holds(decided.match(), read.keys(), now) == false;
    } catch (IllegalArgumentException e) {
      // It cannot be compared any more.
      return true;
    }
  }

  /**
   * Has the document written once more if its number comes before that of its canonical, which was
   * decided anew meanwhile: in the order of the numbers, each comes after what it is compared with.
   */
  void follow(GetResponse canonical) {
    if (canonical.isExists()
        && canonical.isSourceEmpty() == false
        && decider.stored(canonical.getSourceAsMap()).seq() >= decider.stored(doc.source()).seq()) {
      renumber();
    }
  }

  /** Has the document written once more, with a number of its own after all others. */
  void renumber() {
    kept = false;
  }

  /** Whether its document has this decision already, so that there is nothing to write. */
  boolean isKept() {
    return kept;
  }

  DocRef ref() {
    return doc.id().ref();
  }

  /** The document that it is a duplicate of; null if it is new. */
  @Nullable DocRef of() {
    return decided.of();
  }

  /** What became of it; null as long as nobody knows. */
  @Nullable Outcome outcome() {
    return outcome;
  }

  boolean isWritten() {
    return outcome != null && outcome.result() == Result.WRITTEN;
  }

  @Override
  public void written(long seqNo) {
    outcome = new Outcome(decided.claim(), Result.WRITTEN, doc.id().index(), seqNo);
    if (led != null && decided.stored().isCanonical()) {
      led.add(decided.stored().group());
    }
  }

  @Override
  public void notWritten() {
    outcome = new Outcome(decided.claim(), Result.NOT_WRITTEN, null, -1);
  }

  @Override
  public void unknown() {
    outcome = new Outcome(decided.claim(), Result.UNKNOWN, null, -1);
  }

  /**
   * Compares the document with what it is now. If it has the same text and was not decided by
   * anybody else, it can be written again.
   */
  void seenAgain(GetResponse now) {
    if (now.isExists() == false || now.isSourceEmpty()) {
      notWritten();
      return;
    }
    Map<String, Object> source = now.getSourceAsMap();
    if (decider.stored(source).seq() == decided.claim()) {
      // The write had arrived after all.
      written(now.getSeqNo());
    } else if (isUnchanged(source)) {
      doc = new Doc(doc.id().inVersion(now.getSeqNo(), now.getPrimaryTerm()), source);
    } else {
      notWritten();
    }
  }

  private boolean isUnchanged(Map<String, Object> source) {
    try {
      // What was decided about it meanwhile is replaced in any case.
      return strict == false
          && decider.read(doc.id().index(), source).keys().equals(read.keys())
          && (ruling != null || decider.stored(source).equals(decider.stored(doc.source())));
    } catch (IllegalArgumentException e) {
      // It cannot be compared any more.
      return false;
    }
  }

  /** A partial update, which runs no pipeline: the rest of the document stays as it is. */
  @Override
  public DocWriteRequest<?> request() {
    DocumentId id = doc.id();
    return decider.update(id.ref(), doc.source(), id.seqNo(), id.primaryTerm(), decided);
  }
}
