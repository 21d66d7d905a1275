// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.dashboards.Aggregations;
import io.neardup.dashboards.DashboardPicture;
import io.neardup.dashboards.Link;
import io.neardup.dashboards.PanelSearch;
import io.neardup.dashboards.SavedObject;
import io.neardup.dashboards.SavedObjects;
import io.neardup.dashboards.Vega;
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
import org.junit.Test;

/**
 * Every search behind the dashboard, on the server, over the articles that {@code ./mvnw
 * -Pquickstart -Dnews} loads. Which objects belong together is checked by SavedObjectsTest.
 */
public class DashboardsIT {
  private static final Path FILE = DocumentationIT.ROOT.resolve("dashboards/near-dup.ndjson");
  private static final LocalDate LAST_DAY = LocalDate.of(2026, 6, 28);
  private static final String PICTURE = "docs/plots/dashboard.svg";

  /** What Dashboards lists of the fields that the server itself adds. */
  private static final Set<String> META = Set.of("_id", "_index", "_source");

  private static Rest rest;
  private static SavedObjects objects;
  private static SavedObject pattern;
  private static final List<JsonNode> DOCUMENTS = new ArrayList<>();

  @BeforeClass
  public static void load() throws IOException {
    rest = Rest.to(Clusters.one().http());
    objects = SavedObjects.read(FILE);
    pattern = objects.only("index-pattern");
    new NewsIndex(rest).load(LAST_DAY);
    indexOnly();
    JsonNode all = rest.post("/news/_search", "{\"size\": 5000}");
    all.at("/hits/hits").forEach(hit -> DOCUMENTS.add(hit.path("_source")));
  }

  /** A decision without the guarantee: simulating a pipeline makes one. */
  private static void indexOnly() throws IOException {
    String doc =
        Json.of(
            "{'title': 'A simulated article', 'source': 'wire', 'published': '2026-06-28',"
                + " 'content': 'These words appear in no license at all, and were only simulated'}");
    JsonNode simulated =
        rest.post(
            "/_ingest/pipeline/news/_simulate",
            Json.of("{'docs': [{'_index': 'news', '_id': 'simulated', '_source': $1}]}", doc));
    JsonNode source = simulated.at("/docs/0/doc/_source");
    rest.put("/news/_doc/simulated?pipeline=_none&refresh=true", source.toString());
  }

  @AfterClass
  public static void cleanUp() throws IOException {
    rest.delete("/news,articles?ignore_unavailable=true");
    rest.close();
  }

  private static JsonNode search(String index, ObjectNode body) throws IOException {
    JsonNode answer = rest.post("/" + index + "/_search", body.toString());
    assertEquals(answer.toString(), 0, answer.at("/_shards/failed").asInt());
    return answer;
  }

  @Test
  public void everySearchFindsSomething() throws IOException {
    int asked = 0;
    for (SavedObject object : objects.all()) {
      if (Set.of("search", "query", "visualization").contains(object.type())) {
        PanelSearch search = PanelSearch.of(objects, object);
        JsonNode answer = search(search.index(), search.body());
        if (Vega.draws(object)) {
          JsonNode rows = new Vega(object).rows(answer);
          assertTrue(object + ": " + answer, rows.size() > 1);
        } else if (object.type().equals("visualization")) {
          assertBuckets(object, new Aggregations(object), answer);
        } else {
          assertTrue(object + ": " + answer, answer.at("/hits/hits").size() > 1);
        }
        asked++;
      }
    }
    assertEquals(11, asked);
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
        assertTrue(object + ": " + bucket, bucket.path("doc_count").asInt() > 0);
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
    JsonNode shown = answer("near-dup-numbers").at("/aggregations/2/buckets");
    Map<String, Integer> numbers = new TreeMap<>();
    shown
        .properties()
        .forEach(b -> numbers.put(b.getKey(), b.getValue().path("doc_count").asInt()));
    assertEquals(counts, numbers);
    assertEquals(NewsIndex.UNDECIDED, (int) numbers.get("undecided"));
    assertEquals(1, (int) numbers.get("index-only"));
    int undecided = answer("near-dup-undecided").at("/hits/total/value").asInt();
    assertEquals(NewsIndex.UNDECIDED + 1, undecided);
  }

  private static JsonNode answer(String id) throws IOException {
    for (SavedObject object : objects.all()) {
      if (object.id().equals(id)) {
        PanelSearch search = PanelSearch.of(objects, object);
        return search(search.index(), search.body());
      }
    }
    throw new AssertionError("no object " + id);
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
    return search(pattern.title(), new Link(pattern, field).body(value)).at("/hits/hits");
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

  /** The drawing in the documentation is what the panels show. */
  @Test
  public void thePictureShowsThePanels() throws IOException {
    String drawn = DashboardPicture.svg(objects, search -> search(search.index(), search.body()));
    Path made = Path.of("target/dashboard.svg");
    Files.writeString(made, drawn);
    assertTrue(
        "the panels have changed: copy integTest/" + made + " to " + PICTURE,
        Files.readString(DocumentationIT.ROOT.resolve(PICTURE)).equals(drawn));
  }
}
