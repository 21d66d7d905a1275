// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.minhash.Bands;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import io.neardup.plugin.OutsidePlugin;
import java.io.IOException;
import java.util.List;

/**
 * {@code _near_dup} on a field of signatures, and signatures that verify what fingerprints find.
 * Document n shares 60 - n of its 60 features with document 0; [long0] and [long40] are sketches of
 * 400 features, of which they share 360.
 */
public class MinHashEndpointTests extends NodeTestCase {
  private static MinHashSignature signature(int from, int to) {
    MinHasher hasher = new MinHasher();
    for (int i = from; i < to; i++) {
      hasher.add(i * 0x9E3779B9);
    }
    return hasher.signature();
  }

  private static void documents() throws IOException {
    index("news", "", "'print':{'type':'minhash'},'hash':{'type':'simhash'}");
    for (int n : new int[] {0, 2, 5, 10, 30}) {
      document(n + "", "00000000000000ff", signature(n, 60 + n));
    }
    document("chance", "00000000000000fe", signature(1000, 1060));
    document("long0", "ffffffff00000000", signature(5000, 5400));
    document("long40", "ffffffff00000001", signature(5040, 5440));
    document("news", "bare", "{'hash':'00000000000000ff'}");
  }

  private static void document(String id, String hash, MinHashSignature signature)
      throws IOException {
    document("news", id, "{'hash':'" + hash + "','print':'" + signature + "'}");
  }

  private static Answer ask(String field, String parameters) throws IOException {
    return post("news/_near_dup", "{'field':'" + field + "'," + parameters + "}");
  }

  public void testMostSimilarFirst() throws IOException {
    documents();
    Answer answer = succeeded(ask("print", "'id':'0','similarity':0.7,'recall':1"));
    assertEquals(List.of("2", "5", "10"), answer.ids());
    assertEquals(1.0, answer.at("recall"));
    assertEquals(signature(0, 60).toString(), answer.at("results.0.signature"));
    assertEquals(0.935484, answer.at("results.0.hits.0.similarity"));
    assertEquals(0.935484, answer.at("results.0.hits.0.jaccard"));
    assertNull(answer.at("results.0.hits.0.distance"));
    answer = succeeded(ask("print", "'signature':'" + signature(5000, 5400) + "'"));
    assertEquals(List.of("long0", "long40"), answer.ids());
    assertEquals(1.0, answer.at("results.0.hits.0.jaccard_estimate"));
    double estimate = (Double) answer.at("results.0.hits.1.jaccard_estimate");
    assertEquals(360 / 440.0, estimate, 0.1);
    assertEquals(estimate, answer.at("results.0.hits.1.similarity"));
    assertEquals(0.018, (Double) answer.at("results.0.hits.1.standard_deviation"), 0.005);
  }

  /** The bands of the field are for similarity 0.7: lower ones meet in fewer of them. */
  public void testSaysWhichRecallItGives() throws IOException {
    documents();
    double[] recalls = new double[3];
    double[] similarities = {0.9, 0.7, 0.4};
    for (int i = 0; i < recalls.length; i++) {
      Answer answer = succeeded(ask("print", "'id':'0','similarity':" + similarities[i]));
      recalls[i] = (Double) answer.at("recall");
    }
    assertTrue("at least what was asked for", recalls[0] >= 0.95 && recalls[1] >= 0.95);
    Bands bands = Bands.of(0.7, 0.95);
    assertEquals(bands.recall(0.4, bands.count()), recalls[2], 1e-4);
    assertNull(succeeded(ask("hash", "'id':'0'")).at("recall"));
  }

  public void testManyQuestions() throws IOException {
    documents();
    Answer answer =
        succeeded(ask("print", "'ids':['0','2','5','10','chance','bare','none'],'similarity':0.9"));
    assertEquals(List.of("2"), answer.ids(0));
    assertEquals(List.of("0", "5"), answer.ids(1).stream().sorted().toList());
    assertEquals(List.of(), answer.ids(4));
    assertEquals("a document without signature has no near-duplicates", List.of(), answer.ids(5));
    assertEquals(404, answer.at("results.6.status"));
  }

  public void testVerifies() throws IOException {
    documents();
    assertEquals(
        List.of("10", "2", "30", "5", "bare", "chance"),
        succeeded(ask("hash", "'id':'0'")).ids().stream().sorted().toList());
    String verify = "'verify':{'minhash':'print','similarity':0.8}";
    Answer answer = succeeded(ask("hash", "'id':'0'," + verify));
    assertEquals(List.of("2", "5"), answer.ids());
    assertEquals(0, answer.at("results.0.hits.0.distance"));
    assertEquals(0.935484, answer.at("results.0.hits.0.jaccard"));
    assertEquals(
        List.of("long40"), succeeded(ask("hash", "'id':'long0','max_distance':1," + verify)).ids());
  }

  private static final String VERIFY = "'verify':{'minhash':'sig','similarity':0.8}";

  /** An index whose pipeline makes both of the title. */
  private static void titles(String... processors) throws IOException {
    pipeline("titles", processors);
    index(
        "titles",
        "'default_pipeline':'titles'",
        "'print':{'type':'simhash'},'sig':{'type':'minhash'}");
  }

  private static String sketch(String type, String target, String more) {
    return "{'" + type + "':{'fields':['title'],'target_field':'" + target + "'" + more + "}}";
  }

  /** A document runs through its pipeline once, whatever is asked of it. */
  public void testOneRunForBothFields() throws IOException {
    String called = "{'outside':{}}";
    titles(called, sketch("simhash", "print", ""), called, sketch("minhash", "sig", ""), called);
    clusterSetting("plugins.near_dup.doc.processors", "['outside']");
    try {
      document("titles", "1", "{'title':'x'}");
      String asked = "'doc':{'title':'x'}," + VERIFY;
      int before = OutsidePlugin.CALLS.get();
      assertEquals(List.of("1"), succeeded(nearDup("titles", asked)).ids());
      assertEquals("those before the last one that is asked for", 2, calls(before));
      assertEquals(List.of("1"), succeeded(search("titles", asked)).found());
      assertEquals(4, calls(before));
    } finally {
      clusterSetting("plugins.near_dup.doc.processors", "null");
    }
  }

  private static int calls(int before) {
    return OutsidePlugin.CALLS.get() - before;
  }

  public void testAFieldThatNoPipelineWrites() throws IOException {
    titles(sketch("simhash", "print", ""));
    document("titles", "1", "{'title':'" + TITLE + "','sig':'" + signature(0, 9) + "'}");
    Answer answer = nearDup("titles", "'doc':{'title':'" + TITLE + "'}," + VERIFY);
    assertRefused("no minhash processor with [target_field] [sig]", answer);
    answer = search("titles", "'doc':{'title':'" + TITLE + "'}," + VERIFY);
    assertRefused("no minhash processor with [target_field] [sig]", answer);
  }

  /** What features weigh, and how they are hashed, does not matter. */
  public void testSignaturesOfTheSameFeatures() throws IOException {
    titles(
        sketch("simhash", "print", ",'features':'token','weights':'none','min_features':2"),
        sketch("minhash", "sig", ",'features':{'type':'token'},'hash':'murmur3_x64_128'"));
    document("titles", "1", "{'title':'" + TITLE + "'}");
    document("titles", "2", "{'title':'" + TITLE + "'}");
    assertEquals(List.of("2"), succeeded(nearDup("titles", "'id':'1'," + VERIFY)).ids());
    assertEquals(2, succeeded(search("titles", "'id':'1'," + VERIFY)).found().size());
  }

  public void testSignaturesOfOtherFeatures() throws IOException {
    titles(sketch("simhash", "print", ",'features':'token'"), sketch("minhash", "sig", ""));
    document("titles", "1", "{'title':'" + TITLE + "'}");
    String reason =
        "[verify] in [titles] compares other features than those by which candidates are found:"
            + " [sig] has features [shingle] of [3] by the analyzer [standard] from [title], and"
            + " [print] has features [token] of [1] by the analyzer [standard] from [title]; make"
            + " both of the same fields, with the same analyzer and features";
    for (String source : List.of("'id':'1',", "'doc':{'title':'x'},")) {
      assertRefused(reason, nearDup("titles", source + VERIFY));
      assertRefused(reason, search("titles", source + VERIFY));
    }
    String groups = "{'field':'print'," + VERIFY + "}";
    assertRefused(reason, post("titles/_near_dup/groups", groups));
    assertEquals(400, nearDup("titles,titles*", "'ids':['1'],'doc':{'a':1}," + VERIFY).status());
    // One of two ways to write a field is the other one's.
    pipeline(
        "titles",
        sketch("simhash", "print", ",'features':'token'"),
        sketch("minhash", "sig", ",'if':'ctx.title.length() > 9'"),
        sketch("minhash", "sig", ",'features':'token','if':'ctx.title.length() <= 9'"));
    succeeded(nearDup("titles", "'id':'1'," + VERIFY));
    succeeded(post("titles/_near_dup/groups", groups));
    // Who writes them is not known.
    put("titles/_settings", "{'index.default_pipeline':'_none'}");
    succeeded(nearDup("titles", "'id':'1'," + VERIFY));
    succeeded(post("titles/_near_dup/groups", groups));
  }

  public void testWhatDoesNotFit() throws IOException {
    documents();
    assertRefused("[max_distance] does not apply to", ask("print", "'id':'0','max_distance':3"));
    assertRefused("[similarity] does not apply to", ask("hash", "'id':'0','similarity':0.5"));
    assertRefused("[k] works on fields of type [simhash]", ask("print", "'id':'0','k':3"));
    assertRefused(
        "[hashes] and [signatures] cannot be combined",
        ask("print", "'hashes':['00000000000000ff'],'signatures':['x']"));
    assertRefused("[signature] is refused: a signature of", ask("print", "'signature':'x'"));
    String verify = "'verify':{'minhash':'print','similarity':0.8}";
    assertRefused(
        "[verify] compares texts, so it needs [id], [ids], [doc] or [docs]",
        ask("hash", "'hash':'00000000000000ff'," + verify));
    assertRefused("[verify] and [k] cannot be combined", ask("hash", "'id':'0','k':2," + verify));
    assertRefused("which has none in [print]", ask("hash", "'id':'bare'," + verify));
    assertRefused(
        "[verify] requires [minhash], a field of signatures to compare, or [text]",
        ask("hash", "'id':'0','verify':{'similarity':0.8}"));
    assertRefused(
        "[similarity] must be greater than 0 and at most 1, got [1.5]",
        ask("print", "'id':'0','similarity':1.5"));
  }

  private static void assertRefused(String reason, Answer answer) throws IOException {
    assertEquals(answer.reason(), 400, answer.status());
    assertThat(answer.reason(), containsString(reason));
  }
}
