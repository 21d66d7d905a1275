// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import io.neardup.plugin.Answer;
import java.io.IOException;

/** Tags by stages of a pipeline that are asked for in another way, or that cannot be read. */
public class GroupsStagesRefusedTests extends GroupsTestCase {

  @Override
  protected void write() throws IOException {
    index(
        "news",
        "",
        "'print':{'type':'simhash'},'sign':{'type':'minhash'},'url':{'type':'keyword'},"
            + "'at':{'type':'date'},'near_dup':{'type':'near_dup'}");
    document("news", "1", "{'print':'00000000000000ff','at':'2026-03-01'}");
    document("news", "2", "{'print':'00000000000000fe','at':'2026-03-30'}");
  }

  private static Answer tag(String parameters) throws IOException {
    return post("news/_near_dup/groups", "{" + parameters + ",'action':'tag'}");
  }

  private static void piped(String more) throws IOException {
    pipeline("dedup", "{'near_dup':{'reveal':true,'ignore_missing':true," + more + "}}");
    put("news/_settings", "{'index.default_pipeline':'dedup'}");
  }

  public void testSignaturesNeedASimilarity() throws IOException {
    assertRefused(
        400,
        "[similarity] is required for field [sign] of type [minhash]: the least Jaccard similarity,"
            + " greater than 0 and at most 1",
        tag("'field':'sign'"));
    assertEquals(2, succeeded(tag("'field':'sign','similarity':0.8")).at("tagged"));
  }

  public void testStagesAreThoseOfThePipeline() throws IOException {
    piped(
        "'stages':[{'exact':'url'},{'simhash':'print','precomputed':true,'verify':"
            + "{'minhash':'sign','similarity':0.9},'max_distance':5},"
            + "{'minhash':'sign','precomputed':true,'similarity':0.8}]");
    String there = " as in the near_dup of pipeline [dedup], which goes on with these groups, got ";
    assertRefused(400, "[max_distance] must be [5]" + there + "[3]", tag("'field':'print'"));
    assertRefused(
        400,
        "[verify] must be [minhash: sign, similarity: 0.9, numbers: kept]" + there + "[none]",
        tag("'field':'print','max_distance':5"));
    assertRefused(
        400,
        "[similarity] must be [0.8]" + there + "[0.7]",
        tag("'field':'sign','similarity':0.7"));
    assertRefused(
        400,
        "[recall] must be [0.95]" + there + "[1.0]",
        tag("'field':'sign','similarity':0.8,'recall':1"));
    assertRefused(
        400,
        "[field] must be of type [simhash] or [minhash], got [url] of type [keyword] in [news]; a"
            + " processor [simhash] or [minhash] makes such a field of texts: index the documents"
            + " again through one, and name its [target_field]",
        tag("'field':'url'"));
    assertNull(source("news", "1").get("near_dup"));
    assertEquals(2, succeeded(tag("'field':'sign','similarity':0.8")).at("tagged"));
  }

  /** What stands in another document was so when it came: it is not decided again. */
  public void testStagesOfPassages() throws IOException {
    piped("'stages':[{'simhash':'print','precomputed':true},{'passages':['body'],'coverage':0.5}]");
    assertRefused(
        400,
        "[field] must be compared by a near_dup without stages of [passages], by which stored"
            + " documents are not decided again, got [print] of pipeline [dedup]; give the stage to"
            + " another near_dup of the pipeline, with its own [domain] and [target_field]",
        tag("'field':'print'"));
    assertNull(source("news", "1").get("near_dup"));
  }

  /** As at ingest, a document must have a date; the answer says which one has none. */
  public void testAWindowNeedsDates() throws IOException {
    piped("'stages':[{'simhash':'print','precomputed':true}],'window':{'field':'at','age':'7d'}");
    document("news", "3?pipeline=_none", "{'print':'00000000000000fe','at':null}");
    Answer dateless = tag("'field':'print'");
    assertEquals(dateless.toString(), 400, dateless.status());
    assertThat(dateless.reason(), startsWith("document [3] of [news] cannot be compared: "));
    assertThat(dateless.reason(), containsString("must hold a date in the format"));
    assertThat(dateless.reason(), containsString("; leave it out by a [query]"));
    Answer rest = tag("'field':'print','keep':[{'at':'asc'}],'query':{'exists':{'field':'at'}}");
    assertEquals(2, succeeded(rest).at("tagged"));
    // The first one is too old for the second.
    assertEquals(0, rest.at("duplicates"));
    assertNull(rest.at("distinct"));
  }
}
