// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.lost.BothWays;
import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.groups.job.GroupsTask;
import io.neardup.groups.pit.RankedDocs.Doc;
import io.neardup.ingest.domain.StageLoss;
import io.neardup.ingest.neardup.StoredDecider;
import io.neardup.lost.IndexDocFreqs;
import io.neardup.sequencer.GreedyReplay;
import io.neardup.sequencer.GreedyReplay.Match;
import io.neardup.sequencer.keys.Keys;
import java.util.Map;
import org.opensearch.common.Nullable;

/**
 * What a document of a replay duplicates: the first of its matches or, where the ingest processor
 * looks at texts, too, the first that says the same. As there, one whose text cannot be read
 * counts.
 *
 * @param freqs of the words of texts
 */
record ReplayedTexts(
    PointInTimeDocs<?> docs, StoredDecider decider, GroupsTask task, IndexDocFreqs freqs) {
  /** What is held of words: near texts have most of them in common. */
  private static final long MAX_BYTES = 1 << 20;

  @Nullable Match first(Doc doc, Keys keys, GreedyReplay replay) {
    StageLoss loss = decider.loss();
    if (loss == null) {
      return replay.nearest(keys);
    }
    String text = loss.text(doc.source());
    TextTerms terms = text == null ? null : TextTerms.of(text, task::checkCancelled);
    int looked = 0;
    for (Match match : replay.near(keys)) {
      if (match.stage() != loss.stage() || terms == null) {
        return match;
      }
      if (looked++ == StageLoss.MAX_CANDIDATES) {
        break;
      }
      if (isSame(terms, match.canonical(), loss)) {
        return match;
      }
    }
    return null;
  }

  private boolean isSame(TextTerms terms, int canonical, StageLoss loss) {
    String[] fields = loss.fields().toArray(String[]::new);
    Map<Integer, Doc> read = docs.read(new int[] {canonical}, fields).get();
    String text = loss.text(read.get(canonical).source());
    if (text == null) {
      return true;
    }
    BothWays both = BothWays.of(terms, TextTerms.of(text, task::checkCancelled));
    freqs.limit(MAX_BYTES);
    task.<Void>await(listener -> freqs.load(both.asked(loss.allowed()).toList(), listener));
    return both.areSame(loss.allowed(), freqs);
  }
}
