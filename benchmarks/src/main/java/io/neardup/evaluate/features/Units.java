// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.features;

import com.dynatrace.hash4j.hashing.Hashing;
import io.neardup.fingerprint.features.TextFeatures;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** What the features of one text are runs of: its tokens, or its code points. Immutable. */
public sealed interface Units {
  /** Makes them features. */
  void addTo(TextFeatures features);

  /** Each once: what document frequencies are counted of. */
  Stream<String> distinct();

  /** A hash of each, in their order: what edits are counted of. */
  long[] hashes();

  /** What an analyzer makes of the text. */
  record Tokens(List<String> tokens) implements Units {
    @Override
    public void addTo(TextFeatures features) {
      for (String token : tokens) {
        byte[] utf8 = token.getBytes(StandardCharsets.UTF_8);
        features.addToken(utf8, 0, utf8.length);
      }
    }

    @Override
    public Stream<String> distinct() {
      return tokens.stream().distinct();
    }

    @Override
    public long[] hashes() {
      return tokens.stream().mapToLong(Hashing.komihash5_0()::hashCharsToLong).toArray();
    }
  }

  /** The text itself, folded as for character n-grams. */
  record Characters(String folded) implements Units {
    @Override
    public void addTo(TextFeatures features) {
      features.addCodePoints(folded);
    }

    @Override
    public Stream<String> distinct() {
      return folded.codePoints().distinct().mapToObj(Character::toString);
    }

    @Override
    public long[] hashes() {
      return folded.codePoints().asLongStream().toArray();
    }
  }
}
