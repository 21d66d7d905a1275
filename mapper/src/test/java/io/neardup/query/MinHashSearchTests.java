// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.mapper.SimHashNodeTestCase;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.opensearch.action.search.SearchResponse;
import org.opensearch.core.common.ParsingException;
import org.opensearch.percolator.PercolatorModulePlugin;
import org.opensearch.plugins.Plugin;
import org.opensearch.search.SearchHit;

/**
 * The query near_dup on a field of signatures. Document n shares 60 - n of 60 features with
 * document 0, and none with [other]; [long0] and [long40] are sketches of 400 features, of which
 * they share 360.
 */
public class MinHashSearchTests extends SimHashNodeTestCase {
  private static final String MAPPING =
      "{'properties':{'print':{'type':'minhash'},'hash':{'type':'simhash'},"
          + "'twin':{'type':'alias','path':'print'},'lang':{'type':'keyword'},"
          + "'parts':{'type':'nested','properties':{'print':{'type':'minhash'}}}}}";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(NearDupTestPlugin.class, PercolatorModulePlugin.class);
  }

  /** The features from one number up to another. */
  private static MinHashSignature signature(int from, int to) {
    MinHasher hasher = new MinHasher();
    for (int i = from; i < to; i++) {
      hasher.add(i * 0x9E3779B9);
    }
    return hasher.signature();
  }

  private void indexAll() {
    createNews(MAPPING);
    for (int n : new int[] {0, 2, 5, 10, 30}) {
      indexOne("" + n, signature(n, 60 + n), n % 2 == 0 ? "en" : "de");
    }
    indexOne("other", signature(1000, 1060), "en");
    indexOne("long0", signature(5000, 5400), "en");
    indexOne("long40", signature(5040, 5440), "en");
    index("none", "{'lang':'en'}");
  }

  private void indexOne(String id, MinHashSignature signature, String lang) {
    index(id, "{'print':'" + signature + "','lang':'" + lang + "'}");
  }

  private static String near(String field, String parameters) {
    return "{'near_dup':{'" + field + "':{" + parameters + "}}}";
  }

  private static String nearZero(String more) {
    return near("print", "'signature':'" + signature(0, 60) + "'" + more);
  }

  public void testFindsWhatIsSimilar() {
    indexAll();
    // 58/62, 55/65, 50/70, 30/90
    assertEquals(List.of("0", "10", "2", "5"), find(nearZero("")));
    assertEquals(List.of("0", "2", "5"), find(nearZero(",'similarity':0.8")));
    assertEquals(List.of("0", "2"), find(nearZero(",'similarity':0.9,'recall':1")));
    assertEquals(
        List.of("0", "10", "2", "30", "5"), find(nearZero(",'similarity':0.3,'recall':1")));
    assertEquals(List.of("0"), find(nearZero(",'similarity':1")));
    assertEquals(
        List.of("0", "2", "5"),
        find(near("twin", "'signature':'" + signature(0, 60) + "','similarity':'0.8'")));
    assertEquals(
        List.of("long0", "long40"),
        find(near("print", "'signature':'" + signature(5000, 5400) + "','similarity':0.75")));
  }

  public void testScoresAreSimilarities() {
    indexAll();
    SearchHit[] hits =
        search("{'query':" + nearZero(",'similarity':0.5") + "}").getHits().getHits();
    assertEquals("0", hits[0].getId());
    assertEquals(1, hits[0].getScore(), 0);
    assertEquals("2", hits[1].getId());
    assertEquals(58 / 62f, hits[1].getScore(), 1e-6);
    hits = search("{'query':" + nearZero(",'boost':3") + "}").getHits().getHits();
    assertEquals(3 * 58 / 62f, hits[1].getScore(), 1e-5);
  }

  public void testSeveralSignatures() {
    indexAll();
    String both =
        near(
            "print",
            "'signatures':['"
                + signature(0, 60)
                + "','"
                + signature(1000, 1060)
                + "'],'similarity':0.9");
    assertEquals(List.of("0", "2", "other"), find(both));
    String many = ("'" + signature(0, 60) + "',").repeat(501);
    assertThat(
        refusal(near("print", "'signatures':[" + many.substring(0, many.length() - 1) + "]")),
        containsString("[signatures] must have at most [500] elements, got [501]"));
  }

  public void testByIdAndDocument() {
    indexAll();
    assertEquals(List.of("0", "2", "5"), find(near("print", "'id':'0','similarity':0.8")));
    assertEquals(
        List.of("0", "2"),
        find(near("print", "'doc':{'fingerprint':'" + signature(0, 60) + "'},'similarity':0.9")));
  }

  public void testComposes() {
    indexAll();
    String english = "{'bool':{'must':" + nearZero("") + ",'filter':{'term':{'lang':'en'}}}}";
    assertEquals(List.of("0", "10", "2"), find(english));
    assertEquals(
        List.of("30", "long0", "long40", "none", "other"),
        find("{'bool':{'must_not':" + nearZero("") + "}}"));
    assertEquals(
        List.of("0", "10", "2", "30", "5", "long0", "long40", "other"),
        find("{'exists':{'field':'print'}}"));
  }

  public void testWhatDoesNotFit() {
    indexAll();
    assertThat(
        expectThrows(
                IllegalArgumentException.class,
                () -> find(near("print", "'id':'0','max_distance':3")))
            .getMessage(),
        containsString(
            "[max_distance] does not apply to field [print] of type [minhash], got [3]; use"
                + " [similarity] and [recall]"));
    assertThat(
        malformed(near("hash", "'hash':'00000000000000ff','similarity':0.8")),
        containsString("[similarity] does not apply to field [hash] of type [simhash]"));
    assertThat(
        refusal(near("print", "'hash':'00000000000000ff'")),
        containsString("field [print] of type [minhash] takes [signature], [signatures], [id] or"));
    assertThat(
        refusal(near("hash", "'signature':'" + signature(0, 9) + "'")),
        containsString("field [hash] of type [simhash] takes [hash], [hashes], [id] or [doc]"));
    assertThat(
        malformed(nearZero(",'similarity':0")), containsString("[similarity] must be greater"));
    assertThat(
        malformed(nearZero(",'recall':2")), containsString("[recall] must be greater than 0"));
    assertThat(
        malformed(near("print", "'signature':'AAAA'")),
        containsString("[near_dup] [signature]: a"));
    assertThat(
        refusal("{'term':{'print':'x'}}"),
        containsString("field [print] of type [minhash] has no term queries"));
    assertThat(
        refusedSearch("{'sort':'print'}"),
        containsString("cannot be sorted by, because the order of signatures means nothing"));
  }

  public void testVerifiesWhatAFingerprintFinds() {
    createNews(MAPPING);
    indexBoth("a", "00000000000000ff", signature(0, 60));
    indexBoth("same", "00000000000000fe", signature(2, 62));
    indexBoth("chance", "00000000000000fc", signature(1000, 1060));
    indexBoth("far", "ffffffffffff00ff", signature(0, 60));
    String verify = "'verify':{'minhash':'print','similarity':0.8}";
    assertEquals(List.of("a", "chance", "same"), find(near("hash", "'id':'a'")));
    assertEquals(List.of("a", "same"), find(near("hash", "'id':'a'," + verify)));
    assertEquals(
        List.of("a", "far", "same"), find(near("hash", "'id':'a','max_distance':64," + verify)));
    String given =
        "'hash':'00000000000000ff','verify':{'minhash':'print','similarity':0.8,'signature':'"
            + signature(0, 60)
            + "'}";
    assertEquals(List.of("a", "same"), find(near("hash", given)));
    index("bare", "{'hash':'00000000000000ff'}");
    assertThat(
        malformed(near("hash", "'hash':'00000000000000ff'," + verify)),
        containsString("[verify] requires [signature]"));
    assertThat(
        refusal(near("hash", "'id':'a','verify':{'minhash':'lang','similarity':0.8}")),
        containsString("[verify.minhash] needs a field of type [minhash], got [lang]"));
    assertThat(
        refusal(near("print", "'id':'a'," + verify)),
        containsString("[verify] confirms what a field of type [simhash] finds"));
    assertThat(
        malformed(near("hash", "'id':'a','verify':{'minhash':'print'}")),
        containsString("[verify] requires [minhash]"));
  }

  private String malformed(String query) {
    return expectThrows(ParsingException.class, () -> find(query)).getMessage();
  }

  private void indexBoth(String id, String hash, MinHashSignature signature) {
    index(id, "{'hash':'" + hash + "','print':'" + signature + "'}");
  }

  public void testExplainsAndProfiles() {
    indexAll();
    SearchResponse found = search("{'explain':true,'query':" + nearZero("") + "}");
    assertThat(
        found.getHits().getHits()[1].getExplanation().toString(),
        containsString("Jaccard similarity of all features"));
    String profile = search("{'profile':true,'query':" + nearZero("") + "}").toString();
    assertThat(profile, containsString("\"near_dup_matches\":4"));
    profile = search("{'profile':true,'query':" + nearZero(",'recall':1") + "}").toString();
    assertThat(profile, containsString("\"near_dup_doc_values_read\":8"));
  }

  public void testNested() {
    createNews(MAPPING);
    index(
        "both",
        "{'parts':[{'print':'"
            + signature(0, 60)
            + "'},{'print':'"
            + signature(1000, 1060)
            + "'}]}");
    index("second", "{'parts':[{'print':'" + signature(1000, 1060) + "'}]}");
    for (int from : new int[] {0, 1000}) {
      String near = near("parts.print", "'signature':'" + signature(from, from + 60) + "'");
      assertEquals(
          from == 0 ? List.of("both") : List.of("both", "second"),
          find("{'nested':{'path':'parts','query':" + near + "}}"));
    }
  }

  public void testStoredQueriesMeetNewDocuments() {
    createNews("{'properties':{'query':{'type':'percolator'},'print':{'type':'minhash'}}}");
    index("near", "{'query':" + nearZero(",'similarity':0.9") + "}");
    index("wide", "{'query':" + nearZero(",'similarity':0.5,'recall':1") + "}");
    String document = "{'percolate':{'field':'query','document':{'print':'%s'}}}";
    assertEquals(List.of("near", "wide"), find(document.replace("%s", "" + signature(2, 62))));
    assertEquals(List.of("wide"), find(document.replace("%s", "" + signature(10, 70))));
    assertEquals(List.of(), find(document.replace("%s", "" + signature(1000, 1060))));
  }

  public void testValuesAreShown() {
    indexAll();
    String written = signature(0, 60).toString();
    SearchResponse found =
        search(
            "{'query':{'ids':{'values':['0']}},'fields':['print'],'docvalue_fields':['print','twin'],"
                + "'aggs':{'same':{'terms':{'field':'print'}}}}");
    SearchHit hit = found.getHits().getHits()[0];
    assertEquals(written, hit.field("print").getValue());
    assertEquals(written, hit.field("twin").getValue());
    Map<String, Object> same = part(found, "aggregations");
    assertThat(same.toString(), containsString(written));
    assertEquals(
        "minhash",
        client()
            .prepareFieldCaps(INDEX)
            .setFields("print")
            .get()
            .getField("print")
            .keySet()
            .iterator()
            .next());
  }

  public void testSearchesOfAllFieldsLeaveItOut() {
    indexAll();
    assertEquals(
        List.of("0", "10", "2", "30", "long0", "long40", "none", "other"),
        find("{'query_string':{'query':'en'}}"));
  }

  /** What is asked is the same however it is written, and anything else is another question. */
  public void testEqualQueriesShareACachedAnswer() {
    createNews(MAPPING, "index.requests.cache.enable", "true");
    indexBoth("0", "00000000000000ff", signature(0, 60));
    indexBoth("2", "00000000000000fe", signature(2, 62));
    indexBoth("20", "00000000000000fc", signature(20, 80));
    assertCounted(2, 0, nearZero(",'similarity':0.9,'recall':0.99"));
    assertCounted(2, 1, nearZero(",'similarity':'0.90','recall':0.99"));
    assertCounted(2, 2, near("print", "'id':'0','similarity':0.9,'recall':0.99"));
    assertCounted(
        2,
        3,
        near("print", "'signatures':['" + signature(0, 60) + "'],'similarity':0.9,'recall':0.99"));
    assertCounted(1, 3, nearZero(",'similarity':0.95,'recall':0.99"));
    assertCounted(2, 3, nearZero(",'similarity':0.9,'recall':1"));
    assertCounted(2, 3, near("print", "'id':'2','similarity':0.9,'recall':0.99"));
    String verified = "'verify':{'minhash':'print','similarity':%s}";
    assertCounted(3, 3, near("hash", "'id':'0'"));
    assertCounted(2, 3, near("hash", "'id':'0'," + verified.replace("%s", "0.9")));
    assertCounted(2, 4, near("hash", "'id':'0'," + verified.replace("%s", "'0.90'")));
    assertCounted(1, 4, near("hash", "'id':'0'," + verified.replace("%s", "0.95")));
  }

  private void assertCounted(long expected, long hits, String query) {
    SearchResponse found = search("{'size':0,'query':" + query + "}");
    assertEquals(query, expected, found.getHits().getTotalHits().value());
    assertEquals(
        query,
        hits,
        client()
            .admin()
            .indices()
            .prepareStats(INDEX)
            .setRequestCache(true)
            .get()
            .getTotal()
            .getRequestCache()
            .getHitCount());
  }
}
