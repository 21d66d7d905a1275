// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.passages;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A passage that most of some texts share.
 *
 * @param text number of the text that it is read from
 * @param from number of its first token there
 * @param to behind its last one
 */
public record CommonPassage(int text, int from, int to) {
  /** Of four texts, as many go on alike. */
  private static final int MOST = 3;

  private static final int FOUR = 4;
  private static final int CHECKED = 1 << 12;

  /**
   * The longest one around a hash: it goes on as long as three quarters of the texts do.
   *
   * @param hash as winnowing keeps it
   * @param texts few; those without it are left out
   * @param check called every few milliseconds; throws to stop
   * @return null if fewer than two texts have the hash
   */
  public static CommonPassage around(
      long hash, PassageLength length, List<PassageText> texts, Runnable check) {
    int[] places = texts.stream().mapToInt(text -> place(text, length, hash)).toArray();
    int having = 0;
    for (int place : places) {
      having += place < 0 ? 0 : 1;
    }
    int enough = Math.max(2, (having * MOST + FOUR - 1) / FOUR);
    CommonPassage longest = null;
    for (int i = 0; i < places.length && having > 1; i++) {
      if (places[i] >= 0) {
        CommonPassage one = around(i, texts, places, enough, check);
        longest = longest == null || one.words() > longest.words() ? one : longest;
      }
    }
    return longest;
  }

  private static CommonPassage around(
      int text, List<PassageText> texts, int[] places, int enough, Runnable check) {
    boolean[] alike = new boolean[places.length];
    for (int i = 0; i < alike.length; i++) {
      alike[i] = places[i] >= 0;
    }
    int back = 0;
    while (agree(text, texts, places, -back - 1, alike, enough)) {
      back++;
      checkAt(back, check);
    }
    int on = 0;
    while (agree(text, texts, places, on, alike, enough)) {
      on++;
      checkAt(on, check);
    }
    return new CommonPassage(text, places[text] - back, places[text] + on);
  }

  private static void checkAt(int words, Runnable check) {
    if (words % CHECKED == 0) {
      check.run();
    }
  }

  /** Whether a text has it. */
  public static boolean isIn(PassageText text, PassageLength length, long hash) {
    return place(text, length, hash) >= 0;
  }

  /** Whether enough texts have the same token there; if so, only these count from now on. */
  private static boolean agree(
      int text, List<PassageText> texts, int[] places, int offset, boolean[] alike, int enough) {
    int number = places[text] + offset;
    if (number < 0 || number >= texts.get(text).count()) {
      return false;
    }
    boolean[] still = alike.clone();
    int count = 0;
    for (int i = 0; i < places.length; i++) {
      int other = places[i] + offset;
      still[i] &=
          other >= 0
              && other < texts.get(i).count()
              && texts.get(i).token(other) == texts.get(text).token(number);
      count += still[i] ? 1 : 0;
    }
    if (count < enough) {
      return false;
    }
    System.arraycopy(still, 0, alike, 0, still.length);
    return true;
  }

  /** Where the tokens of a hash begin; -1 if the text has none. */
  private static int place(PassageText text, PassageLength length, long hash) {
    int[] place = {-1};
    Hashes.each(
        text,
        length,
        0,
        text.count(),
        (one, at) -> place[0] = place[0] < 0 && one == hash ? at : place[0]);
    return place[0];
  }

  /** Number of its tokens. */
  public int words() {
    return to - from;
  }

  /** What winnowing may keep of it. */
  public Set<Long> hashes(List<PassageText> texts, PassageLength length) {
    Set<Long> hashes = new HashSet<>();
    Hashes.each(texts.get(text), length, from, to, (hash, at) -> hashes.add(hash));
    return hashes;
  }

  /** All hashes of a part of a text, whether winnowing keeps them or not. */
  @FunctionalInterface
  private interface Hashes {
    void add(long hash, int at);

    static void each(PassageText text, PassageLength length, int from, int to, Hashes sink) {
      if (text.count() < length.tokens()) {
        text.winnow(new Winnowing(length, (hash, at, window) -> sink.add(hash, at)));
        return;
      }
      Grams grams = new Grams(length.gram());
      for (int i = from; i < to; i++) {
        grams.add(text.token(i));
        if (grams.isFull()) {
          sink.add(grams.hash() >>> (Long.SIZE - Winnowing.BITS), i + 1 - length.gram());
        }
      }
    }
  }
}
