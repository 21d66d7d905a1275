// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.benchmarks.server.NewsTexts;
import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.ingest.features.FeatureReader;
import io.neardup.ingest.features.Folding;
import io.neardup.ingest.features.IngestLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.opensearch.common.settings.Settings;

/**
 * Text to fingerprint with the processor's defaults, and the analyzer's share of the time. An
 * operation processes a million ASCII characters in texts the size of news articles, so operations
 * per second are MB per second and core.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class AnalyzedTextBenchmark {
  private static final int CHARACTERS = 1_000_000;

  private final List<String> texts = new ArrayList<>();
  private final Analyzer analyzer = new StandardAnalyzer();
  private final FeatureReader reader =
      new FeatureReader(
          analyzer,
          "standard",
          FeatureOptions.of(FeatureKind.SHINGLE, 3),
          Folding.NORMALIZED,
          new IngestLimits(Settings.EMPTY),
          false,
          null);

  /** Fixed seed; the last text is truncated. */
  @Setup
  public void write() {
    NewsTexts news = new NewsTexts(42, 600);
    for (int left = CHARACTERS; left > 0; left -= texts.getLast().length()) {
      String text = news.story();
      texts.add(text.substring(0, Math.min(left, text.length())));
    }
  }

  /** The analyzer alone: every token is read, none is used. */
  @Benchmark
  public int analyze() throws IOException {
    int bytes = 0;
    for (String text : texts) {
      try (TokenStream stream = analyzer.tokenStream("text", text)) {
        TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
        stream.reset();
        while (stream.incrementToken()) {
          bytes += term.getBytesRef().length;
        }
        stream.end();
      }
    }
    return bytes;
  }

  /** Everything: normalize, analyze, shingle, hash, sum up. */
  @Benchmark
  public long fingerprint() {
    long all = 0;
    for (String text : texts) {
      try (TextFeatures features = reader.features(text, () -> {})) {
        all ^= features.fingerprint();
      }
    }
    return all;
  }
}
