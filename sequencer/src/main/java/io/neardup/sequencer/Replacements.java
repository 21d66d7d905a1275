// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.sequencer.keys.Keys;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Tells whether other claims on the same document have replaced a version of it. The last write in
 * the index counts; within a bulk that is the one claimed last. Of claims that say the same, the
 * latest speaks for all: whichever is written last, the document is the same canonical.
 *
 * <p>See {@code docs/design/claims.md}.
 */
final class Replacements {
  /** What is known about a match. */
  enum Validity {
    SURE,
    /** Its document is being rewritten, or the node that wrote it is lost. */
    UNCERTAIN,
    /** It was never written or was replaced, but its group still exists. */
    GONE,
    /** It is irrelevant. */
    NONE
  }

  private final ClaimTable entries;
  private final Map<ClaimedVersion, Boolean> there;

  /**
   * @param there whether versions that were looked up are still in the index
   */
  Replacements(ClaimTable entries, Map<ClaimedVersion, Boolean> there) {
    this.entries = entries;
    this.there = there;
  }

  /** The validity of a claim in the window, for claim number {@code seq}. */
  Validity of(Entry entry, long seq) {
    if (entry.comparable == false || entry.state == Entry.State.CHECKING) {
      return Validity.NONE;
    }
    if (entries.get(entry.seq) != entry) {
      // Forgotten since it was found, as was its replacement: the search knows better.
      return Validity.NONE;
    }
    if (isRepeated(entry, seq) || (entry.replaces && entry.state == Entry.State.WITHDRAWN)) {
      return Validity.NONE;
    }
    if (entry.state == Entry.State.WITHDRAWN || entry.replaced() || isDeleted(entry.version())) {
      return Validity.GONE;
    }
    Validity replaced =
        of(entry.ref, entry.seq, entry.indexSeqNo, other -> leaves(other, entry), seq);
    if (entry.settled()) {
      return replaced;
    }
    // Its write may still follow one that was claimed later.
    return replaced == Validity.GONE || entry.state == Entry.State.UNKNOWN
        ? Validity.UNCERTAIN
        : replaced;
  }

  /** The validity of a canonical from the index, for claim number {@code seq}. */
  Validity of(Hit hit, long seq) {
    return of(hit, false, seq);
  }

  /** The same, also of a member that stands in for a canonical. */
  Validity of(Hit hit, boolean standIn, long seq) {
    return isDeleted(hit.version())
        ? Validity.GONE
        : of(
            hit.ref(),
            hit.seq(),
            hit.indexSeqNo(),
            other ->
                other.keeps(hit.group(), hit.keys())
                    || ((standIn || hit.group().equals(other.group))
                        && isDecidedAgain(other, hit.keys())),
            seq);
  }

  /** What is compared stays comparable while its group is being looked after. */
  private static boolean isDecidedAgain(Entry other, Keys keys) {
    return other.settled() == false && other.keys.equals(keys);
  }

  private boolean isDeleted(ClaimedVersion version) {
    return Boolean.FALSE.equals(there.get(version));
  }

  /** Whether a group has a canonical in the window, written or in flight. */
  boolean living(Group group, long seq) {
    return living(group, seq, head -> true);
  }

  /** The same, of some canonicals. */
  boolean living(Group group, long seq, Predicate<Entry> counts) {
    for (Entry head : entries.heads(group)) {
      if (counts.test(head) == false) {
        continue;
      }
      Validity validity = of(head, seq);
      if (validity == Validity.SURE || validity == Validity.UNCERTAIN) {
        return true;
      }
    }
    return false;
  }

  /** Whether a later claim says the same. */
  private boolean isRepeated(Entry entry, long seq) {
    for (Entry other = entries.latest(entry.ref);
        other != null && other.seq > entry.seq;
        other = other.previous) {
      if (other.seq < seq
          && other.state != Entry.State.WITHDRAWN
          && other.keeps(entry.group, entry.keys)
          && isDeleted(other.version()) == false) {
        return true;
      }
    }
    return false;
  }

  /**
   * The validity of a version of a document.
   *
   * @param left whether another claim leaves the document what it is
   */
  private Validity of(DocRef ref, long version, long indexSeqNo, Predicate<Entry> left, long seq) {
    Validity validity = Validity.SURE;
    for (Entry other = entries.latest(ref); other != null; other = other.previous) {
      boolean skipped =
          other.seq == version || other.seq >= seq || other.state == Entry.State.WITHDRAWN;
      if (skipped || left.test(other)) {
        continue;
      }
      if (other.settled() == false) {
        validity = Validity.UNCERTAIN;
      } else if (replaces(other, version, indexSeqNo)) {
        return Validity.GONE;
      }
    }
    return validity;
  }

  /** Whether one claim leaves the document what another one makes of it. */
  private static boolean leaves(Entry other, Entry entry) {
    boolean before = other.seq < entry.seq && other.bulk.equals(entry.bulk);
    return before
        || other.seq == entry.found
        || other.keeps(entry.group, entry.keys)
        || ((entry.head == false || entry.group.equals(other.group))
            && isDecidedAgain(other, entry.keys));
  }

  private static boolean replaces(Entry other, long version, long indexSeqNo) {
    boolean known = indexSeqNo >= 0 && other.indexSeqNo >= 0;
    return known ? other.indexSeqNo > indexSeqNo : other.seq > version;
  }
}
