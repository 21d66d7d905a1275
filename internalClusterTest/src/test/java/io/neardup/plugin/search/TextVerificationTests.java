// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;

import io.neardup.plugin.Answer;
import io.neardup.plugin.NodeTestCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Texts that confirm what fingerprints find: {@code verify} with {@code text}. */
public class TextVerificationTests extends NodeTestCase {
  private static final String FIELD = "'field':'print','_source':['n'],'max_distance':64,";
  private static final String TEN = "a b c d e f g h i j";

  /** Document n has its first n words of ten replaced, and 10 has another text at all. */
  private static void documents() throws IOException {
    pipeline(
        "words",
        "{'simhash':{'fields':['text'],'target_field':'print','features':'token',"
            + "'ignore_missing':true}}");
    index("news", "'default_pipeline':'words'", "'print':{'type':'simhash'}");
    for (int n = 0; n <= 10; n++) {
      document("news", "" + n, "{'n':" + n + ",'text':'" + text(n) + "'}");
    }
  }

  private static String text(int replaced) {
    String[] words = TEN.split(" ");
    for (int i = 0; i < replaced; i++) {
      words[i] = "x" + replaced + "y" + i;
    }
    return String.join(" ", words);
  }

  private static Answer ask(String parameters) throws IOException {
    return post("news/_near_dup", "{" + FIELD + parameters + "}");
  }

  private static List<String> sorted(Answer answer) throws IOException {
    return succeeded(answer).ids().stream().sorted().toList();
  }

  /** Against brute force: of each text, the part of words that it shares. */
  public void testJaccard() throws IOException {
    documents();
    for (double least : new double[] {1, 0.8, 0.5, 0.3, 0.05}) {
      List<String> expected = new ArrayList<>();
      for (int n = 1; n <= 10; n++) {
        if (jaccard(text(0), text(n)) >= least) {
          expected.add("" + n);
        }
      }
      String verify = "'verify':{'text':{'jaccard':" + least + "}}";
      List<String> found = sorted(ask("'id':'0'," + verify));
      assertEquals("" + least, expected.stream().sorted().toList(), found);
      List<String> byDoc = sorted(ask("'doc':{'text':'" + TEN + "'}," + verify));
      assertEquals("itself is near, too", found.size() + 1, byDoc.size());
    }
  }

  private static double jaccard(String left, String right) {
    Set<String> all = new HashSet<>(List.of(left.split(" ")));
    Set<String> shared = new HashSet<>(all);
    shared.retainAll(Set.of(right.split(" ")));
    all.addAll(List.of(right.split(" ")));
    return shared.size() / (double) all.size();
  }

  public void testOtherMeasures() throws IOException {
    documents();
    document("news", "long", "{'text':'" + TEN + " and quite a lot of other words behind'}");
    Answer answer = ask("'id':'0','verify':{'text':{'containment':1}}");
    assertEquals(List.of("long"), sorted(answer));
    assertEquals(1.0, answer.at("results.0.hits.0.containment"));
    answer = ask("'id':'0','verify':{'text':{'edit':0.8,'jaccard':0.1}}");
    assertEquals("3 of 19 characters are replaced, and 3 added", List.of("1"), sorted(answer));
    String edit = String.valueOf(answer.at("results.0.hits.0.edit"));
    assertEquals(1 - 4 / 22.0, Double.parseDouble(edit), 0.001);
    assertEquals(0.818182, answer.at("results.0.hits.0.jaccard"));
  }

  /** Signatures of short texts know it, too; an answer has it once. */
  public void testOneJaccard() throws IOException {
    pipeline("words", "{'minhash':{'fields':['text'],'target_field':'sign','features':'token'}}");
    index("news", "'default_pipeline':'words'", "'sign':{'type':'minhash'}");
    document("news", "a", "{'text':'" + TEN + "'}");
    document("news", "b", "{'text':'" + text(2) + "'}");
    Answer answer =
        succeeded(
            post(
                "news/_near_dup",
                "{'field':'sign','id':'a','similarity':0.5,'verify':{'text':{'jaccard':0.1}}}"));
    assertEquals(0.666667, answer.at("results.0.hits.0.jaccard"));
    assertEquals(0.666667, answer.at("results.0.hits.0.similarity"));
  }

  public void testHitsAreCutAfterwards() throws IOException {
    documents();
    String verify = "'verify':{'text':{'jaccard':0.3}%s}";
    Answer all = succeeded(ask("'id':'0'," + verify.replace("%s", "")));
    assertEquals(Map.of("value", 5, "relation", "eq"), all.at("results.0.total"));
    assertEquals(Set.of("n"), ((Map<?, ?>) all.at("results.0.hits.0._source")).keySet());
    Answer two = succeeded(ask("'id':'0','size':2," + verify.replace("%s", "")));
    assertEquals(2, two.ids().size());
    assertEquals(Map.of("value", 5, "relation", "eq"), two.at("results.0.total"));
    Answer few = succeeded(ask("'id':'0'," + verify.replace("%s", ",'max_candidates':3")));
    assertTrue("3 were looked at", few.ids().size() <= 3);
    assertEquals("gte", few.at("results.0.total.relation"));
  }

  public void testCandidatesThatCannotBeReadAreReported() throws IOException {
    documents();
    index("bare", "", "'print':{'type':'simhash'}");
    String print = String.valueOf(source("news", "0").get("print"));
    document("bare", "1", "{'print':'" + print + "','text':{'words':7}}");
    Answer answer =
        succeeded(
            post(
                "news,bare/_near_dup",
                "{'field':'print','doc':{'text':'"
                    + TEN
                    + "'},'pipeline':'words','verify':{'text':{'jaccard':0.9}}}"));
    assertEquals(List.of("0"), answer.ids());
    assertEquals("bare", answer.at("results.0.unread.0._index"));
    assertThat(
        String.valueOf(answer.at("results.0.unread.0.reason")), containsString("field [text]"));
  }

  public void testManyQuestions() throws IOException {
    documents();
    Answer answer =
        succeeded(
            ask(
                "'ids':['0','1','nobody'],'docs':[{'text':'"
                    + TEN
                    + "'},{'text':{'words':7}}],'verify':{'text':{'jaccard':0.8}}"));
    assertEquals(List.of("1"), answer.ids(0));
    assertEquals(404, answer.at("results.2.status"));
    assertEquals(400, answer.at("results.4.status"));
    assertEquals(2, answer.ids(3).size());
  }

  /** One after the other is verified, however many there are. */
  public void testThousandsOfQuestions() throws IOException {
    documents();
    document("news", "twin", "{'text':'" + TEN + "'}");
    int questions = 10_000;
    String ids = "'0',".repeat(questions - 1) + "'0'";
    Answer answer =
        succeeded(
            post(
                "news/_near_dup?filter_path=results.total.value,results.hits._id,results.error",
                "{'field':'print','max_distance':0,'size':1,'_source':false,'ids':["
                    + ids
                    + "],'verify':{'text':{'jaccard':1},'max_candidates':1}}"));
    assertEquals(
        Collections.nCopies(
            questions, Map.of("total", Map.of("value", 1), "hits", List.of(Map.of("_id", "twin")))),
        answer.at("results"));
  }

  /** Two long texts that have little in common: an hour of counting for thousands of these. */
  public void testEditsThatAreTooManyToCount() throws IOException {
    documents();
    document("news", "long", "{'n':1,'text':'" + words(50_000) + "'}");
    document("news", "other", "{'n':1,'text':'" + words(50_000) + "'}");
    Answer answer = succeeded(ask("'id':'long','verify':{'text':{'edit':0.1}}"));
    assertEquals(List.of(), answer.ids());
    assertEquals("other", answer.at("results.0.unread.0._id"));
    assertEquals(
        "the texts differ in more than [20000] of [100000] tokens, too many to tell whether [edit]"
            + " is at least [0.1]; ask for more [edit], or verify by [jaccard] or [containment]",
        answer.at("results.0.unread.0.reason"));
    assertNull(
        succeeded(ask("'id':'long','verify':{'text':{'edit':0.85}}")).at("results.0.unread"));
  }

  public void testComparingIsCancelled() throws IOException {
    documents();
    for (int i = 0; i < 20; i++) {
      document("news", "long" + i, "{'n':1,'text':'" + words(50_000) + "'}");
    }
    Answer answer =
        post(
            "news/_near_dup?cancel_after_time_interval=200ms",
            "{" + FIELD + "'id':'long0','verify':{'text':{'edit':0.1}}}");
    assertTrue(answer.toString(), answer.status() >= 400);
    assertThat(answer.toString(), containsString("cancelled"));
  }

  private static String words(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "w" + between(0, 3000))
        .collect(Collectors.joining(" "));
  }

  public void testRefused() throws IOException {
    documents();
    String[][] refused = {
      {"{'text':{}}", "[verify] [text] requires at least one of [jaccard], [containment]"},
      {"{'text':{'jaccard':2}}", "[verify] [text] [jaccard] must be greater than 0 and at most 1"},
      {"{'text':{'jaccard':0}}", "got [0.0]"},
      {"{'text':{'jaccard':'x'}}", "[jaccard] must be a number"},
      {
        "{'text':{'jaccard':1},'max_candidates':0}", "[max_candidates] must be an integer from 1 to"
      },
      {"{'text':{'jaccard':1},'max_candidates':1001}", "got [1001]"},
      {"{'text':{'jaccard':1},'similarity':1}", "[similarity] belongs to [minhash]"},
      {"{'text':{'jaccard':1},'minhash':'x'}", "[verify] requires [minhash], a field of"},
      {"{}", "[verify] requires [minhash], a field of"},
    };
    for (String[] one : refused) {
      Answer answer = ask("'id':'0','verify':" + one[0]);
      assertEquals(answer.reason(), 400, answer.status());
      assertThat(answer.reason(), containsString(one[1]));
    }
    Answer answer =
        post("news/_near_dup", "{'field':'print','id':'0','verify':{'text':{'containment':0.9}}}");
    assertEquals(String.format(Locale.ROOT, "%s", answer.reason()), 400, answer.status());
    assertThat(answer.reason(), containsString("requires [max_distance]"));
    index("loose", "", "'print':{'type':'simhash'}");
    print("loose", "a", "0000000000000000");
    print("loose", "b", "0000000000000000");
    answer =
        post("loose/_near_dup", "{'field':'print','id':'a','verify':{'text':{'jaccard':0.9}}}");
    assertEquals(answer.reason(), 400, answer.status());
    assertThat(answer.reason(), containsString("needs a processor that writes [print]"));
  }
}
