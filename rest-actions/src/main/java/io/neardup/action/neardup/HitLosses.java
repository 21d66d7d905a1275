// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.fingerprint.lost.Difference;
import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lost.IndexDocFreqs;
import io.neardup.request.Listeners;
import io.neardup.target.Verify;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.core.action.ActionListener;
import org.opensearch.search.SearchHit;

/**
 * Confirms hits whose texts are similar by what would be lost with them: what they say that the
 * document asked about does not. The frequencies of terms are asked for a batch of hits at a time.
 */
final class HitLosses {
  /** Terms that a hit shows. */
  private static final int SHOWN = 10;

  private final AllowedLoss allowed;
  private final IndexDocFreqs freqs;
  private final MemoryAccount memory;
  private final List<Similar> batch = new ArrayList<>();

  /** A hit that is similar enough, and what its text says. */
  private record Similar(SearchHit hit, Map<String, Object> measured, Difference difference) {}

  HitLosses(AllowedLoss allowed, IndexDocFreqs freqs, MemoryAccount memory) {
    this.allowed = allowed;
    this.freqs = freqs;
    this.memory = memory;
  }

  /**
   * Adds a hit to the batch.
   *
   * @param measured what else it is confirmed by
   * @param kept terms of the document asked about
   */
  void add(SearchHit hit, Map<String, Object> measured, TextTerms terms, TextTerms kept) {
    Similar similar = new Similar(hit, measured, Difference.of(terms, kept));
    memory.take(similar.difference.bytes());
    batch.add(similar);
  }

  /** Has the hits of the batch that lose no more than is allowed carry what was measured. */
  void confirm(ActionListener<Void> listener) {
    freqs.load(
        batch.stream().flatMap(similar -> allowed.asked(similar.difference)).toList(),
        Listeners.then(
            listener,
            (loaded, next) -> {
              batch.forEach(this::confirm);
              memory.giveBack(
                  batch.stream().mapToLong(similar -> similar.difference.bytes()).sum());
              batch.clear();
              next.onResponse(null);
            }));
  }

  private void confirm(Similar similar) {
    AllowedLoss.Loss loss = allowed.of(similar.difference, freqs);
    if (loss.allowed() == false) {
      return;
    }
    List<String> terms = loss.terms();
    similar.measured.put(Verify.LOST, terms.subList(0, Math.min(SHOWN, terms.size())));
    if (terms.size() > SHOWN) {
      similar.measured.put(Verify.LOST_COUNT, terms.size());
    }
    if (allowed.isShare()) {
      similar.measured.put(Verify.LOST_WEIGHT, loss.weight());
    }
    HitNearness.tellText(similar.hit, similar.measured);
  }
}
