// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.texts;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** {@code _near_dup/survey}: what it shows, and what it refuses. */
public class SurveyTests extends NodeTestCase {
  private static final String GRAIN =
      "The grain board sold two cargoes of wheat for March and paid ";

  private static void news() throws IOException {
    pipeline(
        "news", "{'minhash':{'fields':['body'],'target_field':'sketch','ignore_missing':true}}");
    index(
        "news",
        "'default_pipeline':'news','number_of_shards':2",
        "'sketch':{'type':'minhash'},'story':{'type':'keyword'},'body':{'type':'text'},"
            + "'tags':{'type':'keyword'}");
    document("news", "a", "{'body':'" + GRAIN + "65.50 dollars a ton','story':'1'}");
    document("news", "b", "{'body':'" + GRAIN + "71.25 dollars a ton','story':'2'}");
    document("news", "c", "{'body':'" + GRAIN + "65.50 dollars a ton','story':'1'}");
    document("news", "d", "{'body':'Chess champion keeps the title','tags':['x','y']}");
    document("news", "e", "{'story':'1'}");
  }

  private static Answer survey(String body) throws IOException {
    return post("news/_near_dup/survey", body);
  }

  public void testShowsPairsAndWhatDiffers() throws IOException {
    news();
    Answer answer = succeeded(survey("{'fields':['body']}"));
    assertEquals("sketch", answer.at("field"));
    assertEquals("minhash", answer.at("type"));
    assertEquals(4, answer.at("documents"));
    assertEquals(1, answer.at("without_field"));
    assertEquals(1.0, answer.at("levels.0.similarity"));
    assertEquals(1, answer.at("levels.0.pairs"));
    assertEquals(2, answer.at("levels.0.near"));
    assertEquals(1, answer.at("levels.0.marked"));
    assertEquals(List.of(), answer.at("levels.0.examples.0.first.only_here"));
    int templates = 0;
    for (Object level : (List<?>) answer.at("levels")) {
      for (Object example : (List<?>) ((Map<?, ?>) level).get("examples")) {
        Map<?, ?> first = (Map<?, ?>) ((Map<?, ?>) example).get("first");
        Map<?, ?> second = (Map<?, ?>) ((Map<?, ?>) example).get("second");
        assertThat((String) first.get("text"), startsWith("The grain board"));
        if ("b".equals(first.get("_id")) || "b".equals(second.get("_id"))) {
          boolean isFirst = "b".equals(first.get("_id"));
          assertEquals(List.of(isFirst ? "71.25" : "65.50"), first.get("only_here"));
          assertEquals(List.of(isFirst ? "65.50" : "71.25"), second.get("only_here"));
          assertEquals(1, second.get("only_here_total"));
          templates++;
        }
      }
    }
    assertEquals("b is near to a and to c", 2, templates);
    Answer unread = succeeded(survey("{'fields':['tags','boddy']}"));
    assertNull("no text to show", unread.at("levels.0.examples.0.first.text"));
    assertEquals(0, unread.at("levels.0.examples.0.first.only_here_total"));
    assertThat((String) answer.at("setting.reason"), containsString("read the examples"));
    assertNull(answer.at("levels.0.precision"));
  }

  public void testLabels() throws IOException {
    news();
    Answer answer = succeeded(survey("{'labels':'story'}"));
    assertEquals(3, answer.at("documents"));
    assertEquals(1, answer.at("without_label"));
    assertEquals(1.0, answer.at("levels.0.precision"));
    assertEquals(1.0, answer.at("levels.0.recall"));
    assertEquals(1.0, answer.at("levels.0.f1"));
    assertEquals(0.3333, answer.at("levels.14.precision"));
    assertEquals(true, answer.at("levels.0.examples.0.same"));
    assertTrue(answer.toString(), (Double) answer.at("setting.similarity") > 0.6);
    assertThat((String) answer.at("setting.reason"), containsString("F1"));
  }

  public void testPairs() throws IOException {
    news();
    Answer answer =
        succeeded(
            survey("{'pairs':[['a','c',true],['a','b',false],['a','e',true],['d','b',false]]}"));
    assertEquals(4, answer.at("pairs"));
    assertEquals(1, answer.at("without_field"));
    assertEquals(1.0, answer.at("levels.0.precision"));
    assertEquals("the text of [e] is not there to be found", 0.5, answer.at("levels.0.recall"));
    assertNull(answer.at("levels.0.marked"));
  }

  public void testFindsTheSignatureOfADecision() throws IOException {
    pipeline("news", "{'near_dup':{'fields':['body']}}");
    put("news", "{'settings':{'default_pipeline':'news'}}");
    document("news", "a", "{'body':'" + GRAIN + "65.50 dollars a ton'}");
    document("news", "b", "{'body':'" + GRAIN + "65.50 dollars a ton, traders said'}");
    Answer answer = succeeded(survey("{'fields':['body']}"));
    assertEquals("near_dup.signature", answer.at("field"));
    assertEquals(2, answer.at("levels.14.near"));
    assertEquals(1, answer.at("levels.14.marked"));
  }

  public void testTagsAreNoText() throws IOException {
    pipeline("news", "{'near_dup':{'fields':['body'],'html':true}}");
    put("news", "{'settings':{'default_pipeline':'news'}}");
    document("news", "a", "{'body':'<p id=4711>" + GRAIN + "65.50</p>'}");
    document("news", "b", "{'body':'<p id=4712>" + GRAIN + "65.50</p>'}");
    Answer answer = succeeded(survey("{'fields':['body']}"));
    assertThat((String) answer.at("levels.0.examples.0.first.text"), containsString("\n" + GRAIN));
    assertEquals(List.of(), answer.at("levels.0.examples.0.first.only_here"));
  }

  /** As the newest index of a data stream is, until a document is written to it. */
  public void testAnIndexWithoutTheField() throws IOException {
    news();
    put("newest", "{}");
    Answer answer = succeeded(post("news,newest/_near_dup/survey", "{'fields':['body']}"));
    assertEquals(4, answer.at("documents"));
    assertEquals(1, answer.at("levels.0.marked"));
  }

  /** Two amounts are two stories, unless numbers are to say nothing. */
  public void testNumbers() throws IOException {
    pipeline("news", "{'minhash':{'fields':['body'],'target_field':'sketch','numbers':true}}");
    index("news", "'default_pipeline':'news'", "'sketch':{'type':'minhash'}");
    document("news", "a", "{'body':'" + GRAIN + "65.50 dollars a ton'}");
    document("news", "b", "{'body':'" + GRAIN + "71.25 dollars a ton'}");
    assertEquals(0, succeeded(survey("{}")).at("levels.14.near"));
    assertEquals(2, succeeded(survey("{'numbers':'ignore'}")).at("levels.14.near"));
  }

  private static void assertRefused(String body, String reason) throws IOException {
    Answer answer = survey(body);
    assertEquals(answer.toString(), 400, answer.status());
    assertThat((String) answer.at("error.reason"), containsString(reason));
  }

  public void testRefused() throws IOException {
    news();
    assertRefused("{'field':'body'}", "[field] must be of type [minhash] or [simhash]");
    assertRefused("{'field':'nothing'}", "got [nothing], which is not mapped");
    assertRefused("{'labels':'body'}", "[labels] must be a field whose equal values");
    assertRefused("{'labels':'nothing'}", "[nothing], which is not mapped");
    assertRefused("{'labels':'tags'}", "[labels] must be a field of one value, but [tags] has [2]");
    assertRefused(
        "{'pairs':[['a','x',true],['y','b',false]]}",
        "[pairs] must name documents of the indexes, but [2] of [4] ids name none: [x, y]");
    put("bare", "{'mappings':{'properties':{'story':{'type':'keyword'}}}}");
    Answer none = post("bare/_near_dup/survey", "{}");
    assertEquals(none.toString(), 400, none.status());
    assertThat((String) none.at("error.reason"), startsWith("[field] must be of type [minhash]"));
    put("bare/_mapping", "{'properties':{'one':{'type':'simhash'},'two':{'type':'simhash'}}}");
    assertThat(
        (String) post("bare/_near_dup/survey", "{}").at("error.reason"),
        containsString("the indexes have [one, two]"));
    assertThat(
        (String)
            post("bare/_near_dup/survey", "{'field':'one','labels':'story'}").at("error.reason"),
        startsWith("[labels] names no document"));
    assertThat(
        post("bare,news/_near_dup/survey", "{'field':'one','pairs':[['a','b',true]]}")
            .body()
            .toString(),
        containsString("without_field=2"));
    document("bare", "a", "{'one':'00000000000000ff'}");
    assertThat(
        (String)
            post("bare,news/_near_dup/survey", "{'field':'one','pairs':[['a','b',true]]}")
                .at("error.reason"),
        containsString("occur once, got [a], which is in ["));
    assertThat(
        (String) post("far:news/_near_dup/survey", "{'field':'one'}").at("error.reason"),
        startsWith("[index] must be of this cluster"));
  }

  /** A survey would say that nothing is labeled. */
  public void testLabelsOutsideTheSource() throws IOException {
    put(
        "news",
        "{'mappings':{'_source':{'excludes':['story']},'properties':{'one':{'type':'simhash'},"
            + "'story':{'type':'keyword'}}}}");
    document("news", "a", "{'one':'00000000000000ff','story':'s'}");
    assertRefused("{'labels':'story'}", "[story] of the document [a] is in the index only");
  }

  /** Twenty megabytes in the sample. */
  public void testLongLabels() throws IOException {
    index("news", "'number_of_shards':1", "'one':{'type':'simhash'},'story':{'type':'keyword'}");
    for (int i = 0; i < 640; i++) {
      call(
          "PUT",
          "news/_doc/" + i,
          "{'one':'00000000000000ff','story':'" + i + "x".repeat(32_000) + "'}");
    }
    call("POST", "news/_refresh", null);
    assertRefused("{'labels':'story'}", "[labels] must be short values, such as ids, but those of");
    succeeded(survey("{'labels':'story','size':50}"));
  }

  public void testOtherKind() throws IOException {
    put("bare", "{'mappings':{'properties':{'one':{'type':'simhash'}}}}");
    document("bare", "a", "{'one':'00000000000000ff'}");
    for (String given : List.of("'recall':0.5", "'numbers':'equal'")) {
      Answer answer = post("bare/_near_dup/survey", "{" + given + "}");
      assertEquals(answer.toString(), 400, answer.status());
      String name = given.substring(1, given.indexOf(':') - 1);
      assertThat(
          (String) answer.at("error.reason"), startsWith("[" + name + "] does not apply to field"));
    }
  }

  public void testEmptyIndex() throws IOException {
    put("bare", "{'mappings':{'properties':{'one':{'type':'simhash'}}}}");
    Answer answer = succeeded(post("bare/_near_dup/survey", "{}"));
    assertEquals(0, answer.at("documents"));
    assertEquals(3, answer.at("setting.max_distance"));
    assertThat((String) answer.at("setting.reason"), startsWith("the default"));
  }
}
