// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** {@code _simhash}: texts that are not indexed. */
public class SimHashEndpointTests extends NodeTestCase {

  private static Answer simhash(String parameters) throws IOException {
    return post("_simhash", "{" + parameters + "}");
  }

  private static String hashOf(String parameters) throws IOException {
    return succeeded(simhash(parameters)).hash();
  }

  public void testAsIngestWouldDo() throws IOException {
    pipeline("p", simHash(",'weights':'none'"));
    index("news", "p");
    document("news", "1", STORM);
    Object indexed = source("news", "1").get("print");
    String text = "'text':'" + TITLE + "\\n" + BODY + "'";
    assertEquals(indexed, hashOf(text + ",'weights':'none'"));
    assertEquals(indexed, hashOf(text + ",'pipeline':'p'"));
    assertNotEquals(indexed, hashOf(text));
    assertEquals(indexed, call("GET", "_simhash", "{" + text + ",'pipeline':'p'}").hash());
  }

  public void testWhatItAnswers() throws IOException {
    Answer answer = succeeded(simhash("'text':'b a b a','features':'token','heaviest':1"));
    assertEquals("simhash64_v1", answer.at("algorithm"));
    assertEquals(4, answer.at("results.0.features"));
    assertEquals(List.of(Map.of("feature", "a", "weight", 2.0)), answer.at("results.0.heaviest"));
    assertEquals(
        answer.hash(),
        String.join(
            "",
            ((List<?>) answer.at("results.0.segments")).stream().map(String::valueOf).toList()));
    assertNull(answer.at("distance"));
  }

  public void testTwoTexts() throws IOException {
    Answer same = succeeded(simhash("'text':['A storm.','a  STORM']"));
    assertEquals(0, same.at("distance"));
    assertEquals(1.0, same.at("similarity"));
    Answer other = succeeded(simhash("'text':['A storm.','a chess champion']"));
    int distance = (Integer) other.at("distance");
    assertTrue(distance > 0);
    assertEquals(1 - distance / 64.0, other.at("similarity"));
  }

  public void testNullIsNotGiven() throws IOException {
    assertEquals(
        hashOf("'text':'a b c'"),
        hashOf("'text':'a b c','analyzer':null,'features':null,'pipeline':null"));
  }

  public void testPipelines() throws IOException {
    pipeline("inner", simHash(2, ""), "{'outside':{}}");
    pipeline("p", "{'pipeline':{'name':'inner'}}");
    String text = "'text':'one two three four five'";
    assertEquals(
        hashOf(text + ",'features':{'type':'shingle','size':2}"), hashOf(text + ",'pipeline':'p'"));
    pipeline(
        "two",
        simHash(2, ""),
        "{'simhash':{'fields':['body'],'target_field':'_source.other','features':'token'}}");
    assertEquals(
        hashOf(text + ",'features':'token'"), hashOf(text + ",'pipeline':'two','field':'other'"));
    assertRefused(
        400,
        "[pipeline] must lead to simhash processors of one kind, and [two] leads to [2]; choose by"
            + " [field], one of [other, print], or give the options themselves",
        simhash(text + ",'pipeline':'two'"));
    assertRefused(
        400,
        "[pipeline] must lead to simhash processors of one kind, and [two] leads to [0] that write"
            + " [nope]; name another, or give the options themselves",
        simhash(text + ",'pipeline':'two','field':'nope'"));
    pipeline("none", "{'outside':{}}");
    assertRefused(
        400,
        "[pipeline] must lead to simhash processors of one kind, and [none] leads to [0]; name"
            + " another, or give the options themselves",
        simhash(text + ",'pipeline':'none'"));
    assertRefused(
        400,
        "[pipeline] with name [gone] does not exist; see GET _ingest/pipeline",
        simhash(text + ",'pipeline':'gone'"));
  }

  public void testTextsWithoutFingerprint() throws IOException {
    assertRefused(
        400,
        "[text] has no fingerprint: it must have at least [1] features ([min_features]), got [0];"
            + " send a longer text",
        simhash("'text':''"));
    assertRefused(
        400,
        "[text][1] has no fingerprint: it must have at least [3] features ([min_features]), got"
            + " [1]; send a longer text, or lower [min_features]",
        simhash("'text':['one two three four five','one'],'min_features':3"));
  }

  public void testBadRequests() throws IOException {
    assertRefused(
        400, "[text] must be a string or a list of strings, got none", simhash("'heaviest':1"));
    assertRefused(
        400,
        "unknown parameters [texts]; known are [text, pipeline, field, heaviest, analyzer, features,"
            + " hash, weights, top_features, min_features]",
        simhash("'text':'a','texts':'b'"));
    assertRefused(
        400,
        "[features.size] of [shingle] features must be an integer between 1 and 16, got [99]; leave"
            + " it out for the default of [3]",
        simhash("'text':'a','features':{'type':'shingle','size':99}"));
    Answer analyzer = simhash("'text':'a','analyzer':'ik_smart'");
    assertEquals(400, analyzer.status());
    assertThat(analyzer.reason(), startsWith("[analyzer]"));
    assertThat(analyzer.reason(), containsString("ik"));
    for (String malformed : List.of("{", "{'text':", "[1]", "", "'text'")) {
      assertEquals(malformed, 400, post("_simhash", malformed).status());
    }
    assertEquals(400, post("_simhash", null).status());
  }

  public void testLimits() throws IOException {
    clusterSetting("plugins.near_dup.max_text_length", "5");
    clusterSetting("plugins.near_dup.max_hashes", "2");
    try {
      succeeded(simhash("'text':['a b c','b']"));
      Answer tooLong = simhash("'text':'a b cd'");
      assertEquals(400, tooLong.status());
      assertThat(
          tooLong.reason(),
          startsWith(
              "[text] is too long: the text to fingerprint must have at most [5] characters, got"
                  + " [6]"));
      Answer tooMany = simhash("'text':['a','b','c']");
      assertEquals(400, tooMany.status());
      assertThat(tooMany.reason(), startsWith("[text] may name at most [2] fingerprints, got [3]"));
    } finally {
      clusterSetting("plugins.near_dup.max_text_length", "null");
      clusterSetting("plugins.near_dup.max_hashes", "null");
    }
  }

  public void testTenMegabytes() throws IOException {
    String text =
        IntStream.range(0, 1_000_000).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
    Answer answer = simhash("'text':'" + text + "'");
    assertEquals(400, answer.status());
    assertThat(answer.reason(), startsWith("[text] is too long: "));
  }
}
