// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.sequencer;

import io.neardup.sequencer.keys.KeyIndex;
import io.neardup.sequencer.keys.Rules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All claims in a window: by number, by document and by keys. Guarded by the window's lock. */
final class ClaimTable {
  private final KeyIndex<Entry> byKeys;
  private final Map<Long, Entry> bySeq = new LinkedHashMap<>();

  /** The latest claim on each document with a user-chosen id. */
  private final Map<DocRef, Entry> latest = new HashMap<>();

  /** The canonicals of each group; nearly always one. */
  private final Map<Group, List<Entry>> heads = new HashMap<>();

  private final Budget budget;
  private boolean closed;

  ClaimTable(Rules rules, Budget budget) {
    this.byKeys = new KeyIndex<>(rules);
    this.budget = budget;
  }

  int size() {
    return bySeq.size();
  }

  /** Whether all tables are empty. */
  boolean isEmpty() {
    return bySeq.isEmpty() && latest.isEmpty() && heads.isEmpty() && byKeys.size() == 0;
  }

  Collection<Entry> all() {
    return bySeq.values();
  }

  Entry get(long seq) {
    return bySeq.get(seq);
  }

  /** Returns false if there is no room. */
  boolean add(Entry entry) {
    if (closed || budget.take(entry.bytes) == false) {
      return false;
    }
    bySeq.put(entry.seq, entry);
    if (entry.ownId) {
      entry.previous = latest.put(entry.ref, entry);
    }
    return true;
  }

  /** Finds the claims that a later one is compared with. */
  void find(Claim claim, KeyIndex.Matches<Entry> matches) {
    byKeys.find(claim.keys(), entry -> entry.ref.equals(claim.ref()), matches);
  }

  /** Hides a claim from matching, but keeps its document. */
  void hide(Entry entry) {
    if (entry.slot >= 0) {
      byKeys.remove(entry.slot);
      entry.slot = -1;
    }
  }

  void remove(Entry entry) {
    if (bySeq.remove(entry.seq) == null) {
      return;
    }
    hide(entry);
    if (entry.head) {
      behead(entry);
    }
    if (entry.ownId) {
      rememberOrder(entry);
      unlink(entry);
    }
    budget.release(entry.bytes);
  }

  /** What is left of a document's claims must not look like its last version. */
  private void rememberOrder(Entry forgotten) {
    for (Entry other = latest.get(forgotten.ref); other != null; other = other.previous) {
      other.forgottenSeqNo = Math.max(other.forgottenSeqNo, forgotten.indexSeqNo);
    }
  }

  /** Applies the decision of a claim: makes it comparable to later ones, or not. */
  void decided(Entry entry) {
    if (entry.head) {
      heads.computeIfAbsent(entry.group, group -> new ArrayList<>(1)).add(entry);
    }
    if (entry.comparable && entry.keys.any()) {
      entry.slot = byKeys.add(entry, entry.keys);
    }
  }

  /** The canonicals of a group; empty when none is in the window. */
  List<Entry> heads(Group group) {
    return heads.getOrDefault(group, List.of());
  }

  private void behead(Entry entry) {
    List<Entry> left = heads.get(entry.group);
    left.remove(entry);
    if (left.isEmpty()) {
      heads.remove(entry.group);
    }
  }

  private void unlink(Entry entry) {
    Entry last = latest.get(entry.ref);
    if (last == entry) {
      if (entry.previous == null) {
        latest.remove(entry.ref);
      } else {
        latest.put(entry.ref, entry.previous);
      }
      return;
    }
    for (Entry later = last; later != null; later = later.previous) {
      if (later.previous == entry) {
        later.previous = entry.previous;
        return;
      }
    }
  }

  /** Moves a claim that was written to a different place than announced. */
  void move(Entry entry, DocRef ref) {
    if (entry.ref.equals(ref)) {
      return;
    }
    if (entry.ownId) {
      unlink(entry);
    }
    entry.ref = ref;
    if (entry.ownId) {
      insert(entry);
    }
  }

  /** Keeps the claims on a document in the order of their numbers. */
  private void insert(Entry entry) {
    Entry later = null;
    Entry earlier = latest.get(entry.ref);
    while (earlier != null && earlier.seq > entry.seq) {
      later = earlier;
      earlier = earlier.previous;
    }
    entry.previous = earlier;
    if (later == null) {
      latest.put(entry.ref, entry);
    } else {
      later.previous = entry;
    }
  }

  /** Whether an earlier claim on the same document has no outcome yet. */
  boolean hasUnsettledBefore(Entry entry) {
    for (Entry earlier = entry.previous; earlier != null; earlier = earlier.previous) {
      if (earlier.settled() == false && earlier.state != Entry.State.WITHDRAWN) {
        return true;
      }
    }
    return false;
  }

  /** Whether a claim before this number wrote the document, or may have. */
  boolean hasEarlier(DocRef ref, long seq) {
    for (Entry other = latest.get(ref); other != null; other = other.previous) {
      if (other.seq < seq && other.state != Entry.State.WITHDRAWN) {
        return true;
      }
    }
    return false;
  }

  /** The latest claim on a document; null when there is none. */
  Entry latest(DocRef ref) {
    return latest.get(ref);
  }

  /** Releases all memory; nothing can be added afterwards. */
  void close() {
    closed = true;
    List.copyOf(bySeq.values()).forEach(this::remove);
  }
}
