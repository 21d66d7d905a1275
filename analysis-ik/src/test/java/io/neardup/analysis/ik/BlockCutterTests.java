// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import static io.neardup.analysis.ik.BlockCutter.MAX_LETTERS;
import static io.neardup.analysis.ik.BlockCutter.MAX_WORDS;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.opensearch.test.OpenSearchTestCase;

public class BlockCutterTests extends OpenSearchTestCase {
  private final BlockCutter cutter = new BlockCutter(IkDictionary.get());

  public void testTheLastBlockIsAll() {
    assertEquals(0, cut("", true));
    assertEquals(1, cut("文", true));
    assertEquals(6, cut("文本，abc", true));
  }

  public void testAfterWhatTheCoreIgnores() {
    assertEquals(3, cut("文本，文本", false));
    assertEquals(7, cut("文本，abc 文本", false));
    assertEquals(7, cut("文本，\uFF21bc\u3000文本", false));
    // These join letters or digits to what follows.
    assertEquals(3, cut("文本，abc.", false));
    assertEquals(3, cut("文本，abc.d", false));
    assertEquals(3, cut("文本，1，234", false));
    assertEquals(5, cut("文本，a，234", false));
    assertEquals(4, cut("文本，，234", false));
  }

  public void testKeepsPairsAndSelectorsTogether() {
    assertEquals(4, cut("文本😀文本", false));
    assertEquals(3, cut("。😀", false));
    assertEquals(1, cut("。\uD83D", false));
    assertEquals(1, cut("。❤", false));
    assertEquals(3, cut("。❤\uFE0F文", false));
  }

  public void testBetweenWords() {
    // After 64 characters a place between two words is looked for, from there backwards.
    String words = "软件".repeat(MAX_WORDS / 2);
    assertEquals(0, cut(words, false));
    assertEquals(MAX_WORDS, cut(words + "软件", false));
    assertEquals(MAX_WORDS - 1, cut("又" + words + "软", false));
  }

  public void testWhereNothingElseHelps() {
    for (String unit : List.of("哈", "一", "人人", "1", "a", "a1")) {
      String run = unit.repeat(1000 / unit.length());
      int most = unit.charAt(0) < 128 ? MAX_LETTERS : MAX_WORDS;
      assertEquals(most, cut(run, false));
      assertEquals(most, cut(run, true));
      assertEquals(3 + most, cut("文本。" + run, true));
    }
    String name = "org.example.".repeat(10) + "Example.";
    assertEquals(MAX_LETTERS, name.length());
    assertEquals(2 + MAX_LETTERS, cut("文本" + name + "文本", true));
    assertEquals(MAX_LETTERS, cut(name + "a", true));
  }

  /** What bounds the work on a run: blocks of bounded length, as many as it takes. */
  public void testBlocksOfARun() throws IOException {
    TextBlocks blocks = new TextBlocks(cutter);
    StringReader reader = new StringReader("哈".repeat(16_000));
    List<Integer> lengths = new ArrayList<>();
    int start = 0;
    while (blocks.next(reader)) {
      assertEquals(start, blocks.start());
      start += blocks.length();
      lengths.add(blocks.length());
    }
    assertEquals(Collections.nCopies(16_000 / MAX_WORDS, MAX_WORDS), lengths);
  }

  /** Ordinary text comes in large blocks: each costs the core new buffers. */
  public void testBlocksOfOrdinaryText() throws IOException {
    TextBlocks blocks = new TextBlocks(cutter);
    String text = new Texts().next(random(), 100_000, 10);
    StringReader reader = new StringReader(text);
    StringBuilder read = new StringBuilder();
    while (blocks.next(reader)) {
      read.append(blocks.text(), 0, blocks.length());
      assertTrue(
          blocks.length() > TextBlocks.CAPACITY - MAX_LETTERS - 1
              || read.length() == text.length());
    }
    assertEquals(text, read.toString());
  }

  private int cut(String text, boolean last) {
    char[] folded = text.toCharArray();
    for (int i = 0; i < folded.length; i++) {
      folded[i] = Chars.fold(folded[i]);
    }
    return cutter.cut(folded, folded.length, last);
  }
}
