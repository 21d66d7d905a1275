// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.startsWith;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** {@code _minhash}: texts that are not indexed. What is as in {@code _simhash} is tested there. */
public class MinHashTextsTests extends NodeTestCase {
  private static final String CAT = "The cat sat on the mat.";

  private static Answer minHash(String parameters) throws IOException {
    return post("_minhash", "{" + parameters + "}");
  }

  private static Object signature(String parameters) throws IOException {
    return succeeded(minHash(parameters)).at("results.0.signature");
  }

  private static String signer(String features) {
    return "{'minhash':{'fields':['body'],'target_field':'signature'" + features + "}}";
  }

  public void testAsIngestWouldDo() throws IOException {
    pipeline("p", signer(",'features':'token'"));
    index("news", "p");
    document("news", "1", STORM);
    Object indexed = source("news", "1").get("signature");
    String text = "'text':'" + BODY + "'";
    assertEquals(indexed, signature(text + ",'features':'token'"));
    assertEquals(indexed, signature(text + ",'pipeline':'p'"));
    assertNotEquals(indexed, signature(text));
    pipeline("two", signer(",'features':'token'"), signer("").replace("signature", "other"));
    assertEquals(indexed, signature(text + ",'pipeline':'two','field':'signature'"));
    assertRefused(
        400,
        "[pipeline] must contain minhash processors with exactly one set of options, but [two]"
            + " contains [2]; choose by [field], one of [other, signature], or send the options"
            + " themselves",
        minHash(text + ",'pipeline':'two'"));
    pipeline("simhash", simHash(""));
    assertRefused(
        400,
        "[pipeline] must contain minhash processors with exactly one set of options, but [simhash]"
            + " contains [0]; name another, or send the options themselves",
        minHash(text + ",'pipeline':'simhash'"));
  }

  public void testWhatItAnswers() throws IOException {
    Answer answer = succeeded(minHash("'text':'" + CAT + "','show_features':2"));
    assertEquals("minhash_fss_v1", answer.at("algorithm"));
    assertEquals(Map.of("count", 21, "rows", 6), answer.at("bands"));
    assertEquals("EU4JoEmvOw-myr2jp9Vlldo", answer.at("results.0.signature"));
    assertEquals(true, answer.at("results.0.exact"));
    List<?> bands = (List<?>) answer.at("results.0.bands");
    assertEquals(21, bands.size());
    assertEquals(List.of("113d84", "e5adf3", "77cfd7", "30e1c1"), bands.subList(0, 4));
    assertEquals(
        List.of(
            Map.of("feature", "the cat sat", "hash", "af3b0fa6", "count", 1),
            Map.of("feature", "cat sat on", "hash", "d56595da", "count", 1)),
        answer.at("results.0.shown_features"));
    assertNull(answer.at("lookup"));
    Answer tokens = succeeded(minHash("'text':'a b a','features':'token'"));
    assertEquals(3, tokens.at("results.0.features"));
    assertEquals(2, tokens.at("results.0.distinct_features"));
    assertNull(tokens.at("results.0.shown_features"));
  }

  public void testTwoTexts() throws IOException {
    Answer answer =
        succeeded(minHash("'text':['a b c d','a b x d e'],'features':'token','similarity':0.3"));
    assertEquals(
        Map.of("similarity", 0.5, "shared_features", 3, "all_features", 6), answer.at("jaccard"));
    assertEquals(0.75, answer.at("containment"));
    // One token inserted and one replaced, of nine; two characters added and one replaced, of nine.
    assertEquals(Map.of("tokens", 1 - 3 / 9.0, "characters", 1 - 3 / 9.0), answer.at("edit"));
    assertEquals(
        Map.of("jaccard", 0.5, "standard_deviation", 0.0, "exact", true), answer.at("estimate"));
    List<?> equal = (List<?>) answer.at("equal_bands");
    for (int band = 0; band < 21; band++) {
      assertEquals(
          answer.at("results.0.bands." + band).equals(answer.at("results.1.bands." + band)),
          equal.contains(band));
    }
    assertEquals(equal.isEmpty() == false, answer.at("lookup.found"));
    assertEquals(21, answer.at("lookup.bands_read"));
    Answer same = succeeded(minHash("'text':['" + CAT + "','the CAT sat on the mat'],'recall':1"));
    assertEquals(true, same.at("lookup.found"));
    assertEquals(1.0, same.at("edit.tokens"));
    assertNull(
        succeeded(minHash("'text':['abcdef','abcdeg'],'features':'char_ngram'")).at("edit.tokens"));
  }

  /** What is explained is what the query does, in a field of another mapping than by default. */
  public void testTheLookupIsThatOfTheQuery() throws IOException {
    String mapping = "{'similarity':0.6,'recall':0.8}";
    pipeline("p", signer(""));
    index(
        "news",
        "'index.default_pipeline':'p'",
        "'signature':" + mapping.replace("{", "{'type':'minhash',"));
    List<String> texts = new ArrayList<>();
    for (int changed = 0; changed < 12; changed++) {
      int every = 60 / (changed + 1);
      texts.add(
          IntStream.range(0, 120)
              .mapToObj(i -> i % every == 1 ? "x" + i : "w" + i)
              .collect(Collectors.joining(" ")));
      document("news", "" + changed, "{'body':'" + texts.get(changed) + "'}");
    }
    int found = 0;
    for (String lookup :
        List.of(
            "'similarity':0.5,'recall':0.4",
            "'similarity':0.8,'recall':0.3",
            "'similarity':0.6,'recall':0.8",
            "'similarity':0.7,'recall':1")) {
      Answer answer =
          succeeded(
              post(
                  "news/_search",
                  "{'size':20,'query':{'near_dup':{'signature':{'id':'0'," + lookup + "}}}}"));
      Set<String> hits = Set.copyOf(answer.found());
      for (int i = 1; i < texts.size(); i++) {
        Answer pair =
            succeeded(
                minHash(
                    "'text':['"
                        + texts.get(0)
                        + "','"
                        + texts.get(i)
                        + "'],'mapping':"
                        + mapping
                        + ","
                        + lookup));
        assertEquals(pair.toString(), hits.contains("" + i), pair.at("lookup.found"));
      }
      found += hits.size();
    }
    assertTrue("some are found, and some are not: " + found, found > 4 && found < 4 * 11);
  }

  public void testRefused() throws IOException {
    assertRefused(
        400,
        "[text][1] has no signature: it must have at least [3] features ([min_features]), got [1];"
            + " send a longer text, or lower [min_features]",
        minHash("'text':['one two three four five','one'],'min_features':3"));
    assertRefused(
        400,
        "[similarity] must be greater than 0 and at most 1, got [1.5]",
        minHash("'text':['a','b'],'similarity':1.5"));
    assertThat(
        minHash("'text':'a','analyzer':'ik_smart'").reason(), startsWith("[analyzer] must name"));
    String text =
        IntStream.range(0, 1_000_000).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));
    Answer tooLong = minHash("'text':'" + text + "'");
    assertEquals(400, tooLong.status());
    assertThat(tooLong.reason(), startsWith("[text] is too long: "));
    for (String malformed : List.of("{", "[1]", "'text'")) {
      assertEquals(malformed, 400, post("_minhash", malformed).status());
    }
  }
}
