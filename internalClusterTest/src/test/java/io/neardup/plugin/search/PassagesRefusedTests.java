// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.greaterThan;

import io.neardup.plugin.Answer;
import java.io.IOException;
import java.util.List;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;

/** Questions about passages that have no answer are refused, not answered by nothing. */
public class PassagesRefusedTests extends PassagesTestCase {
  /** What cannot be found is refused, not answered by nothing. */
  public void testTextsOfNestedObjects() throws IOException {
    put(
        "news",
        "{'mappings':{'properties':{'parts':{'type':'nested','properties':{"
            + "'body':{'type':'text','fields':{'passages':{'type':'passages','min_passage':10}}}}}}}}");
    write("1", "'x'", ",'parts':[{'body':'" + words("s", 0, 30) + "'}]");
    for (String endpoint : List.of("passages", "boilerplate")) {
      String text = endpoint.equals("passages") ? ",'text':'" + words("s", 0, 30) + "'" : "";
      Answer refused =
          post("news/_near_dup/" + endpoint, "{'field':'parts.body.passages'" + text + "}");
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(
          refused.reason(),
          containsString(
              "[field] must not be in a [nested] object, got [parts.body.passages] in [parts];"));
    }
  }

  public void testRefusals() throws Exception {
    put("news", MAPPING);
    write("1", "one");
    assertRefused(
        400,
        "[field] is required: a field of type [passages], such as [content.passages]",
        post("news/_near_dup/passages", "{'text':'x'}"));
    assertRefused(
        400,
        "[size] must be an integer from [1] to [1000], got [0]",
        post("news/_near_dup/passages", "{'field':'body.passages','text':'x','size':0}"));
    assertRefused(
        400,
        "[passages] must be an integer from [1] to [1000], got [many]",
        post("news/_near_dup/passages", "{'field':'body.passages','text':'x','passages':'many'}"));
    assertRefused(
        400,
        "[passages] requires exactly one of [text], [doc] and [id], got none",
        post("news/_near_dup/passages", "{'field':'body.passages'}"));
    assertEquals(
        404, post("news/_near_dup/passages", "{'field':'body.passages','id':'2'}").status());
    for (String bad :
        List.of(
            "'field':'body','text':'x'",
            "'field':'nothing','text':'x'",
            "'field':'body.passages','text':'…'",
            "'field':'body.passages','doc':{'title':'x'}",
            "'field':'body.passages','text':'x','min_words':9",
            "'field':'body.passages','text':'x','texts':'y'",
            "'field':'body.passages','text':'" + words("x", 0, 60_000) + "'")) {
      Answer answer = post("news/_near_dup/passages", "{" + bad + "}");
      assertEquals(answer.toString(), 400, answer.status());
    }
    CircuitBreaker breaker =
        getInstanceFromNode(CircuitBreakerService.class).getBreaker(CircuitBreaker.REQUEST);
    assertBusy(() -> assertEquals("what was refused is held", 0, breaker.getUsed()));
  }

  /** No answer is no answer that nothing is quoted. */
  public void testTextsThatCannotBeRead() throws IOException {
    put("news", MAPPING.replace("'properties'", "'_source':{'excludes':['body']},'properties'"));
    write("1", words("s", 0, 30));
    String text = "'field':'body.passages','text':'" + words("s", 0, 30) + "'";
    for (String endpoint : List.of("passages", "boilerplate")) {
      String body = endpoint.equals("passages") ? text : "'field':'body.passages','min_count':2";
      write("2", words("s", 0, 30));
      Answer refused = post("news/_near_dup/" + endpoint, "{" + body + "}");
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(
          refused.reason(),
          containsString("[field] must be of texts that can be read, got [body.passages], which"));
    }
    assertEquals(
        2,
        succeeded(
                post(
                    "news/_search",
                    "{'query':{'passages':{'body.passages':{'text':'"
                        + words("s", 0, 30)
                        + "'}}}}"))
            .at("hits.total.value"));
    assertRefused(
        400,
        "[id] names the document [1] in [news], which has no text for [body.passages]; ask with"
            + " [text]",
        post("news/_near_dup/passages", "{'field':'body.passages','id':'1'}"));
  }

  public void testFieldsThatDiffer() throws IOException {
    put("news", MAPPING);
    put("mail", MAPPING.replace("'min_passage':10", "'min_passage':12,'html':true"));
    for (String endpoint : List.of("passages", "boilerplate")) {
      String text = endpoint.equals("passages") ? ",'text':'" + words("x", 0, 30) + "'" : "";
      Answer answer =
          post("news,mail/_near_dup/" + endpoint, "{'field':'body.passages'" + text + "}");
      assertEquals(answer.toString(), 400, answer.status());
      assertEquals(
          "[field] must be mapped alike in all indexes, got [min_passage] [10], [html] [false] and"
              + " [min_passage] [12], [html] [true]; ask for each index by itself",
          answer.at("error.reason"));
    }
  }

  public void testOneIdInTwoShards() throws IOException {
    put("news", MAPPING);
    for (String routing : List.of("a", "b", "c", "d", "e", "f")) {
      String path = "news/_doc/1?refresh=true&routing=" + routing;
      succeeded(call("PUT", path, "{'body':'" + words(routing, 0, 12) + "'}"));
    }
    String query = "{'query':{'passages':{'body.passages':{'id':'1'}}}}";
    for (Answer refused :
        List.of(
            post("news/_near_dup/passages", "{'field':'body.passages','id':'1'}"),
            post("news/_search", query))) {
      assertEquals(refused.toString(), 400, refused.status());
      assertThat(
          refused.reason(),
          containsString(
              "[id] must name one document, got [1] in [news] twice, by different routings; say"
                  + " which with [routing]"));
    }
    assertEquals(12, number(ask("'id':'1','routing':'f'").get("question"), "words"));
    // The others are answers, as long as they are others.
    for (String routing : List.of("a", "b", "c", "d", "e", "f", "")) {
      String path = "news/_doc/1?refresh=true" + (routing.isEmpty() ? "" : "&routing=" + routing);
      succeeded(call("PUT", path, "{'body':'" + words("x", 0, 12) + "'}"));
    }
    int copies = ((List<?>) post("news/_search", "{}").at("hits.hits")).size();
    List<?> others = (List<?>) ask("'id':'1','routing':'f'").get("hits");
    assertEquals(others.toString(), copies - 1, others.size());
    assertThat(copies, greaterThan(1));
  }
}
