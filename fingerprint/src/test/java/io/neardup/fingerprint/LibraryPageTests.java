// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.fingerprint;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.fingerprint.unicode.Normalization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Test;

/** The code of docs/library.md is that of this class, which runs it. */
public class LibraryPageTests {
  private static final String STORY =
      "The board of Dorset Water declared a dividend of 65.50 cents a share, payable on June 3.";

  // tag::library[]
  /** The signature that the processor near_dup gives a text. */
  static String signature(String text) {
    try (TextFeatures features = new TextFeatures(FeatureKind.TOKEN_PAIR, 2)) {
      features.addWords(Normalization.normalize(text));
      MinHasher hasher = new MinHasher();
      hasher.addAll(features);
      MinHashSignature signature = hasher.signature();
      return signature == null ? null : signature.toString();
    }
  }

  /** How similar two texts are, from their signatures; 0 if each has a number the other lacks. */
  static double similarity(String left, String right) {
    return MinHashSignature.parse(left).jaccard(MinHashSignature.parse(right)).jaccard();
  }

  // end::library[]

  @Test
  public void theCodeTellsAmountsApart() {
    String signature = signature(STORY);
    assertEquals(signature, MinHashSignature.parse(signature).toString());
    assertTrue(similarity(signature, signature(STORY + " The board expects growth.")) > 0.7);
    assertEquals(0, similarity(signature, signature(STORY.replace("65.50", "66.50"))), 0);
    assertEquals(null, signature("..."));
  }

  @Test
  public void thePageShowsThisCode() throws IOException {
    Path root = Files.isDirectory(Path.of("docs")) ? Path.of(".") : Path.of("..");
    String source =
        Files.readString(
            root.resolve("fingerprint/src/test/java/io/neardup/fingerprint/LibraryPageTests.java"));
    String code =
        source
            .substring(
                source.indexOf("// tag::library[]") + "// tag::library[]".length(),
                source.indexOf("\n  // end::library[]"))
            .stripTrailing()
            .stripIndent()
            .strip();
    String page = Files.readString(root.resolve("docs/library.md")).strip();
    assertTrue(code, page.contains(code));
  }
}
