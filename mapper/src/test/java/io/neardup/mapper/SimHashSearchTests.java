// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.util.List;
import org.opensearch.action.search.SearchResponse;

/** Queries on the field and its segments, on a running node. */
public class SimHashSearchTests extends SimHashNodeTestCase {
  private static final String DISTANCE =
      "[max_distance] must be an integer from 0 (the same fingerprint) to 64 (any"
          + " fingerprint), got ";
  private static final String ZERO = "9f3a5c3b12ff00aa";
  private static final String ONE_BIT_OFF = "9f3a5c3b12ff00ab";
  private static final String THREE_BITS_OFF = "9f3a5c3b12ff00ad";
  private static final String FOUR_BITS_OFF = "9f3a5c3b12ff00a5";
  private static final String FAR = "60c5a3c4ed00ff55";

  private void indexFive() {
    createNews(HASH_MAPPING);
    indexHashes(ZERO, ONE_BIT_OFF, THREE_BITS_OFF, FOUR_BITS_OFF, FAR);
    index("without", "{'title':'no fingerprint'}");
  }

  public void testTermIsEquality() {
    indexFive();
    assertEquals(List.of("0"), find("{'term':{'hash':'9f3a5c3b12ff00aa'}}"));
    assertEquals(List.of("0"), find("{'term':{'hash':'9F3A5C3B12FF00AA'}}"));
    assertEquals(List.of("0"), find("{'term':{'hash':11473584409471287466}}"));
    assertEquals(
        List.of("0"),
        find("{'term':{'hash':{'value':'9F3A5C3B12FF00AA','case_insensitive':true}}}"));
    assertEquals(List.of(), find("{'term':{'hash':'0000000000000000'}}"));
  }

  public void testTermWithADistance() {
    indexFive();
    assertEquals(List.of("0", "1"), find("{'term':{'hash':'9f3a5c3b12ff00aa~2'}}"));
    assertEquals(List.of("0", "1", "2"), find("{'term':{'hash':'9f3a5c3b12ff00aa~3'}}"));
    assertEquals(List.of("0", "1", "2", "3"), find("{'term':{'hash':'9f3a5c3b12ff00aa~63'}}"));
    assertEquals(List.of("0", "1", "2", "3", "4"), find("{'term':{'hash':'9f3a5c3b12ff00aa~64'}}"));
  }

  public void testTerms() {
    indexFive();
    assertEquals(
        List.of("0", "3", "4"),
        find("{'terms':{'hash':['9f3a5c3b12ff00aa','9f3a5c3b12ff00a5','60c5a3c4ed00ff54~1']}}"));
    assertEquals(
        List.of("0"), find("{'terms':{'hash':[11473584409471287466,'0000000000000000']}}"));
    assertEquals(List.of(), find("{'terms':{'hash':[1,2]}}"));
  }

  public void testMatchTakesADistance() {
    indexFive();
    assertEquals(List.of("0"), find("{'match':{'hash':'9f3a5c3b12ff00aa'}}"));
    assertEquals(List.of("0", "1", "2"), find("{'match':{'hash':'9f3a5c3b12ff00aa~3'}}"));
    assertEquals(List.of("0", "1", "2"), find("{'match_phrase':{'hash':'9f3a5c3b12ff00aa~3'}}"));
    assertEquals(
        List.of("0", "1", "2"),
        find(
            "{'multi_match':{'query':'9f3a5c3b12ff00aa~3','fields':['hash','title'],"
                + "'lenient':true}}"));
  }

  public void testSearchBarsTakeADistanceBetweenQuotes() {
    indexFive();
    assertEquals(
        List.of("0", "1", "2"), find("{'query_string':{'query':'hash:\\'9f3a5c3b12ff00aa~3\\''}}"));
    assertEquals(
        List.of("0", "1", "2"),
        find("{'query_string':{'query':'title:other OR hash:\\'9f3a5c3b12ff00aa~3\\''}}"));
    assertEquals(
        List.of("0", "1", "2"),
        find("{'simple_query_string':{'fields':['hash'],'query':'\\'9f3a5c3b12ff00aa~3\\''}}"));
    assertEquals(List.of("0"), find("{'query_string':{'query':'hash:9f3a5c3b12ff00aa'}}"));
  }

  public void testSearchBarsRefuseADistanceWithoutQuotes() {
    indexFive();
    String sentence =
        "field [hash] of type [simhash] has no fuzzy queries: put the fingerprint and its distance"
            + " between quotes, [hash:\"9f3a5c3b12ff00aa~3\"], or use the query [near_dup]";
    for (String query :
        List.of(
            "{'query_string':{'query':'hash:9f3a5c3b12ff00aa~3'}}",
            "{'query_string':{'query':'title:other OR (hash:9f3a5c3b12ff00aa~3)'}}",
            "{'query_string':{'query':'9f3a5c3b12ff00aa~','fields':['hash']}}",
            "{'simple_query_string':{'fields':['hash'],'query':'9f3a5c3b12ff00aa~3'}}",
            "{'fuzzy':{'hash':'9f3a5c3b12ff00aa'}}",
            "{'match':{'hash':{'query':'9f3a5c3b12ff00aa','fuzziness':1}}}")) {
      assertEquals(sentence, refusal(query));
    }
  }

  public void testFuzzyWordsMayBeMeantForAnotherField() {
    indexFive();
    index("word", "{'title':'fingerprints'}");
    assertEquals(List.of("word"), find("{'query_string':{'query':'fingerprinds~1'}}"));
    assertEquals(List.of("word"), find("{'simple_query_string':{'query':'fingerprinds~1'}}"));
    assertTrue(refusal("{'fuzzy':{'hash':'word'}}").endsWith("got [word] (4 characters)"));
  }

  public void testBadValuesNameFieldAndValue() {
    indexFive();
    String field = "failed to create query: field [hash] of type [simhash]: ";
    assertEquals(field + DISTANCE + "[65]", refusal("{'term':{'hash':'9f3a5c3b12ff00aa~65'}}"));
    assertEquals(field + DISTANCE + "[3.5]", refusal("{'match':{'hash':'9f3a5c3b12ff00aa~3.5'}}"));
    assertEquals(
        field + DISTANCE + "[-1]",
        refusal("{'query_string':{'fields':['hash'],'query':'\\'9f3a5c3b12ff00aa~-1\\''}}"));
    assertEquals(
        field
            + "a fingerprint is 16 hex digits, [0b] and 64 binary digits, or a JSON integer from 0"
            + " to 2^64 - 1; got [nonsense] (8 characters)",
        refusal("{'term':{'hash':'nonsense'}}"));
  }

  public void testPatternsAreRefused() {
    indexFive();
    for (String query :
        List.of(
            "{'prefix':{'hash':'9f3a'}}",
            "{'wildcard':{'hash':'9f3a*'}}",
            "{'regexp':{'hash':'9f3a.*'}}",
            "{'range':{'hash':{'gte':'9f3a'}}}",
            "{'query_string':{'query':'9f3a*','fields':['hash']}}")) {
      String refusal = refusal(query);
      assertTrue(refusal, refusal.contains("field [hash] of type [simhash] has no "));
      assertTrue(refusal, refusal.contains("by its keyword fields [hash.s0] to [hash.s3]"));
    }
  }

  public void testExists() {
    indexFive();
    List<String> all = List.of("0", "1", "2", "3", "4");
    assertEquals(all, find("{'exists':{'field':'hash'}}"));
    assertEquals(all, find("{'exists':{'field':'hash.s2'}}"));
    assertEquals(all, find("{'query_string':{'query':'_exists_:hash'}}"));
    assertEquals(all, find("{'query_string':{'query':'hash.s0:*'}}"));
  }

  public void testSegmentsAreKeywords() {
    indexFive();
    assertEquals(List.of("0", "1", "2", "3"), find("{'term':{'hash.s0':'9f3a'}}"));
    assertEquals(List.of("4"), find("{'term':{'hash.s1':'A3C4'}}"));
    assertEquals(List.of("0", "4"), find("{'terms':{'hash.s3':['00aa','ff55','FFFF']}}"));
    assertEquals(List.of("0", "1", "2", "3"), find("{'prefix':{'hash.s3':'00a'}}"));
    assertEquals(List.of("4"), find("{'wildcard':{'hash.s3':'f*5'}}"));
    assertEquals(List.of("1", "2"), find("{'regexp':{'hash.s3':'00a[b-z]'}}"));
    assertEquals(List.of("0", "1"), find("{'range':{'hash.s3':{'gte':'00aa','lt':'00AD'}}}"));
    assertEquals(List.of("4"), find("{'query_string':{'query':'hash.s0:60c5'}}"));
    assertEquals(List.of("0", "1", "2", "3"), find("{'match':{'hash.s0':'9f3a'}}"));
  }

  public void testTermsOfSegmentsDoNotScoreByFrequency() {
    indexFive();
    SearchResponse response = search("{'query':{'term':{'hash.s0':'9f3a'}}}");
    response.getHits().forEach(hit -> assertEquals(1f, hit.getScore(), 0f));
    assertEquals(4, response.getHits().getHits().length);
  }

  public void testSearchesOfAllFieldsSeeWholeFingerprintsOnly() {
    indexFive();
    index("word", "{'title':'how 9f3a became a word'}");
    assertEquals(List.of("word"), find("{'query_string':{'query':'9f3a'}}"));
    assertEquals(List.of("word"), find("{'simple_query_string':{'query':'9f3a'}}"));
    assertEquals(List.of("word"), find("{'multi_match':{'query':'9f3a','lenient':true}}"));
    assertEquals(List.of("0"), find("{'query_string':{'query':'9f3a5c3b12ff00aa'}}"));
  }
}
