// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.collapse;

import static org.hamcrest.Matchers.containsString;

import io.neardup.fingerprint.lost.AllowedLoss;
import io.neardup.fingerprint.lost.Difference;
import io.neardup.fingerprint.lost.DocFreqs;
import io.neardup.fingerprint.lost.TextTerms;
import io.neardup.plugin.Answer;
import io.neardup.plugin.CountedDocFreqs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A hit is left out only if its text says no more than is allowed that the shown one does not. */
public class CollapseLostTests extends CollapseTestCase {
  private static final int FACTOR = 10;

  private record Doc(int story, String text, TextTerms terms) {}

  private record Shown(int doc, List<Object> others) {}

  private static String source(int n, int story, String text) {
    return "{'n':"
        + n
        + ",'print':'"
        + String.format(Locale.ROOT, "%016x", 0xffL << (8 * story))
        + "'"
        + (text == null ? "" : ",'note':'" + text + "'")
        + "}";
  }

  private static Answer verified(String text, String body) throws IOException {
    return succeeded(
        ask(
            "news",
            "'ext':{'near_dup_collapse':{'field':'print',"
                + "'factor':"
                + FACTOR
                + ",'verify':{'text':{'fields':['note'],"
                + text
                + "}}}},"
                + body));
  }

  private static void add(int n, String text) throws IOException {
    document("news", "d" + n, source(n, 0, text));
  }

  public void testAnotherAmountIsShown() throws IOException {
    index("news", "'number_of_shards':2", FIELDS);
    String dividend = "The board of Dorset Water declared a dividend of %s cents a share";
    add(0, String.format(Locale.ROOT, dividend, "65.50") + ", it said today");
    add(1, String.format(Locale.ROOT, dividend, "65.50"));
    add(2, String.format(Locale.ROOT, dividend, "66.50"));
    add(3, null);
    add(4, String.format(Locale.ROOT, dividend, "66.50") + ", it said");
    for (String source : List.of("", ",'_source':false", ",'fields':['n'],'_source':['n']")) {
      Answer answer = verified("'lost':0,'max_doc_freq':0", BY_N + source);
      assertEquals(List.of("d0", "d2", "d3"), answer.found());
      assertEquals(List.of("d1:0"), collapsed(answer, 0));
      assertEquals(List.of("d4:0"), collapsed(answer, 1));
      assertEquals(List.of(), answer.at("hits.hits.0.fields.near_dup_collapsed.0.hits.0.lost"));
      assertSummary(5, 2, false, answer);
    }
    Answer piped =
        succeeded(
            piped(
                ",'verify':{'text':{'fields':['note'],'lost':0,'max_doc_freq':1}}",
                "'size':2," + BY_N));
    assertEquals("[said] is lost with 4", List.of("d0", "d2"), piped.found());
    piped =
        succeeded(piped(",'verify':{'text':{'fields':['note'],'lost':2,'max_doc_freq':1}}", BY_N));
    assertEquals(List.of("d0", "d3"), piped.found());
    assertEquals(List.of("66.50"), piped.at("hits.hits.0.fields.near_dup_collapsed.0.hits.1.lost"));
  }

  public void testTagsAreNoText() throws IOException {
    index("news", "", FIELDS);
    for (int i = 0; i < 3; i++) {
      add(i, "<p id=" + (4711 + i) + ">The board paid " + (i == 1 ? 66 : 65) + " cents</p>");
    }
    String nothing = "'lost':0,'max_doc_freq':0";
    assertEquals(List.of("d0", "d1", "d2"), verified(nothing, BY_N).found());
    assertEquals(List.of("d0", "d1"), verified("'html':true," + nothing, BY_N).found());
  }

  /** Against brute force: the first of the nearest shown hits with which not too much is lost. */
  public void testDuel() throws IOException {
    index("news", "'number_of_shards':" + between(1, 3), FIELDS);
    List<Doc> docs = new ArrayList<>();
    List<TextTerms> counted = new ArrayList<>();
    StringBuilder bulk = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      int story = between(0, 3);
      String text = randomInt(20) == 0 ? null : text(docs, story);
      bulk.append("{'index':{'_id':'d" + i + "'}}\n").append(source(i, story, text)).append('\n');
      TextTerms terms = text == null ? null : TextTerms.of(text);
      docs.add(new Doc(story, text, terms));
      counted.add(terms == null ? TextTerms.of("") : terms);
    }
    assertEquals(false, succeeded(post("news/_bulk?refresh", bulk.toString())).at("errors"));
    int some = 0;
    int none = 0;
    for (double part : new double[] {0, 0.05, 1}) {
      for (double most : new double[] {0, 2, 0.08, 0.3}) {
        AllowedLoss allowed = new AllowedLoss(most, part);
        int size = between(1, 100);
        Answer answer =
            verified(
                "'lost':"
                    + (most < 1 && most > 0 ? "" + most : "" + (int) most)
                    + ",'max_doc_freq':"
                    + part,
                BY_N + ",'_source':false,'size':" + size);
        List<Doc> examined = docs.subList(0, Math.min(docs.size(), size * FACTOR));
        List<Shown> expected = replay(examined, allowed, new CountedDocFreqs(counted));
        List<Shown> page = expected.subList(0, Math.min(size, expected.size()));
        assertEquals(allowed.toString(), page, shown(answer));
        some += examined.size() - expected.size();
        none += expected.size() - 4;
      }
    }
    assertTrue(some + " " + none, some > 0 && none > 0);
  }

  private static List<Shown> replay(List<Doc> docs, AllowedLoss allowed, DocFreqs freqs) {
    Map<Integer, List<Object>> groups = new LinkedHashMap<>();
    for (int i = 0; i < docs.size(); i++) {
      Doc doc = docs.get(i);
      boolean found = false;
      for (Map.Entry<Integer, List<Object>> group : groups.entrySet()) {
        Doc first = docs.get(group.getKey());
        if (first.story == doc.story && first.terms != null && doc.terms != null) {
          AllowedLoss.Loss loss = allowed.of(Difference.of(doc.terms, first.terms), freqs);
          if (loss.allowed()) {
            group.getValue().add(List.of("d" + i, loss.shown()));
            found = true;
            break;
          }
        }
      }
      if (found == false) {
        groups.put(i, new ArrayList<>());
      }
    }
    return groups.entrySet().stream().map(g -> new Shown(g.getKey(), g.getValue())).toList();
  }

  private static List<Shown> shown(Answer answer) throws IOException {
    List<Shown> shown = new ArrayList<>();
    for (int i = 0; i < answer.found().size(); i++) {
      List<Object> others = new ArrayList<>();
      if (answer.at("hits.hits." + i + ".fields.near_dup_collapsed") != null) {
        for (Object entry :
            (List<?>) answer.at("hits.hits." + i + ".fields.near_dup_collapsed.0.hits")) {
          others.add(List.of(((Map<?, ?>) entry).get("_id"), ((Map<?, ?>) entry).get("lost")));
        }
      }
      shown.add(new Shown(Integer.parseInt(answer.found().get(i).substring(1)), others));
    }
    return shown;
  }

  /** That of an earlier document with words added, left out or exchanged; or a new one. */
  private static String text(List<Doc> docs, int story) {
    List<String> words = new ArrayList<>();
    List<Doc> earlier =
        docs.stream().filter(doc -> doc.story == story && doc.text != null).toList();
    if (earlier.isEmpty()) {
      for (int i = 0; i < 25; i++) {
        words.add(word());
      }
      return String.join(" ", words);
    }
    words.addAll(List.of(randomFrom(earlier).text.split(" ")));
    for (int i = between(0, 2); i > 0; i--) {
      switch (between(0, 2)) {
        case 0 -> words.add(between(0, words.size()), word());
        case 1 -> words.set(between(0, words.size() - 1), word());
        default -> words.remove(between(0, words.size() - 1));
      }
    }
    return String.join(" ", words);
  }

  private static String word() {
    int rank = (int) (80 * Math.pow(randomDouble(), 2));
    return randomInt(10) == 0
        ? "" + between(13, 40)
        : "w" + (char) ('a' + rank / 26) + (char) ('a' + rank % 26);
  }

  public void testRefused() throws IOException {
    news();
    String text = "{'text':{'fields':['note'],'lost':0}}";
    refused("'verify':true", "[verify] must say what may be lost");
    refused("'verify':{'text':{'fields':['note']}}", "[verify] must say what may be lost");
    refused("'verify':{'text':{'lost':0,'jaccard':0.8}}", "[verify] must say what may be lost");
    refused("'verify':{'text':{'lost':0}}", "[verify] [text] [fields] must name from 1 to 8");
    refused("'verify':{'text':{'fields':[],'lost':0}}", "[verify] [text] [fields] must name");
    refused("'verify':{'text':{'fields':[1],'lost':0}}", "[verify] [text] [fields] must name");
    refused("'verify':{'text':{'fields':['note'],'lost':0,'html':1}}", "[html] must be true or");
    refused("'verify':{'text':{'fields':['note'],'lost':-1}}", "[lost] must be a number of terms");
    refused(
        "'verify':{'text':{'fields':['note'],'lost':0,'max_doc_freq':2}}",
        "[max_doc_freq] must be a number from 0 to 1");
    refused("'keep':{'field':'n'},'verify':" + text, "leave out one of them");
    Answer unmapped = ext(",'max_distance':64,'verify':" + text.replace("note", "none"), BY_N);
    assertEquals("no text is read, so nothing is left out", 8, succeeded(unmapped).found().size());
  }

  private static void refused(String parameters, String reason) throws IOException {
    Answer answer = ext("," + parameters, BY_N);
    assertEquals(answer.toString(), 400, answer.status());
    assertThat(answer.reason(), containsString("[ext] [near_dup_collapse] "));
    assertThat(answer.reason(), containsString(reason));
  }
}
