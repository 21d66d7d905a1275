// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.ArrayList;
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
    pipeline("p", simHash(",'weights':'tf'"));
    index("news", "p");
    document("news", "1", STORM);
    Object indexed = source("news", "1").get("print");
    String text = "'text':'" + TITLE + "\\n" + BODY + "'";
    assertEquals(indexed, hashOf(text + ",'weights':'tf'"));
    assertEquals(indexed, hashOf(text + ",'pipeline':'p'"));
    assertNotEquals(indexed, hashOf(text));
    assertEquals(indexed, call("GET", "_simhash", "{" + text + ",'pipeline':'p'}").hash());
  }

  public void testWhatItAnswers() throws IOException {
    Answer answer =
        succeeded(simhash("'text':'b a b a','features':'token','weights':'tf','heaviest':1"));
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

  public void testAsInPython() throws IOException {
    Answer answer =
        succeeded(simhash("'text':['aaaaabb','你好，世界　呼噜'],'algorithm':'python_simhash_v1'"));
    assertEquals("python_simhash_v1", answer.at("algorithm"));
    assertEquals("c31d80c46435c1e4", answer.at("results.0.hash"));
    assertRefused(
        400,
        "[hash] cannot be combined with the algorithm [python_simhash_v1], which leaves nothing to"
            + " choose, got [xxh64]; leave it out, or leave out [algorithm]",
        simhash("'text':'a','algorithm':'python_simhash_v1','hash':'xxh64'"));
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

  public void testTwoTextsAreCompared() throws IOException {
    String texts = "'text':['a b c d e f','a b c d e g'],'features':'token'";
    Answer answer = succeeded(simhash(texts));
    assertEquals(
        Map.of("similarity", 5 / 7.0, "shared_features", 5, "all_features", 7),
        answer.at("jaccard"));
    int distance = (Integer) answer.at("distance");
    assertTrue(distance > 0);
    List<Integer> equal = new ArrayList<>();
    for (int s = 0; s < 4; s++) {
      if (answer.at("results.0.segments." + s).equals(answer.at("results.1.segments." + s))) {
        equal.add(s);
      }
    }
    assertEquals(equal, answer.at("shared_segments"));
    assertEquals(3, answer.at("lookup.max_distance"));
    assertEquals(distance <= 3, answer.at("lookup.found"));
    Answer far = succeeded(simhash(texts + ",'max_distance':" + distance));
    assertEquals(true, far.at("lookup.found"));
    Answer near = succeeded(simhash(texts + ",'max_distance':" + (distance - 1)));
    assertEquals(false, near.at("lookup.found"));
    assertThat((String) near.at("lookup.reason"), startsWith("Not found: " + distance + " of 64"));
  }

  public void testExplain() throws IOException {
    String text = "'text':'b a b a c','features':'token'";
    assertNull(succeeded(simhash(text)).at("results.0.close_bits"));
    Answer answer = succeeded(simhash(text + ",'weights':'tf','explain':true,'close_bits':64"));
    assertEquals(3, answer.at("results.0.distinct_features"));
    assertEquals(5.0, answer.at("results.0.total_weight"));
    assertEquals(0.4, answer.at("results.0.heaviest.0.share"));
    assertEquals(2, answer.at("results.0.heaviest.0.count"));
    long hash = Fingerprint.parse(answer.hash());
    for (int i = 0; i < 64; i++) {
      String path = "results.0.close_bits." + i + ".";
      int bit = (Integer) answer.at(path + "bit");
      int value = (Integer) answer.at(path + "value");
      assertEquals(hash >>> bit & 1, value);
      assertEquals(value == 1, (Double) answer.at(path + "margin") > 0);
    }
    // Without the feature, exactly the bits that it decides are others.
    long changed =
        hash ^ Fingerprint.parse(hashOf("'text':'b b c','features':'token','weights':'tf'"));
    assertEquals("a", answer.at("results.0.heaviest.0.feature"));
    assertEquals(bits(changed), answer.at("results.0.heaviest.0.decides"));
    // By default each distinct feature counts once.
    Answer once = succeeded(simhash(text + ",'explain':true"));
    assertEquals(3.0, once.at("results.0.total_weight"));
    assertEquals(8, ((List<?>) once.at("results.0.close_bits")).size());
  }

  private static List<Integer> bits(long mask) {
    return IntStream.iterate(63, bit -> bit >= 0, bit -> bit - 1)
        .filter(bit -> (mask >>> bit & 1) == 1)
        .boxed()
        .toList();
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
        "[pipeline] must contain simhash processors with exactly one set of options, but [two]"
            + " contains [2]; choose by [field], one of [other, print], or send the options"
            + " themselves",
        simhash(text + ",'pipeline':'two'"));
    assertRefused(
        400,
        "[pipeline] must contain simhash processors with exactly one set of options, but [two]"
            + " contains [0] that write [nope]; name another, or send the options themselves",
        simhash(text + ",'pipeline':'two','field':'nope'"));
    pipeline("none", "{'outside':{}}");
    assertRefused(
        400,
        "[pipeline] must contain simhash processors with exactly one set of options, but [none]"
            + " contains [0]; name another, or send the options themselves",
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
        "unknown parameters [texts]; known are [text, pipeline, field, heaviest, explain,"
            + " close_bits, max_distance, algorithm, analyzer, features, hash, weights, idf,"
            + " idf_default, top_features, without, min_features]; did you mean [text]?",
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
