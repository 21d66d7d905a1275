// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import static io.neardup.action.Json.parser;
import static org.hamcrest.Matchers.startsWith;

import io.neardup.action.Json;
import io.neardup.fingerprint.features.FeatureKind;
import io.neardup.fingerprint.features.FeatureOptions;
import io.neardup.fingerprint.features.HashFunction;
import io.neardup.fingerprint.features.Weighting;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.simhash.Algorithm;
import io.neardup.ingest.simhash.FingerprintOptions;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import org.opensearch.ExceptionsHelper;
import org.opensearch.cluster.ClusterState;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.test.OpenSearchTestCase;

public class SimHashParsingTests extends OpenSearchTestCase {
  private static final String TEXTS = "[text] must be a string or a list of strings, got ";

  private static final FingerprintOptions DEFAULT =
      FingerprintOptions.read(new ConfigReader(null, null, new HashMap<>()));

  private static SimHashRequest parse(String body) throws IOException {
    return Json.body(body, parser -> SimHashBody.PARSER.parse(parser, null).request());
  }

  private static String refusal(String body) {
    Exception e = expectThrows(Exception.class, () -> parse(body));
    assertEquals(e.toString(), RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    return e.getMessage();
  }

  public void testDefaults() throws IOException {
    SimHashRequest request = parse("{'text':'one'}");
    assertEquals(List.of("one"), request.texts().texts());
    assertEquals(DEFAULT, request.options(ClusterState.EMPTY_STATE, "simhash"));
    assertNull(request.texts().pipeline());
    assertNull(request.texts().field());
    assertEquals(new Detail(10, false, 8, 3), request.detail());
    assertNull(request.validate());
  }

  public void testOptionsOfTheProcessor() throws IOException {
    SimHashRequest request =
        parse(
            "{'text':['a','b'],'analyzer':'simple','features':{'type':'shingle','size':4},"
                + "'hash':'xxh3_64','weights':'none','top_features':9,'min_features':2,"
                + "'heaviest':0}");
    assertEquals(List.of("a", "b"), request.texts().texts());
    assertEquals(0, request.detail().heaviest());
    FingerprintOptions expected =
        new FingerprintOptions(
            Algorithm.SIMHASH64_V1,
            "simple",
            new FeatureOptions(
                FeatureKind.SHINGLE, 4, HashFunction.XXH3_64, Weighting.NONE, null, 9),
            null,
            2);
    // Called twice, because parsing must not consume them.
    assertEquals(expected, request.options(ClusterState.EMPTY_STATE, "simhash"));
    assertEquals(expected, request.options(ClusterState.EMPTY_STATE, "simhash"));
  }

  public void testNullIsNotGiven() throws IOException {
    SimHashRequest request =
        parse(
            "{'text':'a','analyzer':null,'features':null,'weights':null,'min_features':null,"
                + "'pipeline':null,'field':null,'heaviest':null,'explain':null,'close_bits':null,"
                + "'max_distance':null}");
    assertEquals(DEFAULT, request.options(ClusterState.EMPTY_STATE, "simhash"));
    assertEquals(new Detail(10, false, 8, 3), request.detail());
  }

  public void testPipeline() throws IOException {
    SimHashRequest request = parse("{'text':'a','pipeline':'p','field':'f'}");
    assertEquals("p", request.texts().pipeline());
    assertEquals("f", request.texts().field());
  }

  public void testText() {
    assertEquals(TEXTS + "none", refusal("{}"));
    assertEquals(TEXTS + "none", refusal("{'text':null}"));
    assertEquals(TEXTS + "none", refusal("{'text':[]}"));
    assertEquals(TEXTS + "[5]", refusal("{'text':5}"));
    assertEquals(TEXTS + "[null]", refusal("{'text':['a',null]}"));
    assertEquals(TEXTS + "[{a=1}]", refusal("{'text':{'a':1}}"));
  }

  public void testHeaviest() {
    assertEquals(
        "[heaviest] must be between 0 and 1000, got [-1]", refusal("{'text':'a','heaviest':-1}"));
    assertEquals(
        "[heaviest] must be between 0 and 1000, got [1001]",
        refusal("{'text':'a','heaviest':1001}"));
    for (String bad : List.of("'3'", "3.5", "true", "9999999999")) {
      assertEquals(
          "[heaviest] must be an integer between 0 and 1000, got [" + bad.replace("'", "") + "]",
          refusal("{'text':'a','heaviest':" + bad + "}"));
    }
  }

  public void testExplain() throws IOException {
    assertEquals(
        new Detail(10, true, 64, 3), parse("{'text':'a','explain':true,'close_bits':64}").detail());
    assertEquals(
        new Detail(10, true, 0, 64),
        parse("{'text':['a','b'],'explain':true,'close_bits':0,'max_distance':64}").detail());
    assertEquals(
        new Detail(10, false, 8, 0),
        parse("{'text':['a','b'],'explain':false,'max_distance':0}").detail());
  }

  public void testExplainIsStrict() {
    for (String bad : List.of("'true'", "1", "[true]")) {
      assertEquals(
          "[explain] must be true or false, got [" + bad.replace("'", "") + "]",
          refusal("{'text':'a','explain':" + bad + "}"));
    }
    for (String bad : List.of("'3'", "3.0", "true", "9999999999")) {
      assertEquals(
          "[close_bits] must be an integer between 0 and 64, got [" + bad.replace("'", "") + "]",
          refusal("{'text':'a','explain':true,'close_bits':" + bad + "}"));
    }
    for (int bad : new int[] {-1, 65}) {
      assertEquals(
          "[close_bits] must be between 0 and 64, got [" + bad + "]",
          refusal("{'text':'a','explain':true,'close_bits':" + bad + "}"));
      assertEquals(
          "[max_distance] must be an integer from 0 (the same fingerprint) to 64 (any"
              + " fingerprint), got ["
              + bad
              + "]",
          refusal("{'text':['a','b'],'max_distance':" + bad + "}"));
    }
  }

  public void testWhatDoesNotGoTogether() {
    for (String explain : List.of("", ",'explain':false")) {
      assertEquals(
          "[close_bits] needs [explain]; leave it out, or add \"explain\": true",
          refusal("{'text':'a','close_bits':3" + explain + "}"));
    }
    assertEquals(
        "[max_distance] is for the comparison of two texts, got [1] in [text]; leave it out, or"
            + " send two",
        refusal("{'text':'a','max_distance':3}"));
    assertEquals(
        "[max_distance] is for the comparison of two texts, got [3] in [text]; leave it out, or"
            + " send two",
        refusal("{'text':['a','b','c'],'max_distance':3}"));
  }

  public void testPipelineAndOptionsExclude() {
    assertEquals(
        "[pipeline] brings its own [analyzer, weights]; leave these out, or leave out [pipeline]",
        refusal("{'text':'a','pipeline':'p','weights':'tf','analyzer':'simple'}"));
    assertEquals(
        "[field] chooses a processor of [pipeline], which is missing",
        refusal("{'text':'a','field':'f'}"));
    assertEquals("[pipeline] must be a string, got [5]", refusal("{'text':'a','pipeline':5}"));
    assertEquals(
        "[field] must be a string, got [[f]]",
        refusal("{'text':'a','pipeline':'p','field':['f']}"));
  }

  public void testUnknownParameters() {
    assertEquals(
        "unknown parameters [other, texts]; known are [text, pipeline, field, heaviest, explain,"
            + " close_bits, max_distance, algorithm, analyzer, features, hash, weights, idf,"
            + " idf_default, top_features, without,"
            + " min_features]; did you mean [text]?",
        refusal("{'text':'a','texts':['a'],'other':null}"));
  }

  public void testOptionsAreCheckedBeforeTheRequestIsSent() {
    assertThat(
        refusal("{'text':'a','features':{'type':'shingle','size':99}}"),
        startsWith(
            "[features.size] of [shingle] features must be an integer between 1 and 16, got [99]"));
    assertThat(
        refusal("{'text':'a','features':{'type':'shingle','size':0}}"),
        startsWith(
            "[features.size] of [shingle] features must be an integer between 1 and 16, got [0]"));
    assertThat(
        refusal("{'text':'a','weights':'idf'}"),
        startsWith("[weights] must be one of [none, tf, tf_idf]"));
  }

  public void testMalformedJson() {
    for (String body : List.of("{", "{'text'", "{'text':'a'", "{'text':a}", "[1]", "'text'")) {
      refusal(body);
    }
  }
}
