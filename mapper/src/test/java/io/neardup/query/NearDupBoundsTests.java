// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.Fingerprint;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.After;
import org.opensearch.common.settings.Settings;

/** The limits apply to every kind of query. */
public class NearDupBoundsTests extends NearDupSearchTestCase {
  private static final String EXPENSIVE = "search.allow_expensive_queries";

  @After
  public void allowExpensiveQueries() {
    set(EXPENSIVE, null);
  }

  private void set(String key, String value) {
    Settings settings = Settings.builder().put(key, value).build();
    client().admin().cluster().prepareUpdateSettings().setTransientSettings(settings).get();
  }

  private static String terms(int count) {
    return "{'terms':{'hash':["
        + LongStream.range(0, count)
            .mapToObj(hash -> "'" + Fingerprint.toHex(hash) + "'")
            .collect(Collectors.joining(","))
        + "]}}";
  }

  public void testTermsNameAtMostSoManyFingerprints() {
    createNews(HASH_MAPPING);
    indexHashes("0000000000000001");
    assertEquals(List.of("0"), find(terms(10_000)));
    assertThat(
        refusal(terms(10_001)),
        containsString(
            "[terms] on field [hash] of type [simhash] may name at most [10000] fingerprints, got"
                + " [10001]: send them in several requests, or raise the cluster setting"
                + " [plugins.near_dup.max_hashes]"));
  }

  public void testScansMayBeForbidden() {
    indexSix();
    set(EXPENSIVE, "false");
    for (String cheap :
        List.of(
            "{'near_dup':{'hash':{'hash':255,'max_distance':15}}}",
            "{'term':{'hash':'00000000000000ff~15'}}")) {
      assertEquals(List.of("0", "1", "2", "3", "4"), find(cheap));
    }
    for (String dear :
        List.of(
            "{'near_dup':{'hash':{'hash':255,'max_distance':16}}}",
            "{'near_dup':{'twin':{'hash':255,'max_distance':16}}}",
            "{'term':{'hash':'00000000000000ff~16'}}",
            "{'terms':{'hash':['00000000000000ff~64']}}")) {
      assertThat(
          refusal(dear),
          containsString(
              "queries that compare every fingerprint cannot be executed when"
                  + " 'search.allow_expensive_queries' is set to false: field [hash] of type"
                  + " [simhash]"));
    }
  }

  private static String clauses(int count) {
    return "{'bool':{'should':["
        + LongStream.range(0, count)
            .mapToObj(hash -> "{'near_dup':{'hash':{'hash':" + (hash << 8) + "}}}")
            .collect(Collectors.joining(","))
        + "]}}";
  }

  public void testManyClauses() {
    createNews(HASH_MAPPING);
    indexHashes("0000000000000001", "ffffffffffffffff");
    assertEquals(List.of("0"), find(clauses(900)));
  }

  public void testManyClausesOfKeys() {
    createNews(KEYS_MAPPING);
    indexHashes("0000000000000001", "ffffffffffffffff");
    assertEquals(List.of("0"), find(clauses(900)));
  }

  /** Frequencies of one field add up in a document, and Lucene's limit is an int. */
  public void testManyNestedFingerprintsInTheRoot() {
    for (String included : List.of("include_in_root", "include_in_parent")) {
      createNews(
          "{'properties':{'parts':{'type':'nested','"
              + included
              + "':true,'properties':{'hash':{'type':'simhash'}}}}}");
      index(
          "many",
          "{'parts':["
              + LongStream.range(0, 3000)
                  .mapToObj(i -> "{'hash':'" + Fingerprint.toHex(~(i << 20)) + "'}")
                  .collect(Collectors.joining(","))
              + "]}");
      index("one", "{'parts':[{'hash':'00000000000000ff'}]}");
      String near = "{'near_dup':{'parts.hash':{'hash':'00000000000000fe'}}}";
      assertEquals(List.of("one"), find(near));
      assertEquals(List.of("one"), find("{'nested':{'path':'parts','query':" + near + "}}"));
      String last =
          "{'near_dup':{'parts.hash':{'hash':'" + Fingerprint.toHex(~(2999L << 20)) + "'}}}";
      assertEquals(List.of("many"), find(last));
      assertEquals(List.of("many"), find("{'nested':{'path':'parts','query':" + last + "}}"));
      client().admin().indices().prepareDelete(INDEX).get();
    }
  }
}
