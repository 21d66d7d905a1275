// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.simhash;

import static io.neardup.rest.Json.parser;
import static org.hamcrest.Matchers.startsWith;

import io.neardup.fingerprint.FeatureKind;
import io.neardup.fingerprint.FeatureOptions;
import io.neardup.fingerprint.HashFunction;
import io.neardup.fingerprint.Weighting;
import io.neardup.ingest.FingerprintOptions;
import java.io.IOException;
import java.util.List;
import org.opensearch.ExceptionsHelper;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.test.OpenSearchTestCase;

public class SimHashParsingTests extends OpenSearchTestCase {
  private static final String TEXTS = "[text] must be a string or a list of strings, got ";

  private static SimHashRequest parse(String body) throws IOException {
    try (XContentParser parser = parser(body)) {
      return RestSimHashAction.parse(parser.map());
    }
  }

  private static String refusal(String body) {
    Exception e = expectThrows(Exception.class, () -> parse(body));
    assertEquals(e.toString(), RestStatus.BAD_REQUEST, ExceptionsHelper.status(e));
    return e.getMessage();
  }

  public void testDefaults() throws IOException {
    SimHashRequest request = parse("{'text':'one'}");
    assertEquals(List.of("one"), request.texts());
    assertEquals(FingerprintOptions.DEFAULT, request.options());
    assertNull(request.pipeline());
    assertNull(request.field());
    assertEquals(10, request.heaviest());
    assertNull(request.validate());
  }

  public void testOptionsOfTheProcessor() throws IOException {
    SimHashRequest request =
        parse(
            "{'text':['a','b'],'analyzer':'simple','features':{'type':'shingle','size':4},"
                + "'hash':'xxh3_64','weights':'none','top_features':9,'min_features':2,"
                + "'heaviest':0}");
    assertEquals(List.of("a", "b"), request.texts());
    assertEquals(0, request.heaviest());
    FingerprintOptions expected =
        new FingerprintOptions(
            "simple",
            new FeatureOptions(
                FeatureKind.SHINGLE, 4, HashFunction.XXH3_64, Weighting.NONE, null, 9),
            2);
    // Asked for twice, since reading them must not use them up.
    assertEquals(expected, request.options());
    assertEquals(expected, request.options());
  }

  public void testNullIsNotGiven() throws IOException {
    SimHashRequest request =
        parse(
            "{'text':'a','analyzer':null,'features':null,'weights':null,'min_features':null,"
                + "'pipeline':null,'field':null,'heaviest':null}");
    assertEquals(FingerprintOptions.DEFAULT, request.options());
    assertEquals(10, request.heaviest());
  }

  public void testPipeline() throws IOException {
    SimHashRequest request = parse("{'text':'a','pipeline':'p','field':'f'}");
    assertEquals("p", request.pipeline());
    assertEquals("f", request.field());
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
        "unknown parameters [other, texts]; known are [text, pipeline, field, heaviest,"
            + " analyzer, features, hash, weights, top_features, min_features]",
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
        refusal("{'text':'a','weights':'idf'}"), startsWith("[weights] must be one of [none, tf]"));
  }

  public void testMalformedJson() {
    for (String body : List.of("{", "{'text'", "{'text':'a'", "{'text':a}", "[1]", "'text'")) {
      refusal(body);
    }
  }
}
