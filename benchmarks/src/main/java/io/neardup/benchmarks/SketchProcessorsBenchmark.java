// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks;

import io.neardup.benchmarks.server.NewsTexts;
import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.features.SketchProcessor;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.minhash.MinHashCounters;
import io.neardup.ingest.minhash.MinHashProcessor;
import io.neardup.ingest.simhash.SimHashCounters;
import io.neardup.ingest.simhash.SimHashProcessor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;
import org.opensearch.env.Environment;
import org.opensearch.index.analysis.AnalysisRegistry;
import org.opensearch.indices.analysis.AnalysisModule;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.ingest.IngestDocumentWrapper;

/**
 * The processors {@code simhash} and {@code minhash} with their defaults over bulks of documents
 * the size of news articles, alone and one after the other, as core runs them. An operation is a
 * document.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class SketchProcessorsBenchmark {
  private static final int BULK = 200;

  /** The types of processors in the pipeline. */
  @Param({"simhash", "minhash", "simhash+minhash"})
  public String pipeline;

  private final List<String> texts = new ArrayList<>();
  private List<IngestDocumentWrapper> bulk;
  private AnalysisRegistry registry;
  private List<SketchProcessor> processors;

  /** Makes the pipeline, and texts by a fixed seed. */
  @Setup
  public void open() throws IOException {
    Settings home = Settings.builder().put(Environment.PATH_HOME_SETTING.getKey(), ".").build();
    Environment environment = new Environment(home, Path.of("."));
    registry = new AnalysisModule(environment, List.of()).getAnalysisRegistry();
    processors = Stream.of(pipeline.split("\\+")).map(this::create).toList();
    NewsTexts news = new NewsTexts(42, 600);
    for (int i = 0; i < BULK; i++) {
      texts.add(news.story());
    }
  }

  private SketchProcessor create(String type) {
    IngestLimits limits = new IngestLimits(Settings.EMPTY);
    Map<String, Object> config = new HashMap<>();
    config.put("fields", List.of("content"));
    config.put("target_field", type);
    IdfDictionaries none =
        new IdfDictionaries(Path.of("none"), new NoopCircuitBreaker("none"), "none");
    if (type.equals(MinHashProcessor.TYPE)) {
      return new MinHashProcessor.Factory(registry, none, limits, new MinHashCounters())
          .create(Map.of(), null, null, config);
    }
    return new SimHashProcessor.Factory(registry, none, limits, new SimHashCounters())
        .create(Map.of(), null, null, config);
  }

  /** Closes the analyzers. */
  @TearDown
  public void close() throws IOException {
    registry.close();
  }

  /** Documents whose texts nobody has seen, as a parser makes them. */
  @Setup(Level.Invocation)
  public void parse() {
    bulk = new ArrayList<>();
    for (String text : texts) {
      Map<String, Object> source = new HashMap<>(Map.of("content", new String(text.toCharArray())));
      IngestDocument document = new IngestDocument(source, new HashMap<>());
      bulk.add(new IngestDocumentWrapper(bulk.size(), 0, document, null));
    }
  }

  /** One processor handles the whole bulk before the next one does. */
  @Benchmark
  @OperationsPerInvocation(BULK)
  public List<IngestDocumentWrapper> run() {
    for (SketchProcessor processor : processors) {
      processor.batchExecute(bulk, results -> bulk = results);
    }
    return bulk;
  }
}
