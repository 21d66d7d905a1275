// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import static io.neardup.action.Json.parser;

import io.neardup.action.Json;
import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.HashFunction;
import io.neardup.fingerprint.features.Weighting;
import io.neardup.fingerprint.minhash.Bands;
import io.neardup.ingest.minhash.MinHashOptions;
import java.io.IOException;
import java.util.List;
import org.opensearch.ExceptionsHelper;
import org.opensearch.cluster.ClusterState;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.test.OpenSearchTestCase;

/** What is as in {@code _simhash} is tested there. */
public class MinHashParsingTests extends OpenSearchTestCase {
  private static MinHashRequest parse(String body) throws IOException {
    return Json.body(body, parser -> MinHashBody.PARSER.parse(parser, null).request());
  }

  private static String refusal(String body) {
    Exception e = expectThrows(Exception.class, () -> parse(body));
    assertEquals(e.toString(), RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    return e.getMessage();
  }

  public void testDefaults() throws IOException {
    for (String none : List.of("", ",'similarity':null,'mapping':null,'hash':null")) {
      MinHashRequest request = parse("{'text':'one'" + none + "}");
      assertEquals(List.of("one"), request.texts().texts());
      assertEquals(
          new MinHashOptions(
              "standard",
              FeatureOptions.of(FeatureKind.SHINGLE, 3).withWeighting(Weighting.NONE),
              false,
              null,
              1),
          request.options(ClusterState.EMPTY_STATE, "minhash"));
      assertEquals(new MinHashDetail(0, new Bands(6, 21), 0.7, 0.95), request.detail());
      assertNull(request.validate());
    }
  }

  public void testOptionsOfTheProcessor() throws IOException {
    MinHashRequest request =
        parse(
            "{'text':['a','b'],'analyzer':'simple','features':{'type':'shingle','size':4},"
                + "'hash':'xxh3_64','weights':'none','min_features':2,'numbers':true,'show_features':7}");
    MinHashOptions expected =
        new MinHashOptions(
            "simple",
            FeatureOptions.of(FeatureKind.SHINGLE, 4)
                .withHash(HashFunction.XXH3_64)
                .withWeighting(Weighting.NONE),
            true,
            null,
            2);
    // Asked for twice, since reading them must not use them up.
    assertEquals(expected, request.options(ClusterState.EMPTY_STATE, "minhash"));
    assertEquals(expected, request.options(ClusterState.EMPTY_STATE, "minhash"));
    assertEquals(7, request.detail().showFeatures());
  }

  public void testLookup() throws IOException {
    // A lookup asks for what the field was made for, unless it says otherwise.
    assertEquals(
        new MinHashDetail(0, Bands.of(0.5, 0.9), 0.5, 0.9),
        parse("{'text':['a','b'],'mapping':{'similarity':0.5,'recall':0.9}}").detail());
    assertEquals(
        new MinHashDetail(0, Bands.of(0.5, 0.95), 1, 1),
        parse("{'text':['a','b'],'mapping':{'similarity':0.5},'similarity':1,'recall':1}")
            .detail());
    assertEquals(
        new MinHashDetail(0, Bands.of(0.5, 0.95), 0.5, 0.95),
        parse("{'text':'a','mapping':{'similarity':0.5}}").detail());
  }

  public void testBounds() {
    for (String bad : List.of("0", "-0.5", "1.01")) {
      String seen = String.valueOf(Double.parseDouble(bad));
      assertEquals(
          "[similarity] must be greater than 0 and at most 1, got [" + seen + "]",
          refusal("{'text':['a','b'],'similarity':" + bad + "}"));
      assertEquals(
          "[recall] must be greater than 0 and at most 1 (compares all signatures), got ["
              + seen
              + "]",
          refusal("{'text':['a','b'],'recall':" + bad + "}"));
      assertEquals(
          "[mapping] [similarity] must be greater than 0 and at most 1, got [" + seen + "]",
          refusal("{'text':'a','mapping':{'similarity':" + bad + "}}"));
    }
    for (String bad : List.of("'0.5'", "true", "[0.5]")) {
      assertEquals(
          "[recall] must be a number greater than 0 and at most 1, got ["
              + bad.replace("'", "")
              + "]",
          refusal("{'text':['a','b'],'recall':" + bad + "}"));
    }
    assertTrue(
        refusal("{'text':'a','mapping':{'similarity':0.001,'recall':0.9999999999999999}}")
            .startsWith("[mapping] [recall] 0.9999999999999999 at [similarity] 0.001 needs ["));
    assertEquals(
        "[show_features] must be between 0 and 1000, got [1001]",
        refusal("{'text':'a','show_features':1001}"));
  }

  public void testWhatDoesNotGoTogether() {
    for (String parameter : List.of("similarity", "recall")) {
      assertEquals(
          "["
              + parameter
              + "] is for the comparison of two texts, got [1] in [text]; leave it out, or send"
              + " two",
          refusal("{'text':'a','" + parameter + "':0.5}"));
    }
    assertEquals(
        "[mapping] must be an object with the [similarity] and [recall] of a field of type"
            + " [minhash], got [content]",
        refusal("{'text':'a','mapping':'content'}"));
    assertEquals(
        "[mapping] does not know [bands]; it takes [similarity, recall]",
        refusal("{'text':'a','mapping':{'bands':17}}"));
    assertEquals(
        "[pipeline] brings its own [analyzer]; leave these out, or leave out [pipeline]",
        refusal("{'text':'a','pipeline':'p','analyzer':'simple'}"));
    assertEquals(
        "[weights] must be [none], because in a MinHash signature each distinct feature counts"
            + " once, got [tf]; leave it out, or use simhash",
        refusal("{'text':'a','weights':'tf'}"));
  }

  public void testUnknownParameters() {
    assertEquals(
        "unknown parameters [heaviest, other]; known are [text, pipeline, field, show_features,"
            + " mapping, similarity, recall, analyzer, features, hash, numbers, without, min_features]",
        refusal("{'text':'a','other':null,'heaviest':1}"));
    assertEquals(
        "[text] must be a string or a list of strings, got none", refusal("{'similarity':null}"));
  }
}
