// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.features.IngestLimits;
import io.neardup.ingest.features.SketchNode;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.minhash.MinHashCounters;
import io.neardup.ingest.minhash.MinHashProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.After;
import org.junit.Before;
import org.opensearch.OpenSearchException;
import org.opensearch.analysis.common.CommonAnalysisModulePlugin;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.env.Environment;
import org.opensearch.env.TestEnvironment;
import org.opensearch.index.analysis.AnalysisRegistry;
import org.opensearch.indices.analysis.AnalysisModule;
import org.opensearch.ingest.IngestDocument;
import org.opensearch.test.OpenSearchTestCase;

/** A test with the node's analysis registry, and helpers to create documents and processors. */
public abstract class IngestTestCase extends OpenSearchTestCase {
  protected final SimHashCounters counters = new SimHashCounters();
  protected final MinHashCounters minHashCounters = new MinHashCounters();
  protected IngestLimits limits = new IngestLimits(Settings.EMPTY);
  protected AnalysisRegistry registry;
  protected Path idfFolder;
  protected IdfDictionaries dictionaries;

  @Before
  public void openDictionaries() throws IOException {
    idfFolder = Files.createDirectories(createTempDir().resolve("near-dup").resolve("idf"));
    dictionaries = new IdfDictionaries(idfFolder, new NoopCircuitBreaker("near_dup"), "the.limit");
  }

  @Before
  public void openRegistry() throws IOException {
    Settings settings =
        Settings.builder().put(Environment.PATH_HOME_SETTING.getKey(), createTempDir()).build();
    registry =
        new AnalysisModule(
                TestEnvironment.newEnvironment(settings),
                List.of(
                    new CommonAnalysisModulePlugin(),
                    new FragileAnalysisPlugin(),
                    new FragileAnalysisPlugin.Unloadable()))
            .getAnalysisRegistry();
  }

  @After
  public void closeRegistry() throws IOException {
    registry.close();
  }

  protected TextFingerprinter fingerprinter(Map<String, ?> config) {
    FingerprintOptions options =
        FingerprintOptions.read(new ConfigReader(null, null, new HashMap<>(config)));
    return TextFingerprinter.create(
        new ConfigReader(null, null, Map.of()), registry, dictionaries::get, limits, options);
  }

  protected static TextFeatures featuresOf(TextFingerprinter fingerprinter, String text) {
    return fingerprinter.reader().features(text, () -> {});
  }

  protected static OptionalLong fingerprint(TextFingerprinter fingerprinter, String text) {
    try (TextFeatures features = featuresOf(fingerprinter, text)) {
      return fingerprinter.fingerprint(features);
    }
  }

  /** Creates a processor; the default target is {@code print}. */
  protected SimHashProcessor processor(Map<String, ?> config) {
    Map<String, Object> complete = new HashMap<>(config);
    complete.putIfAbsent("target_field", "print");
    SimHashProcessor processor = create(complete);
    assertEquals("all parameters are consumed", Map.of(), complete);
    return processor;
  }

  protected SimHashProcessor create(Map<String, Object> config) {
    return new SimHashProcessor.Factory(new SketchNode(registry, dictionaries, limits, counters))
        .create(Map.of(), "my-tag", "my description", config);
  }

  /** A minhash processor, with the target {@code signature} if the configuration names none. */
  protected MinHashProcessor minHash(Map<String, ?> config) {
    Map<String, Object> complete = new HashMap<>(config);
    complete.putIfAbsent("target_field", "signature");
    MinHashProcessor processor = createMinHash(complete);
    assertEquals("all parameters are consumed", Map.of(), complete);
    return processor;
  }

  protected MinHashProcessor createMinHash(Map<String, Object> config) {
    return new MinHashProcessor.Factory(
            new SketchNode(registry, dictionaries, limits, minHashCounters))
        .create(Map.of(), "my-tag", "my description", config);
  }

  protected static IngestDocument document(Map<String, ?> source) {
    return new IngestDocument(IngestDocument.deepCopyMap(new HashMap<>(source)), new HashMap<>());
  }

  protected static void assertBadRequest(String message, OpenSearchException e) {
    assertEquals(message, e.getMessage());
    assertEquals(RestStatus.BAD_REQUEST, e.status());
  }
}
