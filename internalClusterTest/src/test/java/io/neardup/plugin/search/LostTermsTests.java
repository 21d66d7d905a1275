// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.search;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.lost.Difference;
import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.plugin.Answer;
import io.neardup.plugin.HidingPlugin;
import io.neardup.plugin.HidingTestCase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What would be lost with a near-duplicate: {@code verify} with {@code text} and {@code lost}. */
public class LostTermsTests extends HidingTestCase {
  private static final String FIELD =
      "'field':'print','max_distance':64,'size':1000,'_source':false,";

  private static void news(String settings, String mapping) throws IOException {
    pipeline("words", "{'simhash':{'fields':['text'],'target_field':'print','features':'token'}}");
    index("news", "'default_pipeline':'words'" + settings, "'print':{'type':'simhash'}" + mapping);
  }

  private static void text(String id, String text) throws IOException {
    document("news", id, "{'text':'" + text + "'}");
  }

  private static String billions(String amount, String rate) {
    return "The Federal Reserve entered the market to arrange "
        + amount
        + " of customer repurchase agreements, a spokesman said. Fed funds were trading at "
        + rate
        + " at the time of the indirect injection.";
  }

  private static Answer ask(String parameters) throws IOException {
    return succeeded(post("news/_near_dup", "{" + FIELD + parameters + "}"));
  }

  private static Answer lost(String id, String lost) throws IOException {
    return ask("'id':'" + id + "','verify':{'text':{'lost':" + lost + "},'max_candidates':1000}");
  }

  public void testOneAmountIsAnotherStory() throws IOException {
    news("", "");
    text("1", billions("two billion dlrs", "6-1/2 pct"));
    text("2", billions("1.5 billion dlrs", "6-1/2 pct"));
    text("3", billions("2 billion dlrs", "6-1/2 pct"));
    text("4", "NEW YORK: " + billions("two billion dlrs", "6-1/2 pct"));
    assertEquals(List.of("3"), lost("1", "0").ids());
    Answer all = lost("1", "1000");
    assertEquals(List.of("3", "2", "4"), all.ids());
    assertEquals(List.of(), all.at("results.0.hits.0.lost"));
    assertNull(all.at("results.0.hits.0.numbers"));
    assertEquals(List.of("1.5"), all.at("results.0.hits.1.lost"));
    assertEquals(
        "the other rate has a 2, too",
        Map.of("hit", List.of("1.5"), "asked", List.of()),
        all.at("results.0.hits.1.numbers"));
    assertEquals(List.of("new", "york"), all.at("results.0.hits.2.lost"));
    assertEquals(
        "a shorter copy loses nothing",
        List.of("1", "3"),
        lost("4", "0").ids().stream().sorted().toList());
    Answer byDoc =
        ask("'doc':{'text':'" + billions("1.5", "7") + "'},'verify':{'text':{'lost':0}}");
    assertEquals(List.of(), byDoc.ids());
  }

  /** Where the texts differ, also with two fields, and in a script without blanks. */
  public void testDiff() throws IOException {
    news("", "");
    text("1", "The board of Dorset Water paid 65.50 cents, it is said 水利公司");
    text("2", "Board of North Devon Water will pay 66.50 cents, it is said 水務公司");
    Answer answer = ask("'id':'1','verify':{'text':{'lost':1000,'diff':true}}");
    String asked = "The board of Dorset Water paid 65.50 cents, it is said 水利公司";
    String hit = "Board of North Devon Water will pay 66.50 cents, it is said 水務公司";
    assertEquals(List.of("North Devon", "will pay 66.50", "水務公"), shown(answer, "hit", hit));
    assertEquals(List.of("The", "Dorset", "paid 65.50", "水利公"), shown(answer, "asked", asked));
    assertEquals(
        Map.of("hit", List.of("66.50"), "asked", List.of("65.50")),
        answer.at("results.0.hits.0.numbers"));
    answer = ask("'id':'1','verify':{'text':{'lost':1000}}");
    assertNull(answer.at("results.0.hits.0.diff"));
  }

  /** Where they differ is told of the text with its tags. */
  public void testTagsAreNoText() throws IOException {
    pipeline(
        "words",
        "{'simhash':{'fields':['text'],'target_field':'print','analyzer':'near_dup_html'}}");
    index("news", "'default_pipeline':'words'", "'print':{'type':'simhash'}");
    String asked = "<p id=4711>The board of <b class=x1>Dorset</b> Water paid 65.50 cents</p>";
    String hit = "<p id=4712>The board of <b class=x2>Devon</b> Water paid 65.50 cents</p>";
    text("1", asked);
    text("2", hit);
    text("3", asked.replace("4711", "4713"));
    assertEquals(List.of("3"), lost("1", "0").ids());
    Answer answer =
        ask("'id':'1','verify':{'text':{'edit':0.2,'lost':1,'diff':true,'max_doc_freq':1}}");
    assertEquals(List.of("3", "2"), answer.ids());
    assertEquals(1.0, answer.at("results.0.hits.0.edit"));
    assertEquals(List.of("devon"), answer.at("results.0.hits.1.lost"));
    for (var side : Map.of("hit", hit, "asked", asked).entrySet()) {
      List<?> spans = (List<?>) answer.at("results.0.hits.1.diff." + side.getKey());
      List<?> span = (List<?>) spans.get(0);
      assertEquals(
          side.getKey().equals("hit") ? "Devon" : "Dorset",
          side.getValue().substring((Integer) span.get(0), (Integer) span.get(1)));
    }
  }

  private static List<String> shown(Answer answer, String which, String text) throws IOException {
    return ((List<?>) answer.at("results.0.hits.0.diff." + which))
        .stream()
            .map(List.class::cast)
            .map(span -> text.substring((Integer) span.get(0), (Integer) span.get(1)))
            .toList();
  }

  /** Against brute force, with deleted documents, on several shards. */
  public void testDuel() throws IOException {
    news(",'number_of_shards':" + between(1, 4), "");
    Map<String, List<String>> texts = new TreeMap<>();
    for (int i = 0; i < 120; i++) {
      List<String> words = words();
      String id = "" + i;
      text(id, String.join(" ", words));
      if (rarely()) {
        words = words();
        text(id, String.join(" ", words));
      }
      texts.put(id, words);
      if (i % 7 == 3) {
        assertEquals(200, call("DELETE", "news/_doc/" + id + "?refresh=true", null).status());
        texts.remove(id);
      }
    }
    for (String kept : List.of("0", "1", "2")) {
      for (double part : new double[] {0, 0.02, 0.1, 0.5, 1}) {
        for (double most : new double[] {0, 1, 5, 0.3, 0.6}) {
          duel(texts, kept, most, part);
        }
      }
    }
  }

  /** Common words and rare ones, and numbers. */
  private static List<String> words() {
    List<String> words = new ArrayList<>();
    for (int i = between(5, 20); i > 0; i--) {
      int rank = (int) (60 * Math.pow(randomDouble(), 3));
      words.add(
          rarely()
              ? "" + between(1, 5)
              : "w" + (char) ('a' + rank / 26) + (char) ('a' + rank % 26));
    }
    return words;
  }

  private static void duel(Map<String, List<String>> texts, String kept, double most, double part)
      throws IOException {
    Answer answer =
        ask(
            "'id':'"
                + kept
                + "','verify':{'text':{'lost':"
                + (most >= 1 || most == 0 ? "" + (int) most : "" + most)
                + ",'max_doc_freq':"
                + part
                + "},'max_candidates':1000}");
    Map<String, Object> found = new TreeMap<>();
    for (Object hit : (List<?>) answer.at("results.0.hits")) {
      Map<?, ?> one = (Map<?, ?>) hit;
      found.put((String) one.get("_id"), new LinkedHashSet<>((List<?>) one.get("lost")));
    }
    Map<String, Object> expected = new TreeMap<>();
    texts.forEach(
        (id, words) -> {
          Set<String> missing = new LinkedHashSet<>(words);
          texts.get(kept).forEach(missing::remove);
          Set<String> lost = new LinkedHashSet<>();
          for (String word : missing) {
            if (isRare(texts, word, part) || isNumber(word)) {
              lost.add(word);
            }
          }
          boolean allowed = lost.size() <= most;
          if (most > 0 && most < 1) {
            Set<String> gained = new LinkedHashSet<>(texts.get(kept));
            words.forEach(gained::remove);
            allowed =
                weight(texts, missing) / weight(texts, new LinkedHashSet<>(words)) <= most
                    && lost.stream().noneMatch(LostTermsTests::isNumber)
                    && (lost.isEmpty()
                        || gained.stream()
                            .noneMatch(
                                word -> isNumber(word) == false && isRare(texts, word, part)));
          }
          if (id.equals(kept) == false && allowed) {
            expected.put(id, new LinkedHashSet<>(lost.stream().limit(10).toList()));
          }
        });
    assertEquals(kept + " " + most + " " + part, expected, found);
  }

  private static boolean isRare(Map<String, List<String>> texts, String word, double part) {
    return part == 1 || (part > 0 && docFreq(texts, word) <= Math.max(2, part * texts.size()));
  }

  private static boolean isNumber(String word) {
    return Character.isDigit(word.charAt(0));
  }

  private static long docFreq(Map<String, List<String>> texts, String word) {
    return texts.values().stream().filter(words -> words.contains(word)).count();
  }

  private static double weight(Map<String, List<String>> texts, Set<String> words) {
    return words.stream()
        .mapToDouble(w -> Math.log((1.0 + texts.size()) / (1.0 + docFreq(texts, w))) + 1)
        .sum();
  }

  /** As an analyzer with other rules reads them. */
  public void testWordsAreCountedAsTheyAreWritten() throws IOException {
    news("", ",'text':{'type':'text'}");
    for (int i = 0; i < 5; i++) {
      text("" + i, "Café won’t " + "abcde".charAt(i) + "x");
    }
    Answer answer = ask("'id':'0','verify':{'text':{'lost':9,'max_doc_freq':0.4}}");
    assertEquals(4, answer.ids().size());
    text("other", "plain words");
    answer = ask("'id':'other','verify':{'text':{'lost':9,'max_doc_freq':0.4}}");
    assertEquals(5, answer.ids().size());
    assertEquals(1, ((List<?>) answer.at("results.0.hits.0.lost")).size());
  }

  /** Whichever of the texts has it, and although both have a <em>not</em>. */
  public void testNegations() throws IOException {
    news("", "");
    String rest = " It was not said why. It cannot be known.";
    text("1", "The bank will raise its rates, they say." + rest);
    text("2", "The bank will not raise its rates, they say." + rest);
    text("3", "The bank won’t raise its rates, they say." + rest);
    for (String lost : List.of("0", "0.9")) {
      assertEquals(List.of(), lost("1", lost).ids().stream().filter("2"::equals).toList());
      assertEquals(List.of(), lost("2", lost).ids().stream().filter("1"::equals).toList());
    }
    Answer all = lost("1", "100");
    assertEquals(all.toString(), List.of("not"), all.at("results.0.hits.0.lost"));
    assertEquals(
        "cut, not denied", List.of(), denied("Rates are not low. He said so.", "He said so."));
  }

  private static List<?> denied(String one, String other) {
    return Difference.of(TextTerms.of(one), TextTerms.of(other)).denials();
  }

  /** A name in the place of another one; one mistyped word is none. */
  public void testExchangedWords() throws IOException {
    news("", "");
    String story = "The government of %s announced a new plan for its railways and its roads today";
    text("1", story.replace("%s", "Corvath"));
    text("2", story.replace("%s", "Kestrel"));
    text("3", story.replace("%s", "Corvath").replace("railways", "rialways"));
    String some = "0.3,'max_doc_freq':0.9";
    text("4", "In short: " + story.replace("%s", "Corvath"));
    assertEquals(List.of("3", "4"), lost("1", some).ids().stream().sorted().toList());
    assertEquals(List.of("1", "3"), lost("4", some).ids().stream().sorted().toList());
    assertEquals(List.of(), lost("2", some).ids());
  }

  public void testScriptsWithoutBlanks() throws IOException {
    news("", "");
    text("1", "東京都は新しい駅を開いた");
    text("2", "東京都は古い駅を開いた");
    Answer answer = lost("1", "100");
    assertEquals(List.of("は古", "古い"), answer.at("results.0.hits.0.lost"));
  }

  public void testManyTerms() throws IOException {
    news("", "");
    text("1", "a b c");
    text("2", "a b c 1 2 3 4 5 6 7 8 9 10 11");
    Answer answer = lost("1", "11");
    assertEquals(10, ((List<?>) answer.at("results.0.hits.0.lost")).size());
    assertEquals(11, answer.at("results.0.hits.0.lost_count"));
    assertEquals(List.of(), lost("1", "10").ids());
  }

  /** Hidden documents are not counted, and nor are those of a hidden field. */
  public void testWhatIsHidden() throws IOException {
    news("", "");
    StringBuilder bulk = new StringBuilder();
    for (String text : List.of("seldom", "one seldom word", "one seldom word", "one word")) {
      bulk.append("{'index':{}}\n{'text':'").append(text).append("'}\n");
    }
    assertEquals(200, post("news/_bulk?refresh=true", bulk.toString()).status());
    String verify = "'doc':{'text':'one word'},'verify':{'text':{'lost':0}}";
    assertEquals(4, ask(verify).ids().size());
    HidingPlugin.hideDocuments = true;
    call("POST", "news/_close", null);
    call("POST", "news/_open", null);
    assertEquals("two are few", 1, ask(verify).ids().size());
  }

  public void testWhereNoWordsAreIndexed() throws IOException {
    news("", ",'text':{'type':'keyword'}");
    text("1", "one story");
    text("2", "one other story");
    String verify = "{" + FIELD + "'id':'1','verify':{'text':{'lost':0%s}}}";
    Answer answer = post("news/_near_dup", verify.replace("%s", ""));
    assertEquals(answer.reason(), 400, answer.status());
    assertThat(answer.reason(), containsString("must be an indexed field of type [text]"));
    assertEquals(
        List.of("2"),
        succeeded(post("news/_near_dup", verify.replace("%s", ",'max_doc_freq':0"))).ids());
    assertEquals(
        List.of(),
        succeeded(post("news/_near_dup", verify.replace("%s", ",'max_doc_freq':1"))).ids());
  }

  public void testRefused() throws IOException {
    news("", "");
    text("1", "a b c");
    text("2", "a b c");
    String[][] refused = {
      {"{'lost':-1}", "[lost] must be a number of terms"},
      {"{'lost':1.5}", "got [1.5]"},
      {"{'lost':'none'}", "got [none]"},
      {"{'lost':true}", "got [true]"},
      {"{'lost':1e300}", "[lost] must be a number of terms"},
      {"{'lost':0,'max_doc_freq':2}", "[max_doc_freq] must be a number from 0 to 1"},
      {"{'lost':0,'max_doc_freq':-0.1}", "got [-0.1]"},
      {"{'lost':0,'max_doc_freq':'x'}", "got [x]"},
      {"{'max_doc_freq':0.1}", "needs [lost]"},
      {"{'jaccard':0.5,'diff':true}", "needs [lost]"},
      {"{'lost':0,'diff':7}", "[diff]"},
    };
    for (String[] one : refused) {
      Answer answer =
          post("news/_near_dup", "{" + FIELD + "'id':'1','verify':{'text':" + one[0] + "}}");
      assertEquals(answer.reason(), 400, answer.status());
      assertThat(answer.reason(), containsString(one[1]));
    }
  }
}
