// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Clusters;
import io.neardup.it.Json;
import io.neardup.server.Rest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * The page of {@code near-dup review}: the program as it is installed, on the real server, in a
 * real browser. Makes the pictures of docs/review.md, in {@code target/pictures}.
 */
public class ReviewIT {
  private static final System.Logger LOGGER = System.getLogger(ReviewIT.class.getName());

  private static final Path PICTURES =
      Clusters.path("near-dup.clusters").resolveSibling("pictures");

  private static final String ENTER = "\ue007";
  private static final String RIGHT = "\ue014";
  private static final String TAB = "\ue004";

  /** More than any view has. */
  private static final int MOST_TABS = 150;

  private static Rest rest;
  private static Browser browser;
  private static Process program;
  private static String address;

  @BeforeClass
  public static void start() throws IOException {
    browser = Browser.open();
    rest = Rest.to(Clusters.one().http());
    delete();
    ReviewedTexts.fill(rest);
    group("it-review", "print", "it-review-groups", "{'match_all': {}}");
    group("it-review", "print", "it-review-apply", "{'ids': {'values': ['spare-1', 'spare-2']}}");
    start("it-review-groups");
  }

  private static void group(String index, String field, String dest, String query)
      throws IOException {
    rest.post(
        "/" + index + "/_near_dup/groups",
        Json.of(
            "{'field': '$3', 'similarity': 0.7, 'dest': '$1', 'query': $2}",
            dest,
            Json.of(query),
            field));
  }

  private static void start(String dest) throws IOException {
    start("it-review", dest);
  }

  /** The program, in place of one that runs. */
  private static void start(String index, String dest) throws IOException {
    if (program != null) {
      program.destroy();
    }
    Path home = Clusters.path("near-dup.server");
    ProcessBuilder builder =
        new ProcessBuilder(
            home.resolve("bin/near-dup/near-dup").toString(),
            "review",
            "--url=" + Clusters.one().http().get(0),
            "--dest=" + dest,
            "--verdicts=it-review-verdicts",
            index);
    builder.environment().put("OPENSEARCH_JAVA_HOME", System.getProperty("java.home"));
    program = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    address = program.inputReader().readLine();
    assertTrue(String.valueOf(address), address != null && address.startsWith("http://127.0.0.1:"));
  }

  @AfterClass
  public static void stop() throws IOException {
    if (program != null) {
      program.destroy();
    }
    if (browser != null) {
      browser.close();
    }
    if (rest != null) {
      delete();
      rest.close();
    }
  }

  private static void delete() throws IOException {
    rest.delete("/it-review*?ignore_unavailable=true");
  }

  private static JsonNode record(String id) throws IOException {
    String query = Json.of("{'query': {'term': {'id': '$1'}}}", id);
    return rest.post("/it-review-groups/_search", query).at("/hits/hits/0/_source");
  }

  /** Opens the group of a document, as a link to it would. */
  private static void openGroupOf(String id) throws IOException {
    String group = record(id).path("group").asText();
    browser.go("about:blank");
    browser.go(address + "#group=" + group);
    browser.await("document.querySelector('.texts [role=cell]')");
  }

  /** Keys alone: to a group, through its members, and what is decided there. */
  @Test
  public void aPersonDecidesByKeys() throws IOException {
    browser.go("about:blank");
    browser.go(address);
    browser.await("document.querySelector('.groups li')");
    browser.press("/");
    for (char letter : "name:\"MIT\"".toCharArray()) {
      browser.press(String.valueOf(letter));
    }
    browser.press(ENTER);
    browser.await("document.querySelector('.results').innerText.includes('MIT')");
    browser.run("document.activeElement.blur()");
    browser.press("j");
    browser.await("document.activeElement.matches('.groups a')");
    browser.press(ENTER);
    browser.await("document.querySelector('.texts mark')");
    String told = browser.text();
    assertTrue(told, told.contains("Would go:") && told.contains("Lost with it"));
    browser.picture(PICTURES.resolve("review-group.png"));
    String id =
        browser
            .run("return document.querySelectorAll('.texts .side')[1].innerText.split(' · ')[1]")
            .asText()
            .strip();
    assertEquals("duplicate", record(id).path("status").asText());
    press("d", "Different: it stays.");
    assertEquals("keep", record(id).path("verdict").asText());
    assertEquals("never", verdict());
    press("u", "Undone.");
    assertTrue(record(id).path("verdict").isNull());
    assertEquals("", verdict());
    press("c", "Made canonical.");
    assertEquals("new", record(id).path("status").asText());
    press("c", "Made canonical.");
    assertEquals("duplicate", record(id).path("status").asText());
    press("u", "Undone.");
    assertEquals("new", record(id).path("status").asText());
    press("u", "Undone.");
    assertEquals("duplicate", record(id).path("status").asText());
    assertEquals(List.of(), browser.complaints());
  }

  /** What the page says may be what it said before. */
  private static void press(String key, String said) throws IOException {
    browser.run("document.getElementById('status').innerText = ''");
    browser.press(key);
    browser.await("document.getElementById('status').innerText === '" + said + "'");
  }

  /** The only one of the list; empty if there is none. */
  private static String verdict() throws IOException {
    rest.post("/it-review-verdicts/_refresh", "");
    JsonNode hits = rest.get("/it-review-verdicts/_search").at("/hits/hits");
    assertTrue(hits.toString(), hits.size() < 2);
    return hits.at("/0/_source/verdict").asText();
  }

  @Test
  public void markupIsText() throws IOException {
    openGroupOf("markup-10");
    browser.run("document.querySelectorAll('details').forEach((each) => (each.open = true))");
    String text = browser.text();
    assertTrue(text, text.contains("<script>document.title='owned'"));
    assertTrue(text, text.contains("<img src=x onerror=alert(1)>"));
    assertEquals(
        0,
        browser.run("return document.querySelectorAll('main :is(img, script, b)').length").asInt());
    assertTrue(browser.run("return document.title").asText().endsWith("near-dup"));
    assertEquals(
        "[\"10\",\"20\"]",
        browser
            .run("return [...document.querySelectorAll('mark.strong')].map((m) => m.innerText)")
            .toString());
    String injected =
        "const p = document.createElement('p'); try { p.innerHTML = '<b>x</b>'; return 'made' }"
            + " catch (e) { return e.name }";
    assertEquals("TypeError", browser.run(injected).asText());
    browser.complaints();
  }

  @Test
  public void longTextsAreComparedInTime() throws IOException {
    long begun = System.nanoTime();
    openGroupOf("long-1");
    long took = (System.nanoTime() - begun) / 1_000_000;
    LOGGER.log(System.Logger.Level.INFO, "a megabyte beside a megabyte: " + took + " ms");
    String text = browser.text();
    assertTrue(text, text.contains("words are the same"));
    assertTrue("took " + took + " ms", took < 60_000);
    assertEquals(List.of(), browser.complaints());
  }

  @Test
  public void aLineIsDragged() throws IOException {
    browser.go("about:blank");
    browser.go(address + "#survey");
    browser.await("document.querySelector('form button')");
    tabTo("#size");
    browser.press(ENTER);
    browser.await("document.querySelector('.said')?.innerText");
    String before = browser.run("return document.querySelector('.said').innerText").asText();
    tabTo("input[type=range]");
    browser.press(RIGHT);
    String after = browser.run("return document.querySelector('.said').innerText").asText();
    assertFalse(after, before.equals(after));
    assertTrue(after, after.contains("would go, so about"));
    browser.run("scrollTo(0, 0); document.activeElement.blur()");
    browser.picture(PICTURES.resolve("review-survey.png"));
    assertEquals(List.of(), browser.complaints());
  }

  /** As somebody without a mouse does. */
  private static void tabTo(String selector) throws IOException {
    String isThere = "return document.activeElement.matches('" + selector + "')";
    for (int presses = 0; browser.run(isThere).asBoolean() == false; presses++) {
      assertTrue(selector, presses < MOST_TABS);
      browser.press(TAB);
    }
  }

  /** Everything that can be used is reached by keys alone, and shows that it was. */
  @Test
  public void noMouseIsNeeded() throws IOException {
    for (String view : List.of("#survey", "#groups", "#apply")) {
      browser.go("about:blank");
      browser.go(address + view);
      browser.await("document.querySelector('main h2')");
      tabTo(".skip");
      browser.press(ENTER);
      browser.await("document.activeElement.matches('main')");
      assertEquals(view, browser.run("return location.hash").asText());
      assertReached();
    }
    openGroupOf("markup-10");
    assertReached();
  }

  private static void assertReached() throws IOException {
    String all = "a[href], button, input, select, textarea, summary";
    String none = "!each.disabled && each.checkVisibility() && each.closest('.groups li') === null";
    browser.run("reached = new Set()");
    String left =
        "return [...document.querySelectorAll('"
            + all
            + "')].filter((each) => "
            + none
            + " && !reached.has(each)).map((each) => each.outerHTML).join()";
    for (int presses = 0;
        presses < MOST_TABS && browser.run(left).asText().isEmpty() == false;
        presses++) {
      browser.press(TAB);
      browser.run(
          "const at = document.activeElement;"
              + " if (getComputedStyle(at).outlineStyle !== 'none') reached.add(at)");
    }
    assertEquals("", browser.run(left).asText());
  }

  @Test
  public void aTelephoneInTheDark() throws IOException {
    browser.command(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", 360, "height", 740, "deviceScaleFactor", 1, "mobile", true));
    browser.command(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
    try {
      for (String view : List.of("#groups", "#survey", "#apply")) {
        browser.go("about:blank");
        browser.go(address + view);
        browser.await("document.querySelector('main h2')");
        assertEquals(view, 360, width());
      }
      openGroupOf("markup-10");
      assertEquals(360, width());
      String back = "return getComputedStyle(document.body).backgroundColor";
      assertEquals("rgb(22, 23, 27)", browser.run(back).asText());
      browser.run("document.querySelector('.verdicts').scrollIntoView()");
      browser.picture(PICTURES.resolve("review-narrow.png"));
      assertEquals(List.of(), browser.complaints());
    } finally {
      browser.command("Emulation.clearDeviceMetricsOverride", Map.of());
      browser.command("Emulation.setEmulatedMedia", Map.of("features", List.of()));
    }
  }

  private static int width() throws IOException {
    return browser.run("return document.documentElement.scrollWidth").asInt();
  }

  /** A page of somebody else's who has even learned the address. */
  @Test
  public void anotherPageGetsNothing() throws IOException {
    browser.go("data:text/html,<title>other</title>");
    String read = "return fetch('" + address + "start').then((r) => r.text(), (e) => e.name)";
    assertEquals("TypeError", browser.run(read).asText());
    String sent =
        "return fetch('"
            + address
            + "apply', {method: 'POST', mode: 'no-cors', body: '{\"action\": \"delete\"}'})"
            + ".then((r) => r.type, (e) => e.name)";
    browser.run(sent);
    browser.complaints();
    browser.go(address + "#apply");
    browser.await("document.querySelector('.job')");
    assertFalse(browser.text(), browser.text().contains("deleted"));
  }

  /** The figures, the question, and the job. */
  @Test
  public void whatWasDecidedIsDone() throws IOException {
    start("it-review-apply");
    try {
      browser.go(address + "#apply");
      browser.await("document.getElementById('action')");
      assertEquals(List.of("1", "1", "0", "1"), List.of(cell(0), cell(1), cell(2), cell(3)));
      browser.run("document.getElementById('action').value = 'any'");
      browser.run("document.getElementById('action').focus()");
      browser.press(TAB);
      browser.press(ENTER);
      browser.await("document.querySelector('dialog').open");
      assertTrue(browser.text(), browser.text().contains("Delete up to 1 documents"));
      assertEquals("no", browser.run("return document.activeElement.value").asText());
      browser.press(TAB);
      browser.press(ENTER);
      browser.await("document.querySelector('.job caption')");
      assertTrue(browser.text(), browser.text().contains("deleted\t1"));
      rest.post("/it-review/_refresh", "");
      assertEquals(1, rest.get("/it-review/_count?q=name:spare").path("count").asInt());
    } finally {
      start("it-review-groups");
    }
  }

  /** An index that nothing is known of but the pipeline of README. */
  @Test
  public void theShortestPipeline() throws IOException {
    rest.put(
        "/_ingest/pipeline/it-review-short",
        Json.of("{'processors': [{'near_dup': {'fields': ['content']}}]}"));
    rest.put(
        "/it-review-short", Json.of("{'settings': {'index.default_pipeline': 'it-review-short'}}"));
    String half = "The harbor of Dorset was closed on Monday, after a crane had fallen on a ship. ";
    String whole = half + "It opens again on Friday, says the harbor master, if the weather holds.";
    List<String> lines = new ArrayList<>();
    ReviewedTexts.add(lines, "whole", Json.of("{'content': '$1'}", whole));
    ReviewedTexts.add(
        lines,
        "shortened",
        Json.of("{'content': '$1'}", whole.replace(", if the weather holds", "")));
    rest.bulk("/it-review-short/_bulk?refresh=true", lines);
    group("it-review-short", "near_dup.signature", "it-review-short-groups", "{'match_all': {}}");
    start("it-review-short", "it-review-short-groups");
    try {
      browser.go("about:blank");
      browser.go(address + "#survey");
      browser.await("document.querySelector('form button')");
      browser.run("document.querySelector('form button').click()");
      browser.await("document.querySelector('.said')?.innerText");
      browser.go(address + "#groups");
      browser.await("document.querySelector('.groups a')");
      browser.run("document.querySelector('.groups a').click()");
      browser.await("document.querySelector('.texts mark')");
      String text = browser.text();
      assertTrue(text, text.contains("says the harbor master") && text.contains("Lost with it"));
      assertEquals(List.of(), browser.complaints());
    } finally {
      start("it-review-groups");
    }
  }

  private static String cell(int row) throws IOException {
    return browser
        .run("return document.querySelectorAll('main td:not(.quiet)')[" + row + "].innerText")
        .asText();
  }
}
