// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.lessThanOrEqualTo;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.opensearch.test.OpenSearchTestCase;

/** Texts beyond the buffers, of the core and of this module. */
public class LongTextTests extends OpenSearchTestCase {
  private static final int[] LENGTHS = {
    63, 64, 65, 127, 128, 129, 2047, 2048, 2049, 4095, 4096, 4097, 8191, 8192, 8193
  };

  private static Texts texts;

  @BeforeClass
  public static void readWords() {
    texts = new Texts();
  }

  @AfterClass
  public static void forgetWords() {
    texts = null;
  }

  /** For texts that fit into its buffer, the core alone knows what is right. */
  public void testAgreesWithTheCore() throws IOException {
    for (IkMode mode : IkMode.values()) {
      for (int i = 0; i < 150; i++) {
        String text = texts.next(random(), between(1, 4095), randomFrom(0, 3, 60));
        assertEquals(text, Token.ofCore(mode, text), Token.of(mode, text));
      }
    }
  }

  /** Whatever stands at the first place where a cut is looked for. */
  public void testAgreesWithTheCoreWhereItCuts() throws IOException {
    List<String> joined = List.of("十年起始", "三公里", "1,234个", "计算机", "第三十五", "卡拉ok", "b超", "3.两");
    for (IkMode mode : IkMode.values()) {
      for (String middle : joined) {
        for (int i = 0; i <= middle.length(); i++) {
          String before = "又" + "软件".repeat(BlockCutter.MAX_WORDS);
          String text = before.substring(0, BlockCutter.MAX_WORDS - i) + middle + "软件";
          assertEquals(text, Token.ofCore(mode, text), Token.of(mode, text));
        }
      }
    }
  }

  /** Fingerprints are kept for years, so these numbers must not change. */
  public void testTheTokensNeverChange() {
    Random seeded = new Random(20121108);
    String text = texts.next(seeded, 50_000, 20).replace("的", "😀").replace("一", "𠮷");
    String all = text + "哈".repeat(500) + "Ab1.".repeat(200) + texts.next(seeded, 50_000, 0);
    assertEquals(3934506986L, checksum(Token.of(IkMode.SMART, all)));
    assertEquals(2771082886L, checksum(Token.of(IkMode.MAX_WORD, all)));
  }

  private static long checksum(List<Token> tokens) {
    CRC32 checksum = new CRC32();
    tokens.forEach(token -> checksum.update(token.toString().getBytes(StandardCharsets.UTF_8)));
    return checksum.getValue();
  }

  public void testTheLastCharacterIsKept() {
    for (IkMode mode : IkMode.values()) {
      for (int length : LENGTHS) {
        String text = "文本，".repeat(length).substring(0, length - 1) + "软";
        List<Token> tokens = Token.of(mode, text);
        assertEquals(new Token("软", length - 1, length, "CN_CHAR"), tokens.getLast());
      }
    }
  }

  public void testHowTheTextComesInDoesNotMatter() {
    for (IkMode mode : IkMode.values()) {
      for (int length : LENGTHS) {
        String text = texts.next(random(), length, 10);
        List<Token> tokens = Token.of(mode, text);
        for (int chunk : new int[] {1, 7, 128, 4095, 4096, between(1, 5000)}) {
          assertEquals(tokens, Token.of(mode, Texts.inChunks(text, chunk)));
        }
      }
    }
  }

  /** What stands before the last punctuation has no effect, however the blocks fall. */
  public void testWhatStandsBeforeDoesNotMatter() {
    for (IkMode mode : IkMode.values()) {
      for (int i = 0; i < 20; i++) {
        String text = texts.next(random(), 3000, 5) + "哈".repeat(300) + "a1".repeat(300);
        String before = texts.next(random(), between(1, 3000), 5) + "。";
        List<Token> expected = new ArrayList<>(Token.of(mode, before));
        Token.of(mode, text).forEach(token -> expected.add(token.movedBy(before.length())));
        assertEquals(expected, Token.of(mode, before + text));
      }
    }
  }

  public void testTermsAreTheTextAtTheirOffsets() {
    for (IkMode mode : IkMode.values()) {
      String text = texts.next(random(), 20_000, 20).replace("的", "😀").replace("一", "𠮷");
      int last = 0;
      for (Token token : Token.of(mode, text)) {
        assertThat(last, lessThanOrEqualTo(token.start()));
        assertThat(token.term(), equalTo(folded(text.substring(token.start(), token.end()))));
        last = token.start();
      }
    }
  }

  private static String folded(String text) {
    StringBuilder folded = new StringBuilder();
    text.chars().forEach(c -> folded.append(Chars.fold((char) c)));
    return folded.toString();
  }

  public void testRunsOfOneCharacter() {
    for (IkMode mode : IkMode.values()) {
      for (String unit : List.of("哈", "一", "a", "1", "a1", "人人", "天天向上", "😀", "。", "A.")) {
        String run = unit.repeat(16_000 / unit.length());
        for (Token token : Token.of(mode, run)) {
          assertThat(token.term().length(), lessThanOrEqualTo(BlockCutter.MAX_LETTERS));
        }
      }
    }
  }

  /**
   * Twice the run is twice the work, by what it allocates: the machine's load has no part in it.
   */
  public void testWorkGrowsWithTheLength() throws JMException {
    for (IkMode mode : IkMode.values()) {
      for (String unit : List.of("哈", "人人", "a1", "天天向上")) {
        String run = unit.repeat(8_000 / unit.length());
        allocated(mode, run);
        long once = allocated(mode, run);
        long twice = allocated(mode, run + run);
        assertThat(unit + " " + once, twice, lessThan(once * 5 / 2));
      }
    }
  }

  private static long allocated(IkMode mode, String text) throws JMException {
    long before = allocated();
    Token.of(mode, text);
    return allocated() - before;
  }

  private static long allocated() throws JMException {
    return (Long)
        ManagementFactory.getPlatformMBeanServer()
            .getAttribute(
                new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME),
                "CurrentThreadAllocatedBytes");
  }
}
