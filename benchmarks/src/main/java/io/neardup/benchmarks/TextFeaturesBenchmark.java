// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.features.Weighting;
import io.neardup.fingerprint.idf.IdfDictionary;
import io.neardup.fingerprint.idf.Weights;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The fingerprint of a text from its 1,000 ready-made tokens, as shingles of three. Varies the
 * weights: boosted is tf with two boosts, top keeps 50 of the tf_idf features; the dictionary has
 * 270,000 terms.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class TextFeaturesBenchmark {
  private static final int TERMS = 270_000;

  @Param({"tf", "boosted", "none", "tf_idf", "top"})
  String weights;

  private TextFeatures features;

  /** Fixed seed; word frequencies are realistic. */
  @Setup
  public void fill() throws IOException {
    SplittableRandom random = new SplittableRandom(42);
    features = new TextFeatures(options(random));
    for (int i = 0; i < 1000; i++) {
      byte[] token = word((int) (TERMS * Math.pow(random.nextDouble(), 4)));
      int boost = Weights.boost(weights.equals("boosted") && i < 20 ? 2 : 1);
      features.addToken(token, 0, token.length, boost);
    }
  }

  private FeatureOptions options(SplittableRandom random) throws IOException {
    FeatureOptions options = FeatureOptions.of(FeatureKind.SHINGLE, 3);
    return switch (weights) {
      case "none" -> options.withWeighting(Weighting.NONE);
      case "tf_idf" -> options.withIdf(dictionary(random).withDefault("median"));
      case "top" -> options.withIdf(dictionary(random).withDefault("median")).withTopFeatures(50);
      default -> options;
    };
  }

  private static IdfDictionary dictionary(SplittableRandom random) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < TERMS; i++) {
      String term = new String(word(i), StandardCharsets.UTF_8);
      lines.append(term).append(' ').append(1 + random.nextDouble() * 11).append('\n');
    }
    byte[] utf8 = lines.toString().getBytes(StandardCharsets.UTF_8);
    return IdfDictionary.read(new ByteArrayInputStream(utf8));
  }

  /** A distinct word per number; five or six letters, the average of English words. */
  private static byte[] word(int number) {
    return Integer.toString(number + 2_000_000, 26).getBytes(StandardCharsets.UTF_8);
  }

  /** Looks up idf, hashes features and sums up. */
  @Benchmark
  public long fingerprint() {
    return features.fingerprint();
  }
}
