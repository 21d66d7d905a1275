// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.pipeline;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.not;

import java.util.Optional;
import org.opensearch.Version;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.IndexSettings;

/** Which changes of a pipeline are told, and to the users of which indexes. */
public class RecipeChangesTests extends PipelinesTestCase {
  private final Metadata.Builder metadata = Metadata.builder();

  private void index(String name, String pipeline) {
    index(name, Settings.builder().put(IndexSettings.DEFAULT_PIPELINE.getKey(), pipeline));
  }

  private void index(String name, Settings.Builder settings) {
    settings.put(IndexMetadata.SETTING_VERSION_CREATED, Version.CURRENT);
    metadata.put(
        IndexMetadata.builder(name).settings(settings).numberOfShards(1).numberOfReplicas(0));
  }

  /** The warning when the pipeline p changes to these processors. */
  private Optional<String> put(String... processors) {
    PipelineConfigs before = configs();
    processors("p", processors);
    return new RecipeChanges(before, configs(), metadata.build()).warning("p");
  }

  private static String told(String changes, String indexes) {
    return "pipeline [p] changes what it writes: "
        + changes
        + "; documents that are in ["
        + indexes
        + "] already keep their values, which cannot be compared with new ones; use a field of"
        + " their own for the new values, or write all documents again with [_update_by_query] and"
        + " the pipeline of the index";
  }

  private static String step(String type, String more) {
    return "{'" + type + "':{'fields':['a','b'],'target_field':'print'" + more + "}}";
  }

  private void assertTold(String type, String before, String after, String difference) {
    processors("p", step(type, before));
    assertEquals(Optional.of(told("[print] (" + difference + ")", "news")), put(step(type, after)));
    processors("p", step(type, after));
    assertTrue(before + " <- " + after, put(step(type, before)).isPresent());
  }

  private void assertSame(String before, String after) {
    processors("p", before);
    assertEquals(Optional.empty(), put(after));
    processors("p", after);
    assertEquals(Optional.empty(), put(before));
  }

  public void testEveryParameterOfMeaning() {
    index("news", "p");
    assertTold(
        "simhash", "", ",'analyzer':'english'", "[analyzer] was [standard] and is [english]");
    assertTold("simhash", "", ",'hash':'xxh3_64'", "[hash] was [xxh64] and is [xxh3_64]");
    assertTold(
        "simhash",
        ",'features':'shingle'",
        ",'features':{'type':'shingle','size':2}",
        "[features] was [shingle of size 3] and is [shingle of size 2]");
    assertTold(
        "simhash",
        ",'features':'char_ngram'",
        "",
        "[analyzer] was [none] and is [standard], [features] was [char_ngram of size 4] and is"
            + " [shingle of size 3]");
    assertTold("simhash", "", ",'weights':'tf'", "[weights] was [none] and is [tf]");
    assertTold("simhash", "", ",'top_features':9", "[top_features] was [all] and is [9]");
    assertTold(
        "simhash",
        ",'weights':'tf_idf','idf':'news@111111111111'",
        ",'weights':'tf_idf','idf':'news@222222222222','idf_default':'mean'",
        "[idf] was [news@111111111111] and is [news@222222222222],"
            + " [idf_default] was [median] and is [mean]");
    assertTold("minhash", "", ",'hash':'xxh3_64'", "[hash] was [xxh64] and is [xxh3_64]");
    assertTold("minhash", "", ",'numbers':true", "[numbers] was [false] and is [true]");
    assertTold(
        "minhash",
        "",
        ",'features':'token'",
        "[features] was [shingle of size 3] and is [token of size 1]");
    processors("p", step("simhash", ""));
    assertThat(
        put(step("simhash", "").replace("'a'", "'a^2'")).get(),
        containsString("[print] ([fields] was [a, b] and is [a^2.0, b]);"));
    processors("p", step("simhash", ""));
    assertThat(
        put(step("simhash", ",'algorithm':'python_simhash_v1'")).get(),
        containsString(
            "[algorithm] was [simhash64_v1] and is [python_simhash_v1], [analyzer] was"));
    processors("p", step("simhash", ""));
    assertThat(
        put(step("minhash", "")).get(),
        containsString("[algorithm] was [simhash64_v1] and is [minhash]"));
  }

  public void testWhatMeansTheSame() {
    index("news", "p");
    assertSame(
        step("simhash", ""),
        step(
            "simhash",
            ",'analyzer':'standard','features':{'type':'shingle','size':'3'},'hash':'xxh64',"
                + "'weights':'none','algorithm':'simhash64_v1','min_features':5,"
                + "'ignore_missing':true,'tag':'x','if':'true'"));
    assertSame(step("simhash", ""), step("simhash", "").replace("'a','b'", "'a^2','_source.b^2'"));
    assertSame(
        step("simhash", ",'features':'token'"),
        step("simhash", ",'features':'token'").replace("'a','b'", "'b','a'"));
    assertSame(step("minhash", ""), step("minhash", ",'weights':'none'"));
    // A pin that says what was so anyway; the filter of dictionaries asks for it.
    assertSame(
        step("simhash", ",'weights':'tf_idf','idf':'news'"),
        step("simhash", ",'weights':'tf_idf','idf':'news@111111111111'"));
    assertSame(step("simhash", ""), "{'set':{'field':'c','value':1}}," + step("simhash", ""));
    String english = step("simhash", ",'analyzer':'english','if':'true'");
    assertSame(english + "," + step("simhash", ""), step("simhash", "") + "," + english);
  }

  public void testOrderMattersWhereFeaturesReachFromOneFieldIntoTheNext() {
    index("news", "p");
    processors("p", step("simhash", ""));
    assertThat(
        put(step("simhash", "").replace("'a','b'", "'b','a'")).get(),
        containsString("[fields] was [a, b] and is [b, a]"));
  }

  public void testOneOfSeveralWriters() {
    index("news", "p");
    processors("p", step("simhash", ",'if':'true'"), step("simhash", ",'analyzer':'english'"));
    assertThat(
        put(step("simhash", "")).get(), containsString("[print] (by other processors now);"));
  }

  public void testAFieldOfItsOwnIsNoChangeAndAnotherTargetIs() {
    index("news", "p");
    processors("p", PRINT, NEAR_DUP);
    String another = PRINT.replace("'a'", "'b'").replace("print", "print2");
    assertEquals(Optional.empty(), put(PRINT, NEAR_DUP, another));
    assertEquals(
        Optional.empty(), put(PRINT, another, "{'near_dup':{'field':'print2','max_distance':7}}"));
    assertEquals(
        Optional.of(told("[near_dup] (no longer written)", "news")),
        put(PRINT, another, "{'near_dup':{'field':'print2','target_field':'dup'}}"));
    assertEquals(
        Optional.of(told("[print] (no longer written)", "news")),
        put(another, "{'near_dup':{'field':'print2','target_field':'dup'}}"));
    assertEquals(
        Optional.of(told("[dup] (no longer written); [print2] (no longer written)", "news")),
        put());
  }

  public void testIndexesAreNamedWhateverWayTheyUseIt() {
    String other = PRINT.replace("'a'", "'b'");
    processors("p", PRINT);
    assertEquals("nobody uses it", Optional.empty(), put(other));
    processors("outer", call("p"));
    processors("far", "{'set':{'field':'c','value':1}}", call("outer"));
    processors("else", PRINT);
    index("by-call", "far");
    index("not", "else");
    index("none", "_none");
    index("gone", "missing");
    index("last", Settings.builder().put(IndexSettings.FINAL_PIPELINE.getKey(), "p"));
    for (int i = 0; i < 7; i++) {
      index("news-" + i, "p");
    }
    assertThat(
        put(PRINT).orElseThrow(),
        containsString("in [by-call, last, news-0, news-1, news-2 and 4 more] already"));
    processors("q", other);
    assertTrue("moved into a pipeline that it calls", put(call("q")).isPresent());
    assertEquals(Optional.empty(), put(other));
  }

  public void testAsManyAsAHeaderHolds() {
    index("news", "p");
    String[] some = new String[8];
    String[] others = new String[8];
    for (int i = 0; i < some.length; i++) {
      some[i] = PRINT.replace("print", "print" + i);
      others[i] = some[i].replace("'a'", "'b'");
    }
    processors("p", some);
    String told = put(others).orElseThrow();
    assertThat(told, containsString("[print4] ([fields] was [a] and is [b]) and 3 more; "));
    assertThat(told, not(containsString("print5")));
  }

  public void testANewPipelineChangesNothing() {
    index("news", "r");
    PipelineConfigs before = configs();
    processors("r", PRINT);
    assertEquals(
        Optional.empty(), new RecipeChanges(before, configs(), metadata.build()).warning("r"));
  }
}
