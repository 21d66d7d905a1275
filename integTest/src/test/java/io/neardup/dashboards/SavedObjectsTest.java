// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * The objects for Dashboards belong together: JSON strings, versions, references, layout, links,
 * and no field that the index pattern lacks. Each check is seen to refuse a broken file, too.
 */
public class SavedObjectsTest {
  private static String file;

  @BeforeClass
  public static void read() throws IOException {
    file = Files.readString(Path.of("../dashboards/near-dup.ndjson"));
  }

  /** Everything that can be checked without a server. */
  private static SavedObjects check(String ndjson) {
    SavedObjects objects = SavedObjects.parse(ndjson);
    Panel.of(objects);
    for (SavedObject object : objects.all()) {
      if (PanelSearch.isOf(object)) {
        String title = object.at("/visState/title").asText(object.title());
        object.check(title.equals(object.title()), "has another title in its visState: " + title);
        assertFieldsInPattern(objects, object);
      }
    }
    new Link(objects.only("index-pattern"), "content_simhash").body("0123456789abcdef");
    new Link(objects.only("index-pattern"), "near_dup.group").body("a group");
    new Link(objects.only("index-pattern"), "near_dup.of.id").body("an id");
    return objects;
  }

  private static void assertFieldsInPattern(SavedObjects objects, SavedObject object) {
    Set<String> known = new TreeSet<>();
    objects.only("index-pattern").at("/fields").forEach(f -> known.add(f.path("name").asText()));
    Set<String> used = new TreeSet<>();
    PanelSearch.of(objects, object)
        .body()
        .findValues("field")
        .forEach(field -> used.add(field.asText()));
    object.at("/columns").forEach(column -> used.add(column.asText()));
    used.removeAll(known);
    object.check(used.isEmpty(), "uses fields that the index pattern lacks: " + used);
  }

  @Test
  public void theShippedObjectsBelongTogether() {
    SavedObjects objects = check(file);
    assertEquals(1, objects.all("index-pattern").size());
    assertEquals(3, objects.all("search").size());
    assertEquals(11, objects.all("visualization").size());
    assertEquals(10, Panel.of(objects).size());
    assertTrue("one object a line", file.endsWith("}\n") && file.contains("\n\n") == false);
  }

  /** A document that is missing answers 404 and empties the view; a fingerprint does not. */
  @Test
  public void nothingNamesADocument() {
    SavedObjects objects = SavedObjects.parse(file);
    int fingerprints = 0;
    for (SavedObject object : objects.all().stream().filter(PanelSearch::isOf).toList()) {
      JsonNode body = PanelSearch.of(objects, object).body();
      assertTrue(object + ": " + body, body.toString().contains("_id") == false);
      for (JsonNode query : body.findValues("near_dup")) {
        assertTrue(object + ": " + query, query.findValue("id") == null);
        assertTrue(object + ": " + query, query.findValue("hash") != null);
        fingerprints++;
      }
    }
    assertEquals(1, fingerprints);
  }

  private static void assertRefused(String old, String broken, String message) {
    assertTrue("the file has no " + old, file.contains(old));
    String quoted = Matcher.quoteReplacement(broken);
    Exception e =
        assertThrows(
            old,
            IllegalArgumentException.class,
            () -> check(Pattern.compile(old, Pattern.LITERAL).matcher(file).replaceFirst(quoted)));
    assertTrue(e.getMessage(), e.getMessage().contains(message));
  }

  @Test
  public void brokenLines() {
    assertRefused("{\"type\":\"search\"", "{\"type\":\"search\",,", "is no JSON");
    assertRefused("\"migrationVersion\"", "\"version\"", "has the keys");
    assertRefused(
        "\"type\":\"search\",\"id\"", "\"type\":\"map\",\"id\"", "has a type that is not");
    assertRefused("{\"search\":\"7.9.3\"}", "{\"search\":\"8.0.0\"}", "has migrationVersion");
    assertRefused(
        "\"attributes\":{\"title\":\"Duplicates\"", "\"attributes\":{\"t\":\"\"", "no title");
    assertRefused("near-dup-nearest", "near-dup-duplicates", "is there twice");
  }

  @Test
  public void brokenStringsOfJson() {
    assertRefused("\"fields\":\"[{", "\"fields\":\"[", "[fields] is no JSON");
    assertRefused(
        "\"fieldFormatMap\":\"{", "\"fieldFormatMap\":\"{{", "[fieldFormatMap] is no JSON");
    assertRefused("\"visState\":\"{", "\"visState\":\"{,", "[visState] is no JSON");
    assertRefused("\"uiStateJSON\":\"{}\"", "\"uiStateJSON\":{}", "needs [uiStateJSON], a string");
    assertRefused("\"panelsJSON\":\"[", "\"panelsJSON\":\"[[", "[panelsJSON] is no JSON");
    assertRefused("\"optionsJSON\":\"{", "\"optionsJSON\":\"{1", "[optionsJSON] is no JSON");
    assertRefused(
        "\"searchSourceJSON\":\"{", "\"searchSourceJSON\":\"", "[searchSourceJSON] is no JSON");
    assertRefused("\\\"spec\\\":\\\"{", "\\\"spec\\\":\\\"[", "[spec] is no JSON");
  }

  @Test
  public void brokenReferences() {
    assertRefused(
        "\"id\":\"near-dup-skew\"}", "\"id\":\"near-dup-skews\"}", "near-dup-skews: missing");
    assertRefused("\"name\":\"panel_3\"", "\"name\":\"panel_9\"", "names the references");
    assertRefused("\\\"indexRefName\\\"", "\\\"index\\\"", "names the references");
    assertRefused("searchSourceJSON.index\\\"", "searchSourceJSON.in\\\"", "has the indexRefName");
    assertRefused(
        "\"search\",\"id\":\"near-dup-nearest\"",
        "\"visualization\",\"id\":\"near-dup-nearest\"",
        "has");
  }

  @Test
  public void brokenSearches() {
    assertRefused(
        "\\\"type\\\":\\\"cardinality\\\"", "\\\"type\\\":\\\"geo\\\"", "unknown type [geo]");
    assertRefused(
        "\\\"type\\\":\\\"histogram\\\",\\\"schema\\\"",
        "\\\"type\\\":\\\"range\\\",\\\"schema\\\"",
        "unknown type [range]");
    assertRefused("\\\"orderBy\\\":\\\"1\\\"", "\\\"orderBy\\\":\\\"3\\\"", "orders terms by [3]");
    assertRefused(
        "\\\"interval\\\":\\\"auto\\\"", "\\\"interval\\\":\\\"d\\\"", "needs the interval [auto]");
    assertRefused(
        "duplicate\\\",\\\"language\\\":\\\"lucene\\\"",
        "duplicate\\\",\\\"language\\\":\\\"kuery\\\"",
        "in [kuery]");
    assertRefused(
        "\\\"field\\\":\\\"title.keyword\\\"",
        "\\\"field\\\":\\\"title.raw\\\"",
        "pattern lacks: [title.raw]");
    assertRefused("\"near_dup.matched_by\",", "\"near_dup.by\",", "pattern lacks: [near_dup.by]");
    assertRefused("\\\"filter\\\":[]", "\\\"filter\\\":[{}]", "has filters");
    assertRefused(
        "\\\"title\\\":\\\"Distances\\\"", "\\\"title\\\":\\\"Distance\\\"", "another title");
    assertRefused("\\\"schema\\\":\\\"metric\\\"", "\\\"schema\\\":\\\"bucket\\\"", "has");
  }

  @Test
  public void brokenVegaPanels() {
    assertRefused("vega-lite/v5.json", "vega-lite/v6.json", "is not made for");
    assertRefused(
        "\\\\\\\"%context%\\\\\\\": true",
        "\\\\\\\"%context%\\\\\\\": false", "needs either %context%");
    assertRefused(
        "\\\\\\\"%timefield%\\\\\\\": \\\\\\\"published\\\\\\\"",
        "\\\\\\\"%timefield%\\\\\\\": \\\\\\\"date\\\\\\\"", "needs the %timefield%");
  }

  @Test
  public void brokenPlaces() {
    assertRefused("\\\"x\\\":24", "\\\"x\\\":25", "beyond the grid");
    assertRefused("\\\"y\\\":21", "\\\"y\\\":20", "one over the other");
    assertRefused("\\\"i\\\":\\\"2\\\"", "\\\"i\\\":\\\"3\\\"", "needs [i]");
  }

  @Test
  public void brokenLinks() {
    assertRefused("discover#/?", "data-explorer/discover#?", "has a link not like");
    assertRefused("time:(from:", "time:(fromm:", "without a time range");
    assertRefused("index:near-dup-index-pattern", "index:other", "has a link into [other]");
    assertRefused("filters:!(),time", "filters:!(,time", "expected a value");
    assertRefused("sort:!(!(", "sort:!(!x", "expected one of");
    assertRefused("columns:!(_score", "columns!(_score", "expected [:]");
    assertRefused("language:lucene,query:'content", "language:kuery,query:'content", "in [kuery]");
    assertRefused(
        "content_simhash\\\":{\\\"id\\\":\\\"url\\\"",
        "content_simhash\\\":{\\\"id\\\":\\\"string\\\"",
        "has no link on");
  }
}
