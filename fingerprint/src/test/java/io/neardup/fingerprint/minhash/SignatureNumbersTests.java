// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint.minhash;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.TextFeatures;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.Test;

/** Signatures with numbers, which confirm that two texts tell of the same. */
public class SignatureNumbersTests {
  private static final String STORY =
      " dlrs were paid by the company, which said on Monday that it expects to pay as much again";

  private static MinHashSignature signature(String text) {
    TextFeatures features = new TextFeatures(FeatureKind.TOKEN, 1);
    for (String token : text.toLowerCase(Locale.ROOT).split("[ ,]+", -1)) {
      byte[] utf8 = token.getBytes(StandardCharsets.UTF_8);
      features.addToken(utf8, 0, utf8.length);
    }
    features.addNumbers(text);
    MinHasher hasher = new MinHasher();
    hasher.addAll(features);
    return hasher.signature();
  }

  private static double jaccard(String left, String right) {
    MinHashSignature ours = signature(left);
    MinHashSignature theirs = signature(right);
    double jaccard = ours.jaccard(theirs).jaccard();
    assertEquals(jaccard, theirs.jaccard(ours).jaccard(), 0);
    ComparableSignature comparable = new ComparableSignature(ours);
    assertEquals(
        jaccard >= 0.5 ? jaccard : ComparableSignature.LESS,
        comparable.jaccardIfAtLeast(0.5, new ComparableSignature(theirs)),
        0);
    return jaccard;
  }

  @Test
  public void oneNumberTellsTwoStoriesApart() {
    assertEquals(0, jaccard("65.50" + STORY, "66.50" + STORY), 0);
    assertTrue(jaccard("65.50" + STORY, "65.50" + STORY + " next year") > 0.8);
    assertTrue("a shortened copy", jaccard("65.50" + STORY, "65.50" + STORY + " in 1987") > 0.8);
    assertTrue("spelled", jaccard("seven" + STORY, "7" + STORY) > 0.8);
    assertEquals("long ones", 0, jaccard("65.5" + STORY + many(80), "66" + STORY + many(80)), 0);
    assertTrue(jaccard("65.5" + STORY + many(80), "65.5" + STORY + many(81)) > 0.8);
  }

  private static String many(int words) {
    return IntStream.range(0, words)
        .mapToObj(i -> " w" + (char) ('a' + i / 26) + (char) ('a' + i % 26))
        .collect(Collectors.joining());
  }

  @Test
  public void withoutNumbersNothingIsSaidOfThem() {
    MinHashSignature ours = signature("65.50" + STORY);
    assertEquals("minhash_fss_v2", ours.algorithm());
    TextFeatures features = new TextFeatures(FeatureKind.TOKEN, 1);
    features.addToken("of".getBytes(StandardCharsets.UTF_8), 0, 2);
    MinHasher hasher = new MinHasher();
    hasher.addAll(features);
    MinHashSignature theirs = hasher.signature();
    assertEquals("minhash_fss_v1", theirs.algorithm());
    assertFalse(ours.numbersDiffer(theirs));
    assertFalse(theirs.numbersDiffer(ours));
  }

  @Test
  public void theSketchOfAnExactSetKeepsTheNumbers() {
    MinHashSignature exact = signature("65.50" + STORY);
    MinHashSignature sketched = exact.sketched();
    assertTrue(exact.isExact());
    assertFalse(sketched.isExact());
    assertEquals(sketched, MinHashSignature.parse(sketched.toString()));
    assertTrue(sketched.numbersDiffer(signature("66.50" + STORY)));
    assertEquals(1, exact.jaccard(sketched).jaccard(), 0);
  }

  /** Up to 64 numbers exactly, of more only what is certain. */
  @Test
  public void differAsSetsDo() {
    SplittableRandom random = new SplittableRandom(1126);
    int differ = 0;
    for (int round = 0; round < 2000; round++) {
      int most = 1 + random.nextInt(random.nextBoolean() ? 6 : 150);
      Set<Integer> left = numbers(random, most);
      Set<Integer> right = random.nextInt(3) == 0 ? new HashSet<>(left) : numbers(random, most);
      if (random.nextInt(3) == 0) {
        right.addAll(left);
      }
      boolean expected = left.containsAll(right) == false && right.containsAll(left) == false;
      boolean said = signature("a" + list(left)).numbersDiffer(signature("a" + list(right)));
      differ += said ? 1 : 0;
      OtherNumbers others = signature("a" + list(left)).otherNumbers(signature("a" + list(right)));
      OtherNumbers all = new OtherNumbers(without(left, right).size(), without(right, left).size());
      if (left.size() <= 64 && right.size() <= 64) {
        assertEquals(left + " " + right, expected, said);
        assertEquals(left + " " + right, all, others);
      } else if (expected == false) {
        assertFalse(left + " " + right, said);
      }
      assertTrue(left + " " + right, others.ours() <= all.ours());
      assertTrue(left + " " + right, others.theirs() <= all.theirs());
    }
    assertTrue("differ: " + differ, differ > 300 && differ < 1700);
  }

  private static Set<Integer> numbers(SplittableRandom random, int most) {
    return random
        .ints(random.nextInt(most + 1), 0, most)
        .boxed()
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static Set<Integer> without(Set<Integer> some, Set<Integer> others) {
    return some.stream().filter(n -> others.contains(n) == false).collect(Collectors.toSet());
  }

  /** Under any rule a signature says the same of its text. */
  @Test
  public void rulesDecideWhatMayDiffer() {
    MinHashSignature ours = signature("65.50" + STORY);
    MinHashSignature others = signature("66.50" + STORY + " in 1987");
    for (NumbersRule rule : NumbersRule.values()) {
      MinHashSignature ruled = ours.under(rule);
      assertEquals(rule, ruled.rule());
      assertEquals(rule + "", rule != NumbersRule.IGNORE, ruled.numbersDiffer(others));
      assertEquals(rule + "", rule != NumbersRule.IGNORE, others.numbersDiffer(ruled));
      assertEquals(rule + "", new OtherNumbers(1, 2), ruled.otherNumbers(others));
      assertEquals(rule + "", 1, ruled.sketched().jaccard(ours).jaccard(), 0);
      assertEquals(rule, ruled.sketched().rule());
      byte[] bytes = ruled.toBytes();
      assertEquals(ruled, MinHashSignature.of(bytes, 0, bytes.length));
    }
    assertTrue(ours.under(NumbersRule.IGNORE).jaccard(others).jaccard() > 0.7);
    String none = ours.under(NumbersRule.IGNORE).toString();
    assertThrows(IllegalArgumentException.class, () -> MinHashSignature.parse(none));
  }

  private static String list(Set<Integer> numbers) {
    return numbers.stream().map(n -> "; " + n).collect(Collectors.joining());
  }

  @Test
  public void refusesNumbersThatAreNone() {
    for (List<Integer> bytes :
        List.of(
            List.of(0x21),
            List.of(0x21, 1, 0, 0, 0),
            List.of(0x21, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 1),
            List.of(0x21, 0x81, 0, 0, 0, 1, 0, 0, 0, 1),
            List.of(0x21, 65),
            List.of(0x21, 0),
            List.of(0x22, 0, 0, 0, 0, 1),
            List.of(0x30, 0, 0, 0, 0, 1))) {
      byte[] binary = new byte[bytes.size()];
      for (int i = 0; i < binary.length; i++) {
        binary[i] = bytes.get(i).byteValue();
      }
      String text = Base64.getUrlEncoder().withoutPadding().encodeToString(binary);
      assertThrows(
          bytes.toString(), IllegalArgumentException.class, () -> MinHashSignature.parse(text));
    }
    assertEquals(1, MinHashSignature.parse("IQAAAAAB").features());
  }
}
