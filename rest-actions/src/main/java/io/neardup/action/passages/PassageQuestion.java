// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import io.neardup.analyzer.NearDupAnalyzer;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.fingerprint.passages.PassageText;
import io.neardup.fingerprint.passages.QuestionWindows;
import io.neardup.fingerprint.passages.SharedRun;
import io.neardup.fingerprint.passages.SharedRuns;
import io.neardup.lucene.passages.CoveredSide;
import io.neardup.query.PassagesOptions;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.opensearch.search.SearchHit;

/** The texts that are asked about, and what each document that is found shares with them. */
final class PassageQuestion {
  private final PassagesOptions options;
  private final NearDupAnalyzer analyzer;
  private final String field;
  private final int minWords;
  private final PassageLength length;
  private final ReadTexts question;

  /** Number of the first token of each window that says something by itself. */
  private final BitSet rare;

  /** Tokens of windows that do not. */
  private final BitSet common;

  private final Runnable check;

  /** Of the question, if hits are to be covered. */
  private SharedRuns index;

  /**
   * @param facts of the field
   * @param field that texts stand in
   * @param memory charged as long as the question is
   * @param check throws if it is time to stop
   */
  PassageQuestion(
      PassagesOptions options,
      InternalPassageFacts facts,
      List<String> texts,
      String field,
      MemoryAccount memory,
      Runnable check) {
    this.options = options;
    this.analyzer = facts.analyzer();
    this.field = field;
    this.length = facts.length();
    this.minWords = options.minWords() == null ? length.tokens() : options.minWords();
    this.question = ReadTexts.of(texts, analyzer, memory, check);
    QuestionWindows windows = QuestionWindows.of(length, question.tokens());
    this.rare = windows.rareWindows(facts.common());
    this.common = windows.tokensOf(facts.common());
    this.check = check;
  }

  int words() {
    return question.tokens().count();
  }

  /**
   * What a document shares.
   *
   * @param values its texts
   * @param memory for what is held meanwhile
   * @param shown how many passages are shown
   * @return null if that is no passage, or covers too little
   */
  PassageHit compare(SearchHit hit, List<String> values, MemoryAccount memory, int shown) {
    ReadTexts texts = ReadTexts.of(values, analyzer, memory, check);
    memory.take(SharedRuns.BYTES_PER_TEXT * texts.count());
    List<SharedRun> runs = runs(texts.tokens(), memory).filter(this::counts).toList();
    boolean ofHit = options.of() == CoveredSide.HIT;
    BitSet covered = new BitSet();
    runs.forEach(
        run -> {
          int from = ofHit ? run.other() : run.one();
          covered.set(from, from + run.words());
        });
    int tokens = ofHit ? texts.tokens().count() : words();
    double coverage = (double) covered.cardinality() / Math.max(1, tokens);
    if (runs.isEmpty() || coverage < options.coverage()) {
      return null;
    }
    List<Passage> passages =
        runs.stream()
            .sorted(
                Comparator.comparingInt(SharedRun::words)
                    .reversed()
                    .thenComparingInt(SharedRun::one))
            .limit(shown)
            .map(run -> passage(run, texts))
            .toList();
    return new PassageHit(
        PassageHit.index(hit), hit.getId(), coverage, covered.cardinality(), runs.size(), passages);
  }

  /** Those of the side that is covered, at their full length. */
  private Stream<SharedRun> runs(PassageText hit, MemoryAccount memory) {
    boolean ofHit = options.of() == CoveredSide.HIT;
    PassageText asked = question.tokens();
    memory.take(SharedRuns.BYTES_PER_TOKEN * ((long) hit.count() + asked.count()));
    Stream<SharedRun> whole =
        minWords == length.tokens()
            ? SharedRuns.ofShort(asked, hit, minWords, check).stream()
            : Stream.empty();
    if (ofHit && index == null) {
      index = new SharedRuns(asked, minWords, check);
    }
    Stream<SharedRun> runs =
        ofHit
            ? index.of(hit).stream().map(SharedRun::turned)
            : new SharedRuns(hit, minWords, check).of(asked).stream();
    return Stream.concat(runs, whole);
  }

  /** Whether it has a window that is no boilerplate. */
  private boolean counts(SharedRun run) {
    int window = rare.nextSetBit(run.one());
    return window >= 0 && window <= Math.max(run.one(), run.one() + run.words() - length.tokens());
  }

  private Passage passage(SharedRun run, ReadTexts texts) {
    return new Passage(
        run.words(),
        question.range(run.one(), run.words()),
        field,
        texts.range(run.other(), run.words()),
        question.shown(run.one(), run.words()));
  }

  /** What too many documents have. */
  List<Passage> boilerplate() {
    List<Passage> all = new ArrayList<>();
    for (int from = common.nextSetBit(0); from >= 0; ) {
      int to = Math.min(common.nextClearBit(from), question.tokens().textEnd(from));
      all.add(
          new Passage(
              to - from,
              question.range(from, to - from),
              null,
              null,
              question.shown(from, to - from)));
      from = common.nextSetBit(to);
    }
    all.sort(Comparator.comparingInt(Passage::words).reversed());
    return all;
  }
}
