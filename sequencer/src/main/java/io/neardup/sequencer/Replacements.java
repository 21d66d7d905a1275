// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.sequencer.keys.Keys;
import java.util.Comparator;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Tells whether other claims on the same document have replaced a version of it. The last write in
 * the index counts; within a bulk that is the one claimed last. Of versions that say the same, one
 * speaks for all: whichever is written last, the document is the same canonical.
 *
 * @param there whether versions that were looked up are still in the index
 */
record Replacements(ClaimTable entries, Map<ClaimedVersion, Boolean> there) {
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

  private static final int LOST = 0;
  private static final int WRITTEN = 1;
  private static final int IN_FLIGHT = 2;

  /** The validity of a claim in the window, for claim number {@code seq}. */
  Validity of(Entry entry, long seq) {
    if (entry.comparable == false || entry.state == Entry.State.CHECKING) {
      return Validity.NONE;
    }
    if (entries.get(entry.seq) != entry) {
      // Forgotten since it was found, as was its replacement: the search knows better.
      return Validity.NONE;
    }
    if (isRepeated(entry.ref, entry.group, entry.keys, order(entry), seq)
        || (entry.replaces && entry.state == Entry.State.WITHDRAWN)) {
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

  /**
   * The validity of a canonical from the index, or of a member that stands in for one, for claim
   * number {@code seq}.
   */
  Validity of(Hit hit, boolean standIn, long seq) {
    Order order = new Order(WRITTEN, hit.indexSeqNo(), hit.seq());
    if (isRepeated(hit.ref(), hit.group(), hit.keys(), order, seq)) {
      return Validity.NONE;
    }
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

  /** Whether another claim says the same as a version, and comes after it in this order. */
  private boolean isRepeated(DocRef ref, Group group, Keys keys, Order order, long seq) {
    for (Entry other = entries.latest(ref); other != null; other = other.previous) {
      if (other.seq < seq
          && other.state != Entry.State.WITHDRAWN
          && other.keeps(group, keys)
          && isDeleted(other.version()) == false
          && order(other).compareTo(order) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Which of two versions that say the same speaks: one in flight, or the one written last. */
  private record Order(int state, long indexSeqNo, long seq) implements Comparable<Order> {
    private static final Comparator<Order> BY_ALL =
        Comparator.comparingInt(Order::state)
            .thenComparingLong(Order::indexSeqNo)
            .thenComparingLong(Order::seq);

    @Override
    public int compareTo(Order other) {
      return BY_ALL.compare(this, other);
    }
  }

  private static Order order(Entry entry) {
    int state = entry.settled() ? WRITTEN : entry.state == Entry.State.PENDING ? IN_FLIGHT : LOST;
    return new Order(state, entry.indexSeqNo, entry.seq);
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
