// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.dashboards.Aggregations;
import io.neardup.dashboards.Link;
import io.neardup.dashboards.PanelSearch;
import io.neardup.dashboards.SavedObject;
import io.neardup.dashboards.SavedObjects;
import io.neardup.dashboards.Vega;
import io.neardup.it.Clusters;
import io.neardup.it.Json;
import io.neardup.quickstart.NewsIndex;
import io.neardup.server.Rest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/**
 * Every search behind the dashboard, on the server, over the articles that {@code ./mvnw
 * -Pquickstart -Dnews} loads. Which objects belong together is checked by SavedObjectsTest.
 */
public class DashboardsIT {
  private static final Path FILE = DocumentationIT.ROOT.resolve("dashboards/near-dup.ndjson");
  private static final LocalDate LAST_DAY = LocalDate.of(2026, 6, 28);

  /** What Dashboards lists of the fields that the server itself adds. */
  private static final Set<String> META = Set.of("_id", "_index", "_source");

  private static final String NEAR = "Near a fingerprint";

  @Rule public final TemporaryFolder folder = new TemporaryFolder();

  private static Rest rest;
  private static DashboardSearches searches;
  private static SavedObject pattern;
  private static JsonNode onPage;
  private static final List<JsonNode> DOCUMENTS = new ArrayList<>();

  @BeforeClass
  public static void load() throws IOException {
    rest = Rest.to(Clusters.one().http());
    searches = new DashboardSearches(rest, SavedObjects.read(FILE));
    pattern = searches.objects().only("index-pattern");
    rest.delete("/news,articles,near_dup_stats?ignore_unavailable=true");
    DashboardsPage.run(rest);
    onPage = properties("news");
    new NewsIndex(rest).load(LAST_DAY);
    DashboardsPage.sample(rest);
    rest.post("/near_dup_stats/_refresh", "");
    indexOnly();
    JsonNode all = rest.post("/news/_search", "{\"size\": 5000}");
    all.at("/hits/hits").forEach(hit -> DOCUMENTS.add(hit.path("_source")));
  }

  /** A decision without the guarantee, as it is written when a home cannot be reached. */
  private static void indexOnly() throws IOException {
    String doc =
        Json.of(
            "{'title': 'An article', 'source': 'wire', 'published': '2026-06-28',"
                + " 'content_simhash': '485cd68a65163144', 'near_dup': {'group': 'alone',"
                + " 'status': 'new', 'checked': 'index_only'}}");
    rest.put("/news/_doc/unchecked?pipeline=_none&refresh=true", doc);
  }

  @AfterClass
  public static void cleanUp() throws IOException {
    rest.delete("/news,articles,near_dup_stats,it-lacking?ignore_unavailable=true");
    rest.close();
  }

  private static JsonNode properties(String index) throws IOException {
    return rest.get("/" + index + "/_mapping").path(index).at("/mappings/properties");
  }

  @Test
  public void everySearchFindsSomething() throws IOException {
    assertEverySearchFindsSomething(searches);
  }

  private static void assertEverySearchFindsSomething(DashboardSearches all) throws IOException {
    List<SavedObject> searched = all.objects().all().stream().filter(PanelSearch::isOf).toList();
    assertEquals(15, searched.size());
    for (SavedObject object : searched) {
      JsonNode answer = all.answer(object);
      assertTrue(object + ": " + answer, DashboardSearches.found(object, answer) > 1);
      if (object.type().equals("visualization") && Vega.draws(object) == false) {
        assertBuckets(object, new Aggregations(object), answer);
      }
    }
  }

  /**
   * Every bucket of every level counts documents, and every metric of the innermost has a value.
   */
  private static void assertBuckets(SavedObject object, Aggregations aggs, JsonNode answer) {
    JsonNode place = answer.path("aggregations");
    for (JsonNode agg : aggs.buckets()) {
      JsonNode buckets = place.path(agg.path("id").asText()).path("buckets");
      assertTrue(object + ": " + answer, buckets.size() > 1);
      for (JsonNode bucket : buckets) {
        boolean named = agg.path("type").asText().equals("filters");
        assertTrue(object + ": " + bucket, named || bucket.path("doc_count").asInt() > 0);
      }
      place = buckets.elements().next();
    }
    for (JsonNode agg : aggs.metrics()) {
      if (agg.path("type").asText().equals("count") == false) {
        JsonNode metric = place.path(agg.path("id").asText());
        JsonNode value =
            metric.has("hits") ? metric.at("/hits/hits/0/fields") : metric.path("value");
        assertTrue(object + ": " + metric, value.isNumber() || value.size() == 1);
      }
    }
  }

  /** The panels say what the documents say. */
  @Test
  public void theNumbersAreThoseOfTheDocuments() throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    for (JsonNode document : DOCUMENTS) {
      JsonNode decision = document.path("near_dup");
      String status = decision.path("status").asText("undecided");
      counts.merge("all", 1, Integer::sum);
      counts.merge(status.equals("duplicate") ? "duplicates" : status, 1, Integer::sum);
      counts.merge("index-only", decision.has("checked") ? 1 : 0, Integer::sum);
    }
    JsonNode shown = searches.answer("near-dup-numbers").at("/aggregations/2/buckets");
    Map<String, Integer> numbers = new TreeMap<>();
    shown
        .properties()
        .forEach(b -> numbers.put(b.getKey(), b.getValue().path("doc_count").asInt()));
    assertEquals(counts, numbers);
    assertEquals(NewsIndex.UNDECIDED, (int) numbers.get("undecided"));
    assertEquals(1, (int) numbers.get("index-only"));
    int undecided = searches.answer("near-dup-undecided").at("/hits/total/value").asInt();
    assertEquals(NewsIndex.UNDECIDED + 1, undecided);
  }

  /** Two samples of the counters, with all articles that were decided between them. */
  @Test
  public void theSamplesCountWhatCameIn() throws IOException {
    JsonNode hits = searches.answer("near-dup-counters").at("/hits/hits");
    JsonNode last = hits.path(0).at("/_source/total/ingest");
    JsonNode first = hits.path(hits.size() - 1).at("/_source/total/ingest");
    int decided = DOCUMENTS.size() - NewsIndex.UNDECIDED - 1;
    assertEquals(decided, last.path("documents").asInt() - first.path("documents").asInt());
    for (String counter : List.of("new", "duplicates", "index_only", "failed")) {
      assertTrue(counter, last.path(counter).isNumber());
    }
  }

  /** Dashboards asks the server for the fields only when somebody refreshes the pattern. */
  @Test
  public void thePatternHasTheFieldsOfTheIndex() throws IOException {
    Set<String> expected = new TreeSet<>();
    JsonNode caps = rest.get("/news/_field_caps?fields=*").path("fields");
    caps.properties()
        .forEach(
            field -> {
              JsonNode type = field.getValue().elements().next();
              boolean meta =
                  field.getKey().startsWith("_") && META.contains(field.getKey()) == false;
              if (meta == false && type.path("type").asText().equals("object") == false) {
                expected.add(
                    field.getKey()
                        + " "
                        + type.path("type").asText()
                        + (type.path("searchable").asBoolean() ? " searchable" : "")
                        + (type.path("aggregatable").asBoolean() ? " aggregatable" : ""));
              }
            });
    Set<String> shipped = new TreeSet<>();
    for (JsonNode field : pattern.at("/fields")) {
      if (field.has("esTypes")) {
        shipped.add(
            field.path("name").asText()
                + " "
                + field.at("/esTypes/0").asText()
                + (field.path("searchable").asBoolean() ? " searchable" : "")
                + (field.path("aggregatable").asBoolean() ? " aggregatable" : ""));
      }
    }
    assertEquals(expected, shipped);
  }

  @Test
  public void aClickOnAFingerprintShowsItsNearDuplicates() throws IOException {
    JsonNode duplicate = lastDuplicate();
    String hash = duplicate.path("content_simhash").asText();
    JsonNode hits = clicked("content_simhash", hash);
    Set<Long> distances = new TreeSet<>();
    double before = 1;
    for (JsonNode hit : hits) {
      assertTrue("nearest first", hit.path("_score").asDouble() <= before);
      before = hit.path("_score").asDouble();
      long found = Long.parseUnsignedLong(hit.at("/_source/content_simhash").asText(), 16);
      distances.add((long) Long.bitCount(found ^ Long.parseUnsignedLong(hash, 16)));
    }
    assertTrue(distances.toString(), distances.contains(0L) && distances.size() > 1);
    assertEquals(near(hash, 7), hits.size());
  }

  private static JsonNode lastDuplicate() {
    return DOCUMENTS.stream()
        .filter(document -> document.at("/near_dup/distance").asInt() > 3)
        .reduce((a, b) -> b)
        .orElseThrow();
  }

  /** By brute force. */
  private static int near(String hash, int distance) {
    long asked = Long.parseUnsignedLong(hash, 16);
    return (int)
        DOCUMENTS.stream()
            .map(document -> Long.parseUnsignedLong(document.path("content_simhash").asText(), 16))
            .filter(found -> Long.bitCount(found ^ asked) <= distance)
            .count();
  }

  private static JsonNode clicked(String field, String value) throws IOException {
    return searches.search(pattern.title(), new Link(pattern, field).body(value)).at("/hits/hits");
  }

  @Test
  public void aClickOnAGroupShowsItsMembers() throws IOException {
    String group = lastDuplicate().at("/near_dup/group").asText();
    JsonNode hits = clicked("near_dup.group", group);
    long members =
        DOCUMENTS.stream()
            .filter(document -> document.at("/near_dup/group").asText().equals(group))
            .count();
    assertTrue(group, members > 1);
    assertEquals(members, hits.size());
    hits.forEach(hit -> assertEquals(group, hit.at("/_source/near_dup/group").asText()));
  }

  @Test
  public void thePageMapsWhatTheArticlesNeed() throws IOException {
    assertEquals(properties("news"), onPage);
  }

  /** The sed command of the page, over a copy of the index with other names. */
  @Test
  public void anIndexWithOtherNames() throws Exception {
    String renamed =
        onPage
            .toString()
            .replace("content_simhash", "body_simhash")
            .replace("published", "created_at")
            .replace("source", "site")
            .replace("title", "headline");
    rest.put("/articles", Json.of("{'mappings': {'properties': $1}}", renamed));
    copy(
        "articles",
        "ctx._source.headline = ctx._source.remove('title');"
            + "ctx._source.site = ctx._source.remove('source');"
            + "ctx._source.created_at = ctx._source.remove('published');"
            + "ctx._source.body_simhash = ctx._source.remove('content_simhash')");
    SavedObjects renamedObjects =
        SavedObjects.parse(DashboardsPage.renamed(folder.getRoot().toPath()));
    assertEquals("articles", renamedObjects.only("index-pattern").title());
    DashboardSearches other = new DashboardSearches(rest, renamedObjects);
    assertEverySearchFindsSomething(other);
    for (SavedObject object : renamedObjects.all()) {
      if (PanelSearch.isOf(object)) {
        assertEquals(
            object.toString(),
            DashboardSearches.found(object, searches.answer(object.id())),
            DashboardSearches.found(object, other.answer(object)));
      }
    }
  }

  private static void copy(String index, String script) throws IOException {
    String from = "{'source': {'index': 'news'}, 'dest': {'index': '$1', 'pipeline': '_none'},";
    rest.post(
        "/_reindex?refresh=true",
        Json.of(from + " 'script': {'source': $2}}", index, Json.quoted(script)));
  }

  /** What the page says one sees when an index lacks something. */
  @Test
  public void anIndexThatLacksFields() throws IOException {
    Set<String> lookups = Set.of("Skew of segments", "Nearest to one fingerprint", NEAR);
    Map<String, String> seen = seen(null);
    assertEquals(14, seen.size());
    assertEquals(Set.of("empty", "no aggregations"), new TreeSet<>(seen.values()));
    assertSeen(
        seen(without("near_dup")),
        "Largest groups",
        "No mapping found for [near_dup.seq] in order to sort on",
        Set.of("Distances", "Who copies whom", "Duplicates"));
    String neighbors = "Neighbors by distance";
    assertSeen(
        seen(without("content_simhash")),
        neighbors,
        "field [content_simhash] is not mapped",
        lookups);
    assertSeen(
        seen(mapped("keyword")),
        neighbors,
        "field [content_simhash] is of type [keyword]",
        lookups);
    assertSeen(
        seen(mapped("simhash")),
        "Skew of segments",
        "field [content_simhash.s0] has no doc values",
        Set.of());
    assertEquals(
        Set.of("Decisions over time", "Duplicate rate", "Without the guarantee"),
        seen(without("published")).keySet());
    assertEquals(Map.of("Rate by source", "empty"), seen(without("source")));
    ObjectNode untitled = onPage.deepCopy();
    untitled.putObject("title").put("type", "text");
    assertEquals(Map.of(), seen(untitled));
  }

  private static ObjectNode without(String field) {
    return ((ObjectNode) onPage.deepCopy()).without(field);
  }

  /** The fingerprint as another type, or without the doc values of its hash segments. */
  private static ObjectNode mapped(String type) {
    ObjectNode properties = onPage.deepCopy();
    properties.putObject("content_simhash").put("type", type);
    return properties;
  }

  /** One search fails like this, these find nothing, and the page says so. */
  private static void assertSeen(
      Map<String, String> seen, String title, String error, Set<String> empty) throws IOException {
    assertTrue(seen.toString(), seen.getOrDefault(title, "").contains(error));
    String page = Files.readString(DashboardsPage.FILE);
    assertTrue(error, page.contains("*" + title + "*: *Bad Request*, `" + error + "`"));
    Set<String> others = new TreeSet<>(seen.keySet());
    others.remove(title);
    assertEquals(new TreeSet<>(empty), others);
    empty.forEach(other -> assertEquals("empty", seen.get(other)));
  }

  /**
   * What is wrong with each search over the same documents, mapped like this; null for no index.
   */
  private static Map<String, String> seen(JsonNode properties) throws IOException {
    rest.delete("/it-lacking?ignore_unavailable=true");
    if (properties != null) {
      rest.put(
          "/it-lacking", Json.of("{'mappings': {'dynamic': false, 'properties': $1}}", properties));
      copy("it-lacking", "ctx._source.remove('content')");
    }
    return searches.flaws("it-lacking");
  }
}
