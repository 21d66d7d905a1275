// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@code numbers}: kept, equal or ignored, wherever signatures are compared. */
public class NumbersRuleTests extends NodeTestCase {
  private static final Map<String, List<String>> NEAR_ONE =
      Map.of(
          "'kept'", List.of("2", "4"), "'equal'", List.of("2"), "'ignore'", List.of("2", "3", "4"));

  private static final Map<String, Map<String, Integer>> COUNTS =
      Map.of("3", Map.of("hit", 1, "asked", 1), "4", Map.of("hit", 1, "asked", 0));

  private static final Map<String, Integer> ONE_MORE = Map.of("duplicate", 1, "of", 0);

  /** What duplicates of 1 tell. */
  private static final Map<String, Map<String, Object>> TOLD =
      Map.of(
          "'kept'",
          Map.of("4", ONE_MORE),
          "'ignore'",
          Map.of("3", Map.of("duplicate", 1, "of", 1), "4", ONE_MORE));

  private static void stored(String stages, String onDuplicate) throws IOException {
    pipeline(
        "p",
        "{'minhash':{'fields':['text'],'target_field':'signature','features':'token',"
            + "'analyzer':'near_dup','numbers':true}}",
        "{'simhash':{'fields':['text'],'target_field':'print','features':'token',"
            + "'analyzer':'near_dup'}}",
        "{'near_dup':{'reveal':true,'on_duplicate':'"
            + onDuplicate
            + "','stages':["
            + stages
            + "]}}");
  }

  /** 2 has the same numbers as 1, 3 has others, 4 one more. */
  private static void stories(String stages) throws IOException {
    stored(stages, "tag");
    index(
        "news",
        "'index.default_pipeline':'p'",
        "'signature':{'type':'minhash','similarity':0.7},'print':{'type':'simhash'}");
    String[] texts = {"65.50", "65.50", "66.50", "65.50"};
    String[] ends = {"", " again", "", " of 1987"};
    for (int i = 0; i < texts.length; i++) {
      String text = story(texts[i]) + ends[i];
      document("news", "" + (i + 1), "{'text':'" + text + "'}");
    }
  }

  @SuppressWarnings("unchecked")
  private static List<String> duplicates() throws IOException {
    List<String> found = new ArrayList<>();
    for (String id : List.of("1", "2", "3", "4")) {
      Map<String, Object> decision = (Map<String, Object>) source("news", id).get("near_dup");
      if ("duplicate".equals(decision.get("status"))) {
        found.add(id);
      }
    }
    return found;
  }

  public void testAtIngest() throws IOException {
    for (String stage :
        List.of(
            "{'minhash':'signature','similarity':0.7,'numbers':%s}",
            "{'minhash':'signature','similarity':0.7,'recall':1,'numbers':%s}",
            "{'simhash':'print','max_distance':11,"
                + "'verify':{'minhash':'signature','similarity':0.7,'numbers':%s}}")) {
      for (Map.Entry<String, List<String>> rule : NEAR_ONE.entrySet()) {
        stories(stage.replace("%s", rule.getKey()));
        assertEquals(stage + rule, rule.getValue(), duplicates());
        assertEquals(200, call("DELETE", "news", null).status());
      }
    }
  }

  private static void tellHowManyDiffer() throws IOException {
    for (String near :
        List.of(
            "'field':'signature','similarity':0.7,'numbers':'ignore'",
            "'field':'print','max_distance':30,'verify':{'minhash':'signature','similarity':0.7,"
                + "'numbers':'ignore'}")) {
      Answer found = succeeded(post("news/_near_dup", "{'id':'1','_source':false," + near + "}"));
      for (Object each : (List<?>) found.at("results.0.hits")) {
        Map<?, ?> hit = (Map<?, ?>) each;
        assertEquals(near, COUNTS.get((String) hit.get("_id")), hit.get("numbers_count"));
      }
    }
    Answer explained =
        succeeded(
            post(
                "news/_explain/4",
                "{'query':{'near_dup':{'signature':{'id':'1','similarity':0.7,"
                    + "'numbers':'equal'}}}}"));
    assertEquals(
        "not similar by [numbers] [equal], whatever else they share: the document has 1 that what"
            + " is searched for lacks, and lacks 0 of its numbers",
        explained.at("explanation.description"));
  }

  public void testSearched() throws IOException {
    stories("{'minhash':'signature','similarity':0.7}");
    for (Map.Entry<String, List<String>> rule : NEAR_ONE.entrySet()) {
      String numbers = ",'numbers':" + rule.getKey();
      for (String near :
          List.of(
              "'signature':{'id':'1','similarity':0.7" + numbers + "}",
              "'signature':{'id':'1','similarity':0.7,'recall':1" + numbers + "}",
              "'print':{'id':'1','max_distance':30,'verify':{'minhash':'signature',"
                  + "'similarity':0.7"
                  + numbers
                  + "}}")) {
        Answer found =
            succeeded(
                post(
                    "news/_search",
                    "{'query':{'bool':{'must':{'near_dup':{"
                        + near
                        + "}},'must_not':{'ids':{'values':['1']}}}}}"));
        assertEquals(near, rule.getValue(), found.found().stream().sorted().toList());
      }
      for (String near :
          List.of(
              "'field':'signature','similarity':0.7" + numbers,
              "'field':'print','max_distance':30,'verify':{'minhash':'signature',"
                  + "'similarity':0.7"
                  + numbers
                  + "}")) {
        Answer found = succeeded(post("news/_near_dup", "{'id':'1','_source':false," + near + "}"));
        assertEquals(near, rule.getValue(), found.ids().stream().sorted().toList());
        for (Object hit : (List<?>) found.at("results.0.hits")) {
          assertTrue(hit.toString(), (double) ((Map<?, ?>) hit).get("jaccard") > 0.7);
        }
      }
    }
    tellHowManyDiffer();
    Answer url = succeeded(call("GET", "news/_near_dup?field=signature&id=1&numbers=ignore", null));
    assertEquals(3, url.ids().size());
  }

  public void testGroupedAndCollapsed() throws IOException {
    stories("{'minhash':'signature','similarity':0.7}");
    for (Map.Entry<String, List<String>> rule : NEAR_ONE.entrySet()) {
      String numbers = ",'numbers':" + rule.getKey();
      for (String near :
          List.of(
              "'field':'signature','similarity':0.7,'recall':1" + numbers,
              "'field':'print','max_distance':11,'verify':{'minhash':'signature',"
                  + "'similarity':0.7"
                  + numbers
                  + "}")) {
        Answer groups = succeeded(post("news/_near_dup/groups", "{" + near + "}"));
        assertEquals(near, rule.getValue().size(), groups.at("duplicates"));
      }
      Answer shown =
          succeeded(
              post(
                  "news/_search",
                  "{'query':{'match_all':{}},'sort':['_doc'],'ext':{'near_dup_collapse':"
                      + "{'field':'signature','similarity':0.7"
                      + numbers
                      + "}}}"));
      assertEquals(4 - rule.getValue().size(), shown.found().size());
    }
  }

  /** What the decisions tell of numbers, by id. */
  @SuppressWarnings("unchecked")
  private static Map<String, Object> told(String index) throws IOException {
    Map<String, Object> told = new TreeMap<>();
    for (String id : List.of("1", "2", "3", "4")) {
      Map<String, Object> decision = (Map<String, Object>) source(index, id).get("near_dup");
      if (decision != null && decision.get("numbers_count") != null) {
        told.put(id, decision.get("numbers_count"));
      }
    }
    return told;
  }

  /** What records tell of them. */
  private static Map<String, Object> recorded() throws IOException {
    Answer records =
        succeeded(post("records/_search", "{'query':{'exists':{'field':'numbers_count.of'}}}"));
    Map<String, Object> told = new TreeMap<>();
    for (Object each : (List<?>) records.at("hits.hits")) {
      Map<?, ?> record = (Map<?, ?>) ((Map<?, ?>) each).get("_source");
      told.put((String) record.get("id"), record.get("numbers_count"));
    }
    return told;
  }

  /** The same documents, past the processor that decides. */
  private static void copy() throws IOException {
    index("copy", "", "'signature':{'type':'minhash'},'print':{'type':'simhash'}");
    for (String id : List.of("1", "2", "3", "4")) {
      Map<String, Object> source = source("news", id);
      String signature = "{'n':" + id + ",'signature':'" + source.get("signature");
      document("copy", id, signature + "','print':'" + source.get("print") + "'}");
    }
  }

  private static void apply(String near, boolean reviewed) throws IOException {
    put("copy/_mapping", "{'properties':{'near_dup':{'type':'near_dup'}}}");
    String action = reviewed ? "" : ",'action':'tag'";
    succeeded(post("copy/_near_dup/groups", "{" + near + ",'dest':'records'" + action + "}"));
    if (reviewed) {
      succeeded(post("_near_dup/groups/_apply", "{'action':'tag','dest':'records'}"));
    }
  }

  private static void tag(String near, int tagged) throws IOException {
    Answer answer = succeeded(post("copy/_near_dup/groups", "{" + near + ",'action':'tag'}"));
    assertEquals(near, tagged, answer.at("tagged"));
  }

  /** Changes what the decision of 4 tells. */
  private static void tell(String numbers) throws IOException {
    String decision = "{'doc':{'near_dup':{'numbers_count':" + numbers + "}}}";
    succeeded(post("copy/_update/4?refresh=true", decision));
  }

  /** At ingest, by tags, in records, and by what is applied of these. */
  public void testDecisionsAndRecordsTellTheSame() throws IOException {
    String verify = ",'verify':{'minhash':'signature','similarity':0.7,'numbers':";
    Map<String, String> ways =
        Map.of(
            "{'minhash':'signature','similarity':0.7,'recall':1,'numbers':%s}",
            "'field':'signature','similarity':0.7,'recall':1,'numbers':%s",
            "{'simhash':'print','max_distance':11" + verify + "%s}}",
            "'field':'print','max_distance':11" + verify + "%s}");
    for (String stage : ways.keySet()) {
      for (String rule : TOLD.keySet()) {
        String near = ways.get(stage).replace("%s", rule) + ",'keep':[{'n':'asc'}]";
        stories(stage.replace("%s", rule));
        assertEquals(near, TOLD.get(rule), told("news"));
        for (boolean reviewed : new boolean[] {true, false}) {
          copy();
          apply(near, reviewed);
          assertEquals(near, TOLD.get(rule), told("copy"));
          assertEquals(near, TOLD.get(rule), recorded());
          // What is in no group has no record.
          tag(near, reviewed && rule.equals("'kept'") ? 1 : 0);
          assertEquals(near, TOLD.get(rule), told("copy"));
          for (String anew : List.of("", ",'decide':'anew'")) {
            tell("null");
            tag(near + anew, 0);
            tell("{'duplicate':3,'of':0}");
            tag(near + anew, 1);
            assertEquals(near, TOLD.get(rule), told("copy"));
          }
          assertEquals(200, call("DELETE", "copy,records", null).status());
        }
        assertEquals(200, call("DELETE", "news", null).status());
      }
    }
  }

  /** A document that is not written is told what it would have said. */
  public void testFailuresTellTheSame() throws IOException {
    for (String stage :
        List.of(
            "{'minhash':'signature','similarity':0.7,'numbers':'ignore'}",
            "{'minhash':'signature','similarity':0.7,'recall':1,'numbers':'ignore'}",
            "{'simhash':'print','max_distance':11,'verify':{'minhash':'signature',"
                + "'similarity':0.7,'numbers':'ignore'}}")) {
      stories(stage);
      Map<?, ?> decision = (Map<?, ?>) source("news", "3").get("near_dup");
      stored(stage, "fail");
      Answer failed = call("PUT", "news/_doc/5", "{'text':'" + story("66.50") + "'}");
      assertEquals(409, failed.status());
      for (String told : List.of("distance", "jaccard", "jaccard_estimate")) {
        Object value = decision.get(told);
        assertEquals(value != null, failed.reason().contains("\"" + told + "\":" + value));
      }
      assertThat(failed.reason(), containsString("\"numbers_count\":{\"duplicate\":1,\"of\":1}};"));
      assertEquals(200, call("DELETE", "news", null).status());
    }
  }

  public void testRefused() throws IOException {
    stories("{'minhash':'signature','similarity':0.7}");
    String[][] refused = {
      {"news/_near_dup", "{'field':'signature','id':'1','numbers':'all'}"},
      {"news/_near_dup", "{'field':'signature','id':'1','numbers':true}"},
      {
        "news/_near_dup",
        "{'field':'print','id':'1','verify':{'minhash':'signature',"
            + "'similarity':0.7,'numbers':7}}"
      },
      {"news/_near_dup/groups", "{'field':'signature','similarity':0.7,'numbers':'all'}"},
      {"news/_search", "{'query':{'near_dup':{'signature':{'id':'1','numbers':'all'}}}}"},
      {"news/_search", "{'ext':{'near_dup_collapse':{'field':'signature','numbers':'all'}}}"},
    };
    for (String[] one : refused) {
      Answer answer = post(one[0], one[1]);
      assertEquals(answer.reason(), 400, answer.status());
      assertThat(answer.toString(), containsString("must be [kept], [equal] or [ignore], got ["));
    }
    Answer answer =
        call(
            "PUT",
            "_ingest/pipeline/q",
            "{'processors':[{'near_dup':{'stages':[{'minhash':'signature','similarity':0.7,"
                + "'numbers':'all'}]}}]}");
    assertEquals(400, answer.status());
    assertThat(answer.reason(), containsString("must be [kept], [equal] or [ignore]"));
    for (String near : List.of("'id':'1','numbers':'equal'", "'hash':'00','numbers':'equal'")) {
      answer = post("news/_near_dup", "{'field':'print'," + near + "}");
      assertEquals(400, answer.status());
    }
    answer =
        post(
            "news/_near_dup",
            "{'field':'print','id':'1','verify':{'text':{'lost':0},'numbers':'equal'}}");
    assertThat(answer.reason(), containsString("[verify] [numbers] belongs to [minhash]"));
  }

  private static String story(String amount) {
    return "the board of the company said on Monday that it will pay a dividend of "
        + amount
        + " cents a share to all who hold shares at the end of the month, and that it expects to"
        + " pay as much in the second half of the year";
  }
}
