// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.fingerprint.Fingerprint;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What texts repeat must not decide about them: by default each feature counts once. */
public class RepeatedFeaturesTests extends IngestTestCase {
  private static final Map<String, Object> DEFAULTS = Map.of();
  private static final Map<String, Object> COUNTED = Map.of("weights", "tf");

  public void testLaughter() {
    String laughter = "ha ".repeat(12);
    assertUnrelated(
        laughter
            + "my train is late again and the heating in the second carriage is broken so everybody"
            + " sits in the last one with their coats on waiting for tea",
        laughter
            + "did you see that goal yesterday when the keeper slipped on wet grass near his post"
            + " while our captain only stood there laughing about it all");
  }

  public void testButtonsUnderEachPostOfAThread() {
    assertUnrelated(posts(1), posts(2));
  }

  private static String posts(long seed) {
    Random random = new Random(seed);
    return IntStream.range(0, 40)
        .mapToObj(post -> words(random, 6) + ". Reply Report Share")
        .collect(Collectors.joining(" "));
  }

  public void testRulersBetweenSections() {
    String ruler = "─".repeat(60);
    Map<String, Object> pairs = Map.of("features", Map.of("type", "char_ngram", "size", 2));
    String files = "下面是一些关于文件系统的基本概念。文件名是区分大小写的。根目录意味着文件系统的根。";
    String desktop = "尽管无需任何桌面环境的最小安装都提供了基本功能，但对新手而言，安装一些软件包依旧是不错的主意。";
    assertTrue(distance(pairs, (files + ruler).repeat(3), (desktop + ruler).repeat(3)) > 7);
  }

  /** The other way round: a stamp on each of forty pages is little of a document. */
  public void testStampsOnPages() {
    Random random = new Random(2);
    List<String> pages = IntStream.range(0, 40).mapToObj(page -> words(random, 200)).toList();
    String stamped =
        IntStream.range(0, 40)
            .mapToObj(
                page ->
                    "Case 2:16-bk-24364-NB Doc 1 Filed 10/31/16 Entered 10/31/16 11:52:49 Desc Main"
                        + " Document Page "
                        + page
                        + " of 40\n"
                        + pages.get(page))
            .collect(Collectors.joining("\n"));
    String plain = String.join("\n", pages);
    assertTrue(distance(DEFAULTS, plain, stamped) <= 7);
    assertTrue(distance(COUNTED, plain, stamped) > 7);
  }

  private void assertUnrelated(String left, String right) {
    int distance = distance(DEFAULTS, left, right);
    assertTrue("distance " + distance, distance > 7);
    assertTrue("where each occurrence counts", distance(COUNTED, left, right) <= 3);
  }

  private int distance(Map<String, Object> config, String left, String right) {
    TextFingerprinter fingerprinter = fingerprinter(config);
    return Fingerprint.distance(
        fingerprint(fingerprinter, left).getAsLong(),
        fingerprint(fingerprinter, right).getAsLong());
  }

  private static String words(Random random, int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> "w" + random.nextInt(4000))
        .collect(Collectors.joining(" "));
  }
}
