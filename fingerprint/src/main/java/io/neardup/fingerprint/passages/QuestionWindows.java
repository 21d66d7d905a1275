// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The windows of the texts that are asked about, and the hash that each keeps. A passage that is
 * shared is a row of windows whose hashes are shared, so that they tell how much of the question
 * another text can have in common with it, at most. Immutable.
 */
public final class QuestionWindows {
  private static final BitSet NONE = new BitSet();

  private final PassageLength length;

  /** Those that are kept, ascending, each once. */
  private final long[] hashes;

  /**
   * Windows in a row that keep one hash: its place in the list, and the tokens of these windows.
   */
  private final int[] ordinals;

  /** The last row of each hash, and for each row the one before with its hash; -1 for none. */
  private final int[] lastRow;

  private final int[] rowBefore;
  private final int[] from;
  private final int[] to;

  /** Where another text begins. */
  private final BitSet firsts;

  private final int tokens;

  private QuestionWindows(PassageLength length, Rows rows, int tokens) {
    this.length = length;
    this.hashes = Arrays.stream(rows.hashes, 0, rows.count).sorted().distinct().toArray();
    this.ordinals = new int[rows.count];
    this.lastRow = new int[hashes.length];
    this.rowBefore = new int[rows.count];
    Arrays.fill(lastRow, -1);
    for (int i = 0; i < rows.count; i++) {
      ordinals[i] = Arrays.binarySearch(hashes, rows.hashes[i]);
      rowBefore[i] = lastRow[ordinals[i]];
      lastRow[ordinals[i]] = i;
    }
    this.from = Arrays.copyOf(rows.from, rows.count);
    this.to = Arrays.copyOf(rows.to, rows.count);
    this.firsts = rows.firsts;
    this.tokens = tokens;
  }

  /** Bytes held by the arrays. */
  public long ramBytesUsed() {
    return (Long.BYTES + Integer.BYTES) * (long) hashes.length
        + 4L * Integer.BYTES * ordinals.length;
  }

  /** The windows of all texts, of each by itself. */
  public static QuestionWindows of(PassageLength length, PassageText texts) {
    Rows rows = new Rows();
    Winnowing winnowing = new Winnowing(length, rows);
    for (int from = 0; from < texts.count(); from = texts.textEnd(from)) {
      int end = texts.textEnd(from);
      rows.start(from, end - from, length);
      texts.winnow(from, end, winnowing);
    }
    return new QuestionWindows(length, rows, texts.count());
  }

  /** Collects what winnowing keeps. */
  private static final class Rows implements Winnowing.Kept {
    private long[] hashes = new long[16];
    private int[] from = new int[16];
    private int[] to = new int[16];
    private final BitSet firsts = new BitSet();
    private int count;
    private int base;
    private int end;
    private PassageLength length;

    private void start(int tokensBefore, int tokensOfText, PassageLength of) {
      base = tokensBefore;
      end = tokensBefore + tokensOfText;
      length = of;
      firsts.set(count);
    }

    @Override
    public void keep(long hash, int position, int window) {
      if (count == hashes.length) {
        hashes = Arrays.copyOf(hashes, 2 * count);
        from = Arrays.copyOf(from, 2 * count);
        to = Arrays.copyOf(to, 2 * count);
      }
      hashes[count] = hash;
      from[count] = base + window;
      to[count] = end;
      if (firsts.get(count) == false) {
        // The window before was the last one to keep the hash before.
        to[count - 1] = base + window - 1 + length.tokens();
      }
      count++;
    }
  }

  /** Number of different hashes. */
  public int size() {
    return hashes.length;
  }

  /** A hash, in ascending order. */
  public long hash(int ordinal) {
    return hashes[ordinal];
  }

  /** The ordinals of all hashes in the order of the texts, each once. */
  public int[] inOrder() {
    return Arrays.stream(ordinals).distinct().toArray();
  }

  /** The ordinals of hashes that another text has as well; without any, no passage is shared. */
  BitSet shared(QuestionWindows other) {
    BitSet shared = new BitSet();
    int at = 0;
    for (int i = 0; i < hashes.length; i++) {
      while (at < other.hashes.length && other.hashes[at] < hashes[i]) {
        at++;
      }
      if (at < other.hashes.length && other.hashes[at] == hashes[i]) {
        shared.set(i);
      }
    }
    return shared;
  }

  /** Number of tokens of all texts. */
  public int tokens() {
    return tokens;
  }

  /** What was winnowed with. */
  public PassageLength length() {
    return length;
  }

  /**
   * How many tokens passages can cover at most. Costs as much as rows have these hashes: another
   * text usually has few of them.
   *
   * @param present the ordinals of hashes that the other text has
   * @param common of hashes that are no sign of a passage by themselves
   * @param minWords tokens of the shortest passage that counts
   */
  public int covered(BitSet present, BitSet common, int minWords) {
    int covered = 0;
    int last = 0;
    BitSet rows = rows(present);
    for (int first = rows.nextSetBit(0); first >= 0; ) {
      boolean rare = false;
      int row = first;
      do {
        rare |= common.get(ordinals[row]) == false;
        row++;
      } while (row < ordinals.length && firsts.get(row) == false && rows.get(row));
      int end = to[row - 1];
      if (rare && counts(end - from[first], minWords)) {
        covered += end - Math.max(last, from[first]);
        last = end;
      }
      first = rows.nextSetBit(row);
    }
    return covered;
  }

  /**
   * Whether passages can cover so much.
   *
   * @param present the ordinals of hashes that other texts may have
   * @param minWords tokens of the shortest passage that counts
   * @param coverage the least part; 0 for any
   */
  public boolean covers(BitSet present, int minWords, double coverage) {
    int covered = covered(present, NONE, minWords);
    return covered > 0 && (double) covered / tokens >= coverage;
  }

  /**
   * Hashes that need not be looked up to find all texts that have so much in common with the
   * question, because all that have only these have less: the most frequent ones, so that texts
   * which many others quote cost little.
   *
   * @param counts how many texts have each hash
   * @param common of hashes that are no sign of a passage by themselves
   * @param minWords tokens of the shortest passage that counts
   * @param coverage the least part in common
   */
  public BitSet spared(long[] counts, BitSet common, int minWords, double coverage) {
    int[] frequent =
        IntStream.range(0, hashes.length)
            .filter(ordinal -> common.get(ordinal) == false)
            .boxed()
            .sorted(Comparator.comparingLong(ordinal -> -counts[ordinal]))
            .mapToInt(Integer::intValue)
            .toArray();
    int spared = 0;
    int looked = frequent.length;
    while (spared < looked) {
      int middle = (spared + looked + 1) >>> 1;
      int covered = covered(first(frequent, middle, common), common, minWords);
      if ((double) covered / tokens < coverage) {
        spared = middle;
      } else {
        looked = middle - 1;
      }
    }
    return first(frequent, spared, common);
  }

  private static BitSet first(int[] ordinals, int count, BitSet more) {
    BitSet first = (BitSet) more.clone();
    for (int i = 0; i < count; i++) {
      first.set(ordinals[i]);
    }
    return first;
  }

  /**
   * Whether a passage of so many tokens counts: a text that is shorter than any passage does as a
   * whole.
   */
  private boolean counts(int words, int minWords) {
    return words >= minWords || (words < length.tokens() && minWords == length.tokens());
  }

  private BitSet rows(BitSet present) {
    BitSet rows = new BitSet(ordinals.length);
    for (int i = present.nextSetBit(0); i >= 0; i = present.nextSetBit(i + 1)) {
      for (int row = lastRow[i]; row >= 0; row = rowBefore[row]) {
        rows.set(row);
      }
    }
    return rows;
  }

  /**
   * Marks the tokens of windows whose hash is one of these.
   *
   * @param some ordinals of hashes
   */
  public BitSet tokensOf(BitSet some) {
    BitSet marked = new BitSet(tokens);
    for (int row = 0; row < ordinals.length; row++) {
      if (some.get(ordinals[row])) {
        marked.set(from[row], to[row]);
      }
    }
    return marked;
  }

  /**
   * Marks the first tokens of windows whose hash is none of these: a passage that has such a window
   * is a sign by itself.
   *
   * @param common ordinals of hashes
   */
  public BitSet rareWindows(BitSet common) {
    BitSet rare = new BitSet(tokens);
    for (int row = 0; row < ordinals.length; row++) {
      if (common.get(ordinals[row]) == false) {
        rare.set(from[row], Math.max(from[row], to[row] - length.tokens()) + 1);
      }
    }
    return rare;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof QuestionWindows that
        && length.equals(that.length)
        && Arrays.equals(hashes, that.hashes)
        && Arrays.equals(ordinals, that.ordinals)
        && Arrays.equals(from, that.from)
        && Arrays.equals(to, that.to);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(hashes);
  }
}
