// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.fingerprint.lost.Difference;
import io.neardup.fingerprint.lost.Spans;
import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.fingerprint.words.Terms;
import io.neardup.lost.IndexDocFreqs;
import io.neardup.lost.ToldLoss;
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
  private static final long BYTES_PER_SPAN = 64;

  private final AllowedLoss allowed;
  private final IndexDocFreqs freqs;
  private final MemoryAccount memory;
  private final Runnable check;
  private final List<Similar> batch = new ArrayList<>();

  /** A hit that is similar enough, and what its text says. */
  private record Similar(
      SearchHit hit,
      Map<String, Object> measured,
      TextMeasures text,
      TextMeasures about,
      Difference difference) {
    /** What is held for it until the batch is confirmed. */
    long bytes() {
      return difference.bytes() + (text.text() == null ? 0 : text.bytes());
    }
  }

  /**
   * @param check called while texts are read; throws to stop
   */
  HitLosses(AllowedLoss allowed, IndexDocFreqs freqs, MemoryAccount memory, Runnable check) {
    this.allowed = allowed;
    this.freqs = freqs;
    this.memory = memory;
    this.check = check;
  }

  /**
   * Adds a hit to the batch.
   *
   * @param measured what else it is confirmed by
   * @param text of the hit
   * @param about that of the document asked about
   */
  void add(SearchHit hit, Map<String, Object> measured, TextMeasures text, TextMeasures about) {
    Similar similar =
        new Similar(hit, measured, text, about, Difference.of(text.terms(), about.terms()));
    memory.take(similar.bytes());
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
              memory.giveBack(batch.stream().mapToLong(Similar::bytes).sum());
              batch.clear();
              next.onResponse(null);
            }));
  }

  private void confirm(Similar similar) {
    AllowedLoss.Loss loss = allowed.of(similar.difference, freqs);
    if (loss.allowed() == false) {
      return;
    }
    ToldLoss.tell(loss, allowed, similar.measured);
    List<String> numbers = numbers(similar.difference.lost());
    List<String> others = numbers(similar.difference.gained());
    if (numbers.isEmpty() == false || others.isEmpty() == false) {
      similar.measured.put(
          NumbersRule.NAME, Map.of(HitNearness.HIT, numbers, HitNearness.ASKED, others));
    }
    if (similar.text.text() != null) {
      similar.measured.put(
          Verify.DIFF,
          Map.of(
              HitNearness.HIT, spans(similar.text, similar.about),
              HitNearness.ASKED, spans(similar.about, similar.text)));
    }
    HitNearness.tellText(similar.hit, similar.measured);
  }

  private static List<String> numbers(TextTerms terms) {
    return terms.all().stream().filter(Terms::isNumber).limit(AllowedLoss.SHOWN).toList();
  }

  private List<List<Integer>> spans(TextMeasures text, TextMeasures other) {
    List<List<Integer>> spans =
        text.text().inSource(Spans.of(text.text().text(), other.terms(), check));
    memory.take(BYTES_PER_SPAN * spans.size());
    return spans;
  }
}
