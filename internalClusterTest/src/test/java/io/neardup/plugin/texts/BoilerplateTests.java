// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.texts;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.is;

import io.neardup.plugin.Answer;
import io.neardup.plugin.HidingPlugin;
import io.neardup.plugin.HidingTestCase;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.After;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.indices.breaker.CircuitBreakerService;
import org.opensearch.env.Environment;

/** {@code _near_dup/boilerplate}, and {@code without} in what makes features of texts. */
public class BoilerplateTests extends HidingTestCase {
  private static final String MAPPING =
      "{'settings':{'number_of_shards':%d,'number_of_replicas':0},'mappings':{'properties':{"
          + "'body':{'type':'text','fields':{'passages':{'type':'passages','min_passage':10}}},"
          + "'site':{'type':'keyword'}}}}";
  private static final String HARBOUR =
      "Home News Sport Weather Travel Shop Jobs Contact Sign in Register Newsletter Follow us on"
          + " social media Most read today Ferry timetable changes Harbour festival pictures Letters"
          + " to the editor Crossword of the week Cookie settings We and our partners store"
          + " information on your device to show personalised advertising and to measure its success"
          + " Accept all Reject all Manage options Terms of use Privacy policy Imprint Accessibility"
          + " Copyright Harbour Times Group all rights reserved";
  private static final String COAST =
      "Start Politics Economy Culture Opinion Podcasts Log in Become a member Search Trending now"
          + " Election guide Gardening tips What to watch tonight Our cookies help us to improve this"
          + " website and to finance our journalism choose which ones you allow Essential Statistics"
          + " Marketing Save About us Advertise with us Careers Data protection House rules for"
          + " comments The Coast Post publishing company limited registered in Port Ellen Support"
          + " independent journalism from as little as three a month";
  private static final String FERRY =
      "The ferry between the islands will not run on Thursday and Friday because of repairs at the"
          + " northern pier, the harbour office said. Passengers can use the bus instead, which is"
          + " free for holders of a monthly ticket.";
  private static final String SCHOOL =
      "The school board voted on Monday to extend the lunch break by ten minutes after parents"
          + " complained that younger pupils cannot finish their meals in time.";

  @After
  public void nothingIsHeld() throws Exception {
    CircuitBreaker breaker =
        getInstanceFromNode(CircuitBreakerService.class).getBreaker(CircuitBreaker.REQUEST);
    assertBusy(() -> assertEquals(0, breaker.getUsed()));
  }

  private static String words(String prefix, int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> prefix + i).collect(Collectors.joining(" "));
  }

  private static void write(String id, String site, String body) throws IOException {
    succeeded(put("news/_doc/" + id, "{'site':'" + site + "','body':'" + body + "'}"));
  }

  private static Answer ask(String parameters) throws IOException {
    succeeded(post("news/_refresh", ""));
    return succeeded(
        post("news/_near_dup/boilerplate", "{'field':'body.passages'," + parameters + "}"));
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> passages(Answer answer) throws IOException {
    return (List<Map<String, Object>>) answer.body().get("passages");
  }

  /** Installs it on the node; returns its pinned name. */
  private String install(String name, String parameters) throws Exception {
    succeeded(post("news/_refresh", ""));
    HttpResponse<String> lines =
        start(
                "news/_near_dup/boilerplate",
                "{'field':'body.passages','dictionary':true," + parameters + "}")
            .get(60, TimeUnit.SECONDS);
    assertEquals(lines.body(), 200, lines.statusCode());
    write(name, lines.body());
    return name
        + "@"
        + lines.headers().firstValue("X-Near-Dup-Digest").orElseThrow().substring(0, 12);
  }

  private void write(String name, String lines) throws IOException {
    Path config = getInstanceFromNode(Environment.class).configDir();
    Path folder = Files.createDirectories(config.resolve("near-dup/idf"));
    Files.writeString(folder.resolve(name + ".txt"), lines);
  }

  private static void twoSites() throws IOException {
    put("news", String.format(Locale.ROOT, MAPPING, 1));
    for (int i = 0; i < 12; i++) {
      write("h" + i, "harbour", HARBOUR + ' ' + words("h" + i + "x", 0, 30));
      write("c" + i, "coast", COAST + ' ' + words("c" + i + "x", 0, 30));
    }
  }

  /** Documents are counted, however often one of them says something. */
  public void testLists() throws IOException {
    put("news", String.format(Locale.ROOT, MAPPING, 1));
    String shared = words("shared", 0, 20);
    String often = String.join("','", Collections.nCopies(30, shared + " " + words("one", 0, 20)));
    put("news/_doc/1", "{'body':['" + often + "']}");
    write("2", "coast", shared + " " + words("two", 0, 20));
    write("3", "coast", shared + " " + words("three", 0, 20));
    assertEquals(shared, passages(ask("'min_count':2")).get(0).get("text"));
  }

  /** Each hash of a passage that is too short costs a search, and none is kept. */
  public void testEndsWherePassagesAreTooShort() throws IOException {
    put("news", String.format(Locale.ROOT, MAPPING, 1));
    for (int i = 0; i < 30; i++) {
      write(i + "a", "coast", words("short" + i + "x", 0, 20));
      write(i + "b", "coast", words("short" + i + "x", 0, 20));
    }
    Answer answer = ask("'min_count':2,'min_words':30,'size':1");
    assertEquals(List.of(), passages(answer));
    assertEquals(false, answer.at("complete"));
  }

  /** Random texts on several shards, with deletes: counts are those of brute force. */
  public void testCountsAsBruteForceDoes() throws IOException {
    Random random = new Random(randomLong());
    put("news", String.format(Locale.ROOT, MAPPING, 3));
    List<String> planted = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      planted.add(words("p" + i + "w", 0, 15 + random.nextInt(60)));
    }
    int[] documents = new int[planted.size()];
    List<Set<Integer>> sites =
        planted.stream().map(p -> (Set<Integer>) new HashSet<Integer>()).toList();
    for (int i = 0; i < 120; i++) {
      int which = random.nextInt(planted.size() + 2);
      int site = random.nextInt(5);
      boolean deleted = random.nextInt(10) == 0;
      String body = words("a" + i + "a", 0, random.nextInt(30));
      if (which < planted.size()) {
        body += " " + planted.get(which);
        documents[which] += deleted ? 0 : 1;
        if (deleted == false) {
          sites.get(which).add(site);
        }
      }
      write("" + i, "s" + site, body + " " + words("b" + i + "b", 0, random.nextInt(30)));
      if (deleted) {
        succeeded(call("DELETE", "news/_doc/" + i, null));
      }
    }
    Answer answer = ask("'min_count':2");
    assertEquals(true, answer.at("complete"));
    Map<Object, Object> found =
        passages(answer).stream()
            .collect(Collectors.toMap(p -> p.get("text"), p -> p.get("documents")));
    Map<Object, Object> expected =
        IntStream.range(0, planted.size())
            .filter(i -> documents[i] >= 2)
            .boxed()
            .collect(Collectors.toMap(planted::get, i -> documents[i]));
    assertEquals(expected, found);
    List<Integer> order = passages(answer).stream().map(p -> (Integer) p.get("documents")).toList();
    assertEquals(order.stream().sorted(Comparator.reverseOrder()).toList(), order);
    Map<Object, Object> values =
        passages(ask("'by':'site','min_count':2")).stream()
            .collect(Collectors.toMap(p -> p.get("text"), p -> p.get("values")));
    assertEquals(
        IntStream.range(0, planted.size())
            .filter(i -> sites.get(i).size() >= 2)
            .boxed()
            .collect(Collectors.toMap(planted::get, i -> (Object) sites.get(i).size())),
        values);
  }

  public void testAnswer() throws Exception {
    twoSites();
    Answer answer = ask("'min_words':8");
    assertEquals(24, answer.at("documents"));
    assertEquals(10, answer.at("min_count"));
    assertEquals(
        Set.of(HARBOUR, COAST),
        passages(answer).stream().map(p -> p.get("text")).collect(Collectors.toSet()));
    Map<String, Object> first = passages(answer).get(0);
    assertEquals(12, first.get("documents"));
    Answer having =
        post("news/_search", "{'query':{'term':{'body.passages':'" + first.get("hash") + "'}}}");
    assertEquals(12, having.at("hits.total.value"));
    Answer rest = ask("'except':['" + first.get("hash") + "']");
    assertEquals(1, passages(rest).size());
    assertNotEquals(first.get("text"), passages(rest).get(0).get("text"));
    assertEquals(List.of(), passages(ask("'by':'site'")));
    assertEquals(1, passages(ask("'size':1")).size());
    Answer got = succeeded(call("GET", "news/_near_dup/boilerplate", "{'field':'body.passages'}"));
    assertEquals(answer.at("digest"), got.at("digest"));
    String pinned = install("sites", "'size':100");
    assertTrue(
        pinned,
        String.valueOf(answer.at("digest")).startsWith(pinned.substring(pinned.indexOf('@') + 1)));
  }

  /** One article in two navigations is found, and another one in the first of them is not. */
  public void testWithout() throws Exception {
    twoSites();
    String without = install("sites", "'min_count':10");
    String[] processors = {
      "{'near_dup':{'fields':['body']%s}}",
      "{'simhash':{'fields':['body'],'target_field':'fp'%s}},{'near_dup':{'field':'fp'}}",
      "{'minhash':{'fields':['body'],'target_field':'mh','analyzer':'english'%s}},"
          + "{'near_dup':{'stages':[{'minhash':'mh','similarity':0.8}]}}"
    };
    for (int i = 0; i < processors.length; i++) {
      for (boolean cut : new boolean[] {false, true}) {
        String index = "i" + i + cut;
        String left = cut ? ",'without':'" + without + "'" : "";
        pipeline("p", processors[i].replace("%s", left));
        put(index, "{'settings':{'index.default_pipeline':'p'}}");
        document(index, "a", "{'body':'" + HARBOUR + ' ' + FERRY + "'}");
        document(index, "b", "{'body':'" + HARBOUR + ' ' + SCHOOL + "'}");
        document(index, "c", "{'body':'" + COAST + ' ' + FERRY + "'}");
        document(index, "d", "{'body':'" + FERRY + "'}");
        document(index, "e", "{'body':'" + HARBOUR + "'}");
        document(index, "f", "{'body':'" + HARBOUR + "'}");
        List<Object> found = new ArrayList<>();
        for (String id : List.of("a", "b", "c", "d", "e", "f")) {
          found.add(status(index, id));
        }
        if (cut) {
          assertEquals(List.of("new", "new", "duplicate", "duplicate", "new", "new"), found);
        } else {
          assertEquals(index, List.of("new", "new"), found.subList(2, 4));
          assertEquals(index, "duplicate", found.get(5));
        }
      }
    }
  }

  private static Object status(String index, String id) throws IOException {
    return ((Map<?, ?>) source(index, id).get("near_dup")).get("status");
  }

  public void testEndpointsOfTexts() throws Exception {
    twoSites();
    String without = install("sites", "'min_count':10");
    for (String path : List.of("_simhash", "_minhash")) {
      Answer two =
          succeeded(
              post(
                  path,
                  "{'text':['"
                      + HARBOUR
                      + ' '
                      + FERRY
                      + "','"
                      + COAST
                      + ' '
                      + FERRY
                      + "'],'without':'"
                      + without
                      + "'}"));
      assertThat(two.toString(), two.status(), is(200));
      assertEquals(two.toString(), 1.0, two.at("jaccard.similarity"));
    }
  }

  /** A word before what is left out does not go on behind it. */
  public void testHyphenBeforeBoilerplate() throws Exception {
    twoSites();
    String without = install("sites", "'min_count':10");
    String texts = "'Blood group A- " + HARBOUR + " wanted today','Blood group A- wanted today'";
    Answer two =
        succeeded(
            post(
                "_minhash",
                "{'features':'token','analyzer':'near_dup','text':["
                    + texts
                    + "],'without':'"
                    + without
                    + "'}"));
    assertEquals(two.toString(), 1.0, two.at("jaccard.similarity"));
  }

  /** Whatever is counted: also where no passage of such a document is in enough others. */
  public void testValuesOfLists() throws Exception {
    twoSites();
    write("c0", "coast", HARBOUR);
    for (String[] list :
        new String[][] {
          {"site", "['harbour','coast']"}, {"number", "[3,3]"}, {"number", "[1,2]"}
        }) {
      String values = "'" + list[0] + "':" + list[1];
      put("news/_doc/h0?refresh=true", "{" + values + ",'body':'" + HARBOUR + "'}");
      for (String count : List.of("2", "1000")) {
        Answer refused =
            post(
                "news/_near_dup/boilerplate",
                "{'field':'body.passages','by':'"
                    + list[0]
                    + "','min_count':"
                    + count
                    + ",'min_words':8}");
        assertEquals(refused.toString(), 400, refused.status());
        assertThat(
            refused.toString(),
            containsString(
                "[by] must be a field of one value, but a document has several in ["
                    + list[0]
                    + "]; name another field, or leave it out"));
      }
    }
    // A keyword has each value once.
    put("news/_doc/h0?refresh=true", "{'site':['coast','coast'],'body':'" + HARBOUR + "'}");
    succeeded(
        post(
            "news/_near_dup/boilerplate",
            "{'field':'body.passages','by':'site','min_count':2,'min_words':8}"));
  }

  public void testRefusals() throws Exception {
    twoSites();
    succeeded(post("news/_refresh", ""));
    String[] bad = {
      "", "[field] is required: a field of type [passages]",
      "'field':''", "[field] must not be empty, got []",
      "'field':2", "field doesn't support values of type: VALUE_NUMBER",
      "'field':'body'", "[passages] field [body] is of type [text]",
      "'field':'other'", "got [other], which none maps; correct the name, or map it",
      "'field':'body.passages','by':'body'", "[by] must be a field whose equal values",
      "'field':'body.passages','by':'nothing'", "got [nothing], which is not mapped",
      "'field':'body.passages','size':0", "[size] must be an integer from [1] to [1000], got [0]",
      "'field':'body.passages','min_count':1", "[min_count] must be an integer from [2] to",
      "'field':'body.passages','min_words':7", "[min_words] must be an integer from [8] to",
      "'field':'body.passages','except':'no hash'",
          "[except] must be hashes of ten hex digits, as answers have them in [hash], got [no hash]",
      "'field':'body.passages','except':['00000000AB']", "got [00000000AB]",
      "'field':'body.passages','nonsense':7", "unknown field [nonsense]"
    };
    for (int i = 0; i < bad.length; i += 2) {
      Answer answer = post("news/_near_dup/boilerplate", "{" + bad[i] + "}");
      assertEquals(answer.toString(), 400, answer.status());
      assertThat(answer.toString(), containsString(bad[i + 1]));
    }
    Answer none = succeeded(post("none*/_near_dup/boilerplate", "{'field':'other'}"));
    assertEquals(0, none.at("documents"));
    write("words", "storm 4.31\nthe 1.02\n");
    for (String name : List.of("words", "nowhere", "b/d", "words@000000000000")) {
      for (String processor :
          List.of(
              "{'near_dup':{'fields':['body'],'without':'%s'}}",
              "{'simhash':{'fields':['body'],'target_field':'fp','without':'%s'}}",
              "{'minhash':{'fields':['body'],'target_field':'mh','without':'%s'}}")) {
        Answer answer =
            call(
                "PUT",
                "_ingest/pipeline/p",
                "{'processors':[" + processor.replace("%s", name) + "]}");
        assertEquals(answer.toString(), 400, answer.status());
        assertThat(answer.toString(), containsString("[without]"));
      }
    }
  }

  public void testHiddenDocuments() throws IOException {
    twoSites();
    succeeded(post("news/_refresh", ""));
    HidingPlugin.hideDocuments = true;
    Answer refused = post("news/_near_dup/boilerplate", "{'field':'body.passages'}");
    assertEquals(refused.toString(), 403, refused.status());
  }
}
