// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.survey;

import io.neardup.action.Json;
import io.neardup.action.survey.SurveyRequest.LabeledPair;
import io.neardup.fingerprint.minhash.NumbersRule;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.test.OpenSearchTestCase;

public class SurveyRequestTests extends OpenSearchTestCase {
  private static SurveyRequest parse(String body) throws IOException {
    return Json.body(body, parser -> SurveyRequestParser.parse(parser, new SearchRequest("news")));
  }

  private static String refusal(String body) {
    return expectThrows(IllegalArgumentException.class, () -> parse(body)).getMessage();
  }

  public void testParameters() throws IOException {
    SurveyRequest.Options all = parse("{}").options();
    assertNull(all.field());
    assertEquals(1000, all.size());
    assertEquals(0, all.seed());
    assertNull(all.recall());
    assertNull(all.numbers());
    assertEquals(List.of(), all.fields());
    SurveyRequest request =
        parse(
            "{'field':'f','size':10000,'seed':7,'recall':'0.5','numbers':'equal','fields':'a','labels':'l'}");
    assertEquals(List.of("a"), request.options().fields());
    assertEquals("l", request.options().labels());
    assertEquals(0.5, request.options().recall(), 0);
    assertEquals(NumbersRule.EQUAL, request.options().numbers());
    assertEquals("indices[news], field[f], size[10000], seed[7]", request.getDescription());
    request = parse("{'pairs':[['1',2,true],['2','3',false]]}");
    assertEquals(
        List.of(new LabeledPair("1", "2", true), new LabeledPair("2", "3", false)),
        request.options().pairs());
    assertEquals("indices[news], field[], pairs[2]", request.getDescription());
  }

  public void testRefused() {
    for (String bad : List.of("0", "10001", "-1", "1.5", "'2'")) {
      assertEquals(
          "[size] must be an integer from 1 to 10000, got [" + bad.replace("'", "") + "]",
          refusal("{'size':" + bad + "}"));
    }
    assertEquals(
        "[seed] must be an integer from 0 to 2147483647, got [-1]", refusal("{'seed':-1}"));
    assertTrue(refusal("{'recall':0}").startsWith("[recall] must be greater than 0"));
    assertTrue(refusal("{'numbers':'all'}").startsWith("[numbers] must be [kept], [equal]"));
    assertTrue(refusal("{'fields':[]}").startsWith("[fields] must be 1 to 20 names of fields"));
    assertTrue(refusal("{'fields':[['a']]}").endsWith("got [[a]]"));
    assertTrue(refusal("{'fields':['a*']}").startsWith("[fields] must be the name of a field"));
    assertEquals(
        "[1:2] [near_dup_survey] unknown field [label] did you mean [labels]?",
        refusal("{'label':'l'}"));
  }

  public void testRefusedPairs() {
    assertEquals("[pairs] must be 1 to 10000 pairs, got [0]", refusal("{'pairs':[]}"));
    String many =
        IntStream.rangeClosed(0, 10_000)
            .mapToObj(i -> "['a','" + i + "',true]")
            .collect(Collectors.joining(","));
    assertEquals(
        "[pairs] must be 1 to 10000 pairs, got [10001]", refusal("{'pairs':[" + many + "]}"));
    for (String bad :
        List.of("['a','b']", "['a','b',1]", "['a','a',true]", "['','b',true]", "'a'")) {
      String message = refusal("{'pairs':[" + bad + "]}");
      assertTrue(message, message.startsWith("[pairs] must be lists of two different ids"));
    }
    assertEquals(
        "[pairs] must name each pair once, got [b] and [a] twice; leave one out",
        refusal("{'pairs':[['a','b',true],['b','a',false]]}"));
    for (String with : List.of("'size':5", "'seed':5", "'labels':'l'")) {
      String message = refusal("{'pairs':[['a','b',true]]," + with + "}");
      assertTrue(message, message.contains("cannot be combined with [pairs]"));
    }
  }
}
