// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.fingerprint.minhash.OtherNumbers;
import io.neardup.sequencer.Group;
import java.util.Map;
import java.util.Objects;
import org.opensearch.common.Nullable;
import org.opensearch.common.xcontent.support.XContentMapValues;

/**
 * The decision that a stored document has, as far as another decision may equal it.
 *
 * @param group null if it has none
 * @param isNew whether its status is {@code new}
 * @param seq its number; -1 if it has none
 * @param scope in the form that is written; null if it has none
 * @param of the document that it duplicates, as index and id; null if none is named
 * @param distance to that document; -1 if there is none
 * @param matchedBy the field of the stage that matched; null for a new document
 * @param jaccard how similar that document is, exactly or estimated; -1 if it is not told
 * @param numbers how many numbers differ, as it is written; null if none does, or it is not told
 */
public record StoredDecision(
    @Nullable Group group,
    boolean isNew,
    long seq,
    @Nullable String scope,
    @Nullable Map<?, ?> of,
    int distance,
    @Nullable String matchedBy,
    double jaccard,
    @Nullable Map<?, ?> numbers) {

  /** A document that was never decided. */
  static final StoredDecision NONE =
      new StoredDecision(null, false, -1, null, null, -1, null, -1, null);

  static StoredDecision read(Map<String, Object> source, String targetField) {
    return XContentMapValues.extractValue(targetField, source) instanceof Map<?, ?> object
        ? of(object)
        : NONE;
  }

  /** Reads the value of the target field. */
  static StoredDecision of(Map<?, ?> object) {
    // What was merged over may be null.
    Object similar = object.get(object.get("jaccard") == null ? "jaccard_estimate" : "jaccard");
    return new StoredDecision(
        Group.parse(object.get("group")),
        "new".equals(object.get("status")),
        object.get("seq") instanceof Number seq ? seq.longValue() : -1,
        object.get("scope") instanceof String scope ? scope : null,
        object.get("of") instanceof Map<?, ?> of ? of : null,
        object.get("distance") instanceof Number distance ? distance.intValue() : -1,
        object.get("matched_by") instanceof String field ? field : null,
        similar instanceof Number jaccard ? jaccard.doubleValue() : -1,
        object.get(OtherNumbers.NAME) instanceof Map<?, ?> numbers ? numbers : null);
  }

  /** Whether it was decided, and with a number, so that it has its place in the order. */
  public boolean isDecided() {
    return group != null && seq >= 0;
  }

  /** Whether the document is the canonical of a group. */
  public boolean isCanonical() {
    return isDecided() && isNew;
  }

  /**
   * Whether a later decision says the same, so that this one may stay with its number: what came
   * between has changed nothing. What it does not tell, it need not tell.
   */
  public boolean saysTheSameAs(StoredDecision later) {
    if (isDecided() == false
        || isNew != later.isNew
        || Objects.equals(scope, later.scope) == false) {
      return false;
    }
    return isNew
        || (group.equals(later.group)
            && Objects.equals(matchedBy, later.matchedBy)
            && (of == null
                || (of.equals(later.of)
                    && distance == later.distance
                    && jaccard == later.jaccard
                    && (numbers == null || numbers.equals(later.numbers)))));
  }

  /** Whether a document that has it may be left as it is rather than get this one. */
  boolean isStillSaidBy(Map<?, ?> later) {
    StoredDecision now = of(later);
    return later.get("checked") == null && saysTheSameAs(now) && group.equals(now.group);
  }

  /** Whether it is a duplicate in this canonical's group, at this distance if it names it. */
  public boolean isDuplicateOf(StoredDecision canonical, String index, String id, int at) {
    boolean named = of != null && index.equals(of.get("index")) && id.equals(of.get("id"));
    return isDecided()
        && isNew == false
        && canonical.isCanonical()
        && group.equals(canonical.group)
        && (named == false || distance == at);
  }
}
