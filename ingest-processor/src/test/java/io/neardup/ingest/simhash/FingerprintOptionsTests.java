// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.HashFunction;
import io.neardup.fingerprint.features.PythonSimHash;
import io.neardup.fingerprint.features.Weighting;
import io.neardup.ingest.config.ConfigReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.OpenSearchException;
import org.opensearch.OpenSearchParseException;
import org.opensearch.test.OpenSearchTestCase;

public class FingerprintOptionsTests extends OpenSearchTestCase {

  private static FingerprintOptions read(Map<String, ?> config) {
    return FingerprintOptions.read(new ConfigReader("simhash", "my-tag", new HashMap<>(config)));
  }

  private static FingerprintOptions options(FeatureKind kind, int size) {
    return options("standard", FeatureOptions.of(kind, size), 1);
  }

  private static FingerprintOptions options(String analyzer, FeatureOptions features, int min) {
    return new FingerprintOptions(Algorithm.SIMHASH64_V1, analyzer, features, null, min);
  }

  public void testDefaults() {
    FingerprintOptions expected = options(FeatureKind.SHINGLE, 3);
    assertEquals(expected, read(Map.of()));
    Map<String, Object> nulls = new HashMap<>();
    for (String key : FingerprintOptions.PARAMETERS) {
      nulls.put(key, null);
    }
    assertEquals(expected, FingerprintOptions.read(new ConfigReader(null, null, nulls)));
  }

  public void testFeatures() {
    assertEquals(options(FeatureKind.TOKEN, 1), read(Map.of("features", "token")));
    assertEquals(options(FeatureKind.SHINGLE, 3), read(Map.of("features", "shingle")));
    assertEquals(
        options(FeatureKind.SHINGLE, 3), read(Map.of("features", Map.of("type", "shingle"))));
    assertEquals(
        options(FeatureKind.SHINGLE, 16),
        read(Map.of("features", Map.of("type", "shingle", "size", 16))));
    assertEquals(
        options(FeatureKind.SHINGLE, 2),
        read(Map.of("features", Map.of("type", "shingle", "size", "2"))));
    assertEquals(
        options(FeatureKind.TOKEN, 1),
        read(Map.of("features", Map.of("type", "token", "size", 1L))));
    assertEquals(
        options(null, FeatureOptions.of(FeatureKind.CHAR_NGRAM, 4), 1),
        read(Map.of("features", "char_ngram")));
    assertEquals(
        options(null, FeatureOptions.of(FeatureKind.CHAR_NGRAM, 32), 1),
        read(Map.of("features", Map.of("type", "char_ngram", "size", 32))));
  }

  public void testTheOthers() {
    FeatureOptions features =
        new FeatureOptions(
            FeatureKind.SHINGLE, 3, HashFunction.MD5_LOW64, Weighting.NONE, null, 50);
    assertEquals(
        options("english", features, 12),
        read(
            Map.of(
                "analyzer", "english",
                "hash", "md5_low64",
                "weights", "none",
                "top_features", 50,
                "min_features", 12)));
    assertEquals(Weighting.TF, read(Map.of("weights", "tf")).features().weighting());
    assertEquals(Weighting.NONE, read(Map.of()).features().weighting());
  }

  public void testHashFunctionsByName() {
    Map<String, HashFunction> names =
        Map.of(
            "xxh64", HashFunction.XXH64,
            "xxh3_64", HashFunction.XXH3_64,
            "murmur3_x64_128", HashFunction.MURMUR3_X64_128,
            "md5_low64", HashFunction.MD5_LOW64);
    names.forEach((name, hash) -> assertEquals(hash, read(Map.of("hash", name)).features().hash()));
    assertEquals(names.size(), HashFunction.values().length);
  }

  public void testAlgorithms() {
    assertEquals(read(Map.of()), read(Map.of("algorithm", "simhash64_v1")));
    assertEquals(
        new FingerprintOptions(Algorithm.PYTHON_SIMHASH_V1, null, PythonSimHash.OPTIONS, null, 7),
        read(Map.of("algorithm", "python_simhash_v1", "min_features", 7)));
    for (Algorithm algorithm : Algorithm.values()) {
      assertEquals(algorithm, read(Map.of("algorithm", algorithm.label())).algorithm());
    }
    assertRefused(
        "[algorithm] must be one of [simhash64_v1, python_simhash_v1], got [simhash64_v2]",
        Map.of("algorithm", "simhash64_v2"));
  }

  public void testAPresetLeavesNothingToChoose() {
    for (String pinned : FingerprintOptions.PARAMETERS) {
      if (List.of("algorithm", "min_features").contains(pinned) == false) {
        assertRefused(
            "["
                + pinned
                + "] cannot be combined with the algorithm [python_simhash_v1], which leaves"
                + " nothing to choose, got [any]; leave it out, or leave out [algorithm]",
            Map.of("algorithm", "python_simhash_v1", pinned, "any"));
      }
    }
  }

  public void testTopFeatures() {
    assertEquals(FeatureOptions.ALL, read(Map.of()).features().topFeatures());
    assertEquals(1, read(Map.of("top_features", 1)).features().topFeatures());
    assertEquals(1_000_000, read(Map.of("top_features", "1000000")).features().topFeatures());
  }

  public void testTakesItsOwnParametersOnlyAndLeavesTheInnerObjectAlone() {
    Map<String, Object> features = new HashMap<>(Map.of("type", "shingle", "size", 5));
    Map<String, Object> config = new HashMap<>(Map.of("features", features, "text", "hello"));
    assertEquals(
        5, FingerprintOptions.read(new ConfigReader(null, null, config)).features().size());
    assertEquals(Map.of("text", "hello"), config);
    assertEquals(Map.of("type", "shingle", "size", 5), features);
  }

  public void testBadValues() {
    String kinds = "must be one of [token, shingle, token_pair, char_ngram], got ";
    String shingleSize =
        "[features.size] of [shingle] features must be an integer between 1 and 16";
    String shingleWayOut = "; leave it out for the default of [3]";
    String minFeatures = "[min_features] must be an integer between 1 and 2147483647, got ";
    String minWayOut = "; leave it out for the default of [1]";
    assertRefused("[analyzer] must be a string, got [7]", Map.of("analyzer", 7));
    assertRefused("[analyzer] must be a string, got [[a]]", Map.of("analyzer", List.of("a")));
    assertRefused("[features] " + kinds + "[words]", Map.of("features", "words"));
    assertRefused("[features] " + kinds + "[Shingle]", Map.of("features", "Shingle"));
    assertRefused("[features] " + kinds + "[3]", Map.of("features", 3));
    assertRefused("[features] " + kinds + "[[token]]", Map.of("features", List.of("token")));
    assertRefused("[features.type] " + kinds + "[null]", Map.of("features", Map.of("size", 3)));
    assertRefused(
        "[features.type] " + kinds + "[ngram]", Map.of("features", Map.of("type", "ngram")));
    for (Object size : List.of(0, 99, 17, -1, "three", 2.5, true, 4294967299L)) {
      assertRefused(
          shingleSize + ", got [" + size + "]" + shingleWayOut,
          Map.of("features", Map.of("type", "shingle", "size", size)));
    }
    assertRefused(
        "[features.size] of [token] features must be an integer between 1 and 1, got [2]; leave it"
            + " out for the default of [1]",
        Map.of("features", Map.of("type", "token", "size", 2)));
    assertRefused(
        "[features.size] of [char_ngram] features must be an integer between 1 and 32, got [33];"
            + " leave it out for the default of [4]",
        Map.of("features", Map.of("type", "char_ngram", "size", 33)));
    assertRefused(
        "[features] does not know [boost, sise]; it takes [type, size]; did you mean [size]?",
        Map.of("features", Map.of("type", "shingle", "sise", 3, "boost", 1)));
    assertRefused("[weights] must be one of [none, tf, tf_idf], got [1]", Map.of("weights", 1));
    for (Object min : List.of(0, -5, "many", 1.5, 2147483648L)) {
      assertRefused(minFeatures + "[" + min + "]" + minWayOut, Map.of("min_features", min));
    }
    for (Object top : List.of(0, -1, 1_000_001, "all", 0.5)) {
      assertRefused(
          "[top_features] must be an integer between 1 and 1000000, got ["
              + top
              + "]; leave it out to keep all features",
          Map.of("top_features", top));
    }
    String hashes = "[hash] must be one of [xxh64, xxh3_64, murmur3_x64_128, md5_low64], got ";
    for (Object hash : List.of("md5", "XXH64", 64, List.of("xxh64"))) {
      assertRefused(hashes + "[" + hash + "]", Map.of("hash", hash));
    }
    assertRefused(
        "[analyzer] cannot be combined with [char_ngram] features, which are cut from the"
            + " characters themselves, got [standard]; leave it out, or use [token] or [shingle]"
            + " features",
        Map.of("analyzer", "standard", "features", "char_ngram"));
  }

  private static void assertRefused(String message, Map<String, ?> config) {
    OpenSearchParseException inPipeline =
        expectThrows(OpenSearchParseException.class, () -> read(config));
    IngestTestCase.assertBadRequest(message, inPipeline);
    assertEquals(List.of("simhash"), inPipeline.getMetadata("opensearch.processor_type"));
    assertEquals(List.of("my-tag"), inPipeline.getMetadata("opensearch.processor_tag"));
    String property = message.substring(1, message.indexOf(']'));
    assertEquals(List.of(property), inPipeline.getMetadata("opensearch.property_name"));

    OpenSearchParseException inRequest =
        expectThrows(
            OpenSearchParseException.class,
            () -> FingerprintOptions.read(new ConfigReader(null, null, new HashMap<>(config))));
    IngestTestCase.assertBadRequest(message, inRequest);
    assertNull(inRequest.getMetadata("opensearch.processor_type"));
  }

  public void testMessagesCutLongValuesAndStayEncodable() {
    String emoji = "\uD83D\uDE00";
    OpenSearchException cut =
        expectThrows(
            OpenSearchException.class, () -> read(Map.of("weights", emoji.repeat(1_000_000))));
    assertEquals(
        "[weights] must be one of [none, tf, tf_idf], got [" + emoji.repeat(80) + "…]",
        cut.getMessage());
    OpenSearchException repaired =
        expectThrows(OpenSearchException.class, () -> read(Map.of("weights", "a\uD800b")));
    assertEquals("[weights] must be one of [none, tf, tf_idf], got [a?b]", repaired.getMessage());
  }

  public void testFeaturesKeepTheirBounds() {
    assertNoOptions(
        "[size] of [shingle] features must be between 1 and 16, got [0]",
        () -> options(FeatureKind.SHINGLE, 0));
    assertNoOptions(
        "[size] of [shingle] features must be between 1 and 16, got [17]",
        () -> options(FeatureKind.SHINGLE, 17));
  }

  private static void assertNoOptions(String message, ThrowingRunnable constructor) {
    IllegalArgumentException e = expectThrows(IllegalArgumentException.class, constructor);
    assertEquals(message, e.getMessage());
  }
}
