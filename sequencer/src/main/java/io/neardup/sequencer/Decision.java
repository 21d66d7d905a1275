// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.sequencer.keys.Closeness;
import java.util.EnumSet;
import java.util.Set;

/**
 * The decision about a claim.
 *
 * @param seq the claim's number; decisions equal a greedy replay in this order
 * @param group of the document
 * @param match the document that it duplicates; null for a new one
 * @param traits what else holds for it
 */
public record Decision(long seq, Group group, Match match, Set<Trait> traits) {
  private static final Set<Trait> DOUBTS = EnumSet.range(Trait.UNCLAIMED, Trait.UNREMEMBERED);

  /** What may hold for a decision. */
  public enum Trait {
    /** No home decided: there is none, or it did not answer in time. */
    UNCLAIMED("no_home"),

    /** Claims of an earlier home may be missing. */
    UNSURE("takeover"),

    /** The index could not be searched for the document. */
    UNSEARCHED("search_failed"),

    /** A near document is being written anew, or the node that wrote it is lost. */
    UNCERTAIN("in_flight"),

    /** The window has no room for the claim. */
    UNREMEMBERED("window_full"),

    /**
     * The match is acknowledged and still exists, and it was looked up whether the {@code _id}
     * exists, so that the document need not be written.
     */
    CONFIRMED,

    /** Its {@code _id} exists: not writing it would keep the old text. */
    REWRITES,

    /** Its outcome must be reported. */
    TRACKED,

    /** It is to become canonical in place of the match. */
    OUTRANKS,

    /** The texts could not be read: what their sketches say decided. */
    UNREAD;

    private final String doubt;

    Trait() {
      this(null);
    }

    /**
     * @param doubt why the guarantee does not hold, as it is written; null if it does
     */
    Trait(String doubt) {
      this.doubt = doubt;
    }
  }

  public Decision {
    traits = Set.copyOf(traits);
  }

  /**
   * The document that a duplicate matches.
   *
   * @param of the matching document
   * @param seq its number; negative if it was decided from the index alone
   * @param stage the matching stage, from 0
   * @param closeness at that stage
   */
  public record Match(DocRef of, long seq, int stage, Closeness closeness) {}

  /** Whether the document is new rather than a duplicate. */
  public boolean isNew() {
    return match == null;
  }

  /** Whether information was missing, so that the guarantee does not hold. */
  public boolean indexOnly() {
    return doubt() != null;
  }

  /** Why the guarantee does not hold, as it is written; null if it does. */
  public String doubt() {
    for (Trait trait : DOUBTS) {
      if (traits.contains(trait)) {
        return trait.doubt;
      }
    }
    return null;
  }

  public boolean confirmed() {
    return traits.contains(Trait.CONFIRMED);
  }

  public boolean rewrites() {
    return traits.contains(Trait.REWRITES);
  }

  public boolean tracked() {
    return traits.contains(Trait.TRACKED);
  }

  public boolean outranks() {
    return traits.contains(Trait.OUTRANKS);
  }

  /** Whether sketches alone decided, because a text could not be read. */
  public boolean unread() {
    return traits.contains(Trait.UNREAD);
  }

  /** The same decision, which does not allow the document to stay unwritten. */
  public Decision unconfirmed() {
    EnumSet<Trait> left = EnumSet.noneOf(Trait.class);
    left.addAll(traits);
    left.remove(Trait.CONFIRMED);
    return new Decision(seq, group, match, left);
  }

  /** The same decision without knowledge of claims in flight: no number, nothing confirmed. */
  public Decision unclaimed() {
    EnumSet<Trait> left = EnumSet.of(Trait.UNCLAIMED);
    left.addAll(traits);
    left.removeAll(EnumSet.of(Trait.CONFIRMED, Trait.TRACKED));
    return new Decision(-1, group, match, left);
  }
}
