// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.features;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.unicode.Normalization;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.Test;

/** What texts from anywhere may take: announced, charged, and in proportion to what was sent. */
public class TextMemoryTests {
  /** The longest expansion there is. */
  private static final String LIGATURE = "\uFDFA";

  private static long announced(String text) {
    long[] announced = {-1};
    Normalization.normalize(text, length -> announced[0] = length);
    return announced[0];
  }

  @Test
  public void theLengthIsAnnounced() {
    assertEquals(0, announced(""));
    assertEquals(5, announced("ascii"));
    assertEquals(4, announced("caf\u00e9"));
    assertEquals("an accent counts before it is composed", 5, announced("cafe\u0301"));
    assertEquals(18 * 3 + 1, announced(LIGATURE + " " + LIGATURE + LIGATURE));
    assertEquals("a mathematical letter is one", 1, announced("\uD835\uDC00"));
    assertEquals("the highest code point", 3, announced("\uFF21\uDBFF\uDFFF"));
  }

  @Test
  public void noLongerThanAnnounced() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(12); length >= 0; length--) {
        text.appendCodePoint(random.nextInt(random.nextBoolean() ? 0x3000 : 0x1_FFFF));
      }
      String normalized = Normalization.normalize(text.toString());
      assertTrue(text.toString(), normalized.length() <= announced(text.toString()));
    }
  }

  @Test
  public void everyCodePointAloneIsAnnouncedAsItBecomes() {
    for (int codePoint = 0; codePoint <= Character.MAX_CODE_POINT; codePoint++) {
      if (Character.isSurrogate((char) codePoint) == false || codePoint > 0xFFFF) {
        String text = Character.toString(codePoint);
        assertEquals(Normalization.normalize(text).length(), announced(text));
      }
    }
  }

  /** Made, it would not fit the heap of the tests: some 600 MB while it grows. */
  @Test
  public void whatIsRefusedIsNeverMade() {
    String text = (LIGATURE + "a").repeat(10_000_000);
    assertThrows(
        IllegalStateException.class,
        () ->
            Normalization.normalize(
                text,
                length -> {
                  throw new IllegalStateException("too long: " + length);
                }));
  }

  private static String letters(int count) {
    Random random = new Random(3);
    StringBuilder letters = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      letters.append((char) ('a' + random.nextInt(26)));
    }
    return letters.toString();
  }

  /** With all that a text may need: weights, the table, the heaviest. */
  private static TextFeatures features(FeatureKind kind, String text, MemoryAccount account) {
    int size = kind.defaultSize();
    FeatureOptions options = FeatureOptions.of(kind, size).withTopFeatures(1000);
    TextFeatures features = new TextFeatures(options, account);
    if (kind.usesAnalyzer()) {
      byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
      for (int i = 0; i + 5 <= bytes.length; i += 5) {
        features.addToken(bytes, i, 5, i < 100 ? 16 : 32);
      }
    } else {
      features.addCodePoints(text);
    }
    if (kind != FeatureKind.TOKEN_PAIR) {
      features.report(10);
    }
    return features;
  }

  private static long used() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  public void theAccountIsWhatIsHeld() {
    String text = letters(8_000_000);
    for (FeatureKind kind : FeatureKind.values()) {
      MemoryAccount account = MemoryAccount.unbounded();
      long before = used();
      TextFeatures features = features(kind, text, account);
      long held = used() - before;
      assertTrue(kind + " took " + account.taken() + " held " + held, features.count() > 0);
      // The heap is that of all threads of the test, so the bounds are wide.
      assertEquals(kind.toString(), 1, (double) held / account.taken(), 0.2);
      features.close();
      assertEquals(0, account.taken());
    }
  }

  @Test
  public void anAccountMayRefuse() {
    String text = letters(1_000_000);
    AtomicLong taken = new AtomicLong();
    for (FeatureKind kind : FeatureKind.values()) {
      MemoryAccount account =
          new MemoryAccount(
              bytes -> {
                if (taken.addAndGet(bytes) > 3_000_000) {
                  taken.addAndGet(-bytes);
                  throw new IllegalStateException("full");
                }
              });
      assertThrows(IllegalStateException.class, () -> features(kind, text, account));
      account.close();
      assertEquals(0, taken.get());
    }
  }
}
