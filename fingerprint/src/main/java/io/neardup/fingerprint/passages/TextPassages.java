// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Stream;

/**
 * The texts of a document as they are compared by their passages: their words, by hash, and the
 * hashes of these that find others. Immutable.
 */
public final class TextPassages {
  /** Of a hash that is kept, with its window, and its place in a table. */
  private static final int BYTES_PER_HASH = 60;

  private static final BitSet NONE = new BitSet();

  private final PassageLength length;
  private final long[] tokens;
  private final int[] breaks;
  private final PassageText text;
  private final QuestionWindows windows;

  /**
   * @param tokens hashes of all words; not copied
   * @param breaks numbers of words by which other texts begin; not copied
   */
  public TextPassages(PassageLength length, long[] tokens, int[] breaks) {
    this.length = length;
    this.tokens = tokens;
    this.breaks = breaks;
    this.text = new PassageText(tokens, breaks);
    this.windows = QuestionWindows.of(length, text);
  }

  /** Those of these texts. */
  public TextPassages(PassageLength length, PassageText texts) {
    this(length, texts.tokens(), texts.breaks());
  }

  /** The shortest passage. */
  public PassageLength length() {
    return length;
  }

  /** Number of words. */
  public int words() {
    return tokens.length;
  }

  /** Hashes of all words; not a copy. */
  public long[] tokens() {
    return tokens;
  }

  /** Numbers of words by which other texts begin; not a copy. */
  public int[] breaks() {
    return breaks;
  }

  /** The hashes that find others. */
  public QuestionWindows windows() {
    return windows;
  }

  /** The same for a field whose shortest passage is another one. */
  public QuestionWindows windows(PassageLength of) {
    return of.equals(length) ? windows : QuestionWindows.of(of, text);
  }

  /** How many of the words stand in another document, in passages. */
  public int wordsIn(TextPassages other) {
    if (windows.shared(other.windows).isEmpty()) {
      return 0;
    }
    BitSet covered = new BitSet();
    Stream.concat(
            new SharedRuns(other.text, length.tokens(), () -> {}).of(text).stream(),
            SharedRuns.ofShort(text, other.text, length.tokens(), () -> {}).stream())
        .forEach(run -> covered.set(run.one(), run.one() + run.words()));
    return covered.cardinality();
  }

  /**
   * False if less than this part of the words stands in another document, as hashes tell, which
   * takes a fraction of the time that words do; true if as much may stand there.
   */
  boolean mayStandIn(TextPassages other, double part) {
    BitSet shared = windows.shared(other.windows);
    return part(windows.covered(shared, NONE, length.tokens())) >= part;
  }

  /** The same, or 0 if hashes tell that it is less than this part of the words. */
  public int wordsIn(TextPassages other, double part) {
    return mayStandIn(other, part) ? wordsIn(other) : 0;
  }

  /** Which part of the words that is. */
  public double partIn(TextPassages other) {
    return part(wordsIn(other));
  }

  /** The same, or 0 if hashes tell that it is less than this. */
  public double partIn(TextPassages other, double part) {
    return part(wordsIn(other, part));
  }

  private double part(int covered) {
    return (double) covered / Math.max(1, words());
  }

  /** Roughly what they take. */
  public int bytes() {
    return Long.BYTES * tokens.length
        + Integer.BYTES * breaks.length
        + BYTES_PER_HASH * windows.size();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TextPassages that
        && length.equals(that.length)
        && Arrays.equals(tokens, that.tokens)
        && Arrays.equals(breaks, that.breaks);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(tokens);
  }
}
