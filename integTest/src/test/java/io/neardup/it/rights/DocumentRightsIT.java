// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.rights;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Answers;
import io.neardup.it.Json;
import io.neardup.it.Oracle;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.Before;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

/**
 * A user from whom document-level security hides documents, in both ways of opensearch-security: by
 * adding a query on each shard and, for a query with a terms lookup, where the search comes in.
 * Nothing reveals hidden documents.
 */
@RunWith(Parameterized.class)
public class DocumentRightsIT {
  private static final long BASE = 0x9f3a5c3b12ff00aaL;
  private static final String INDEX = "papers";

  /** The documents of the red team, by distance to the base. */
  private static final Map<String, Integer> VISIBLE = Map.of("r0", 0, "r1", 1, "r3", 3);

  private static final String ROLE =
      """
      {'cluster_permissions': ['cluster_composite_ops'],
       'index_permissions': [{'index_patterns': ['papers'], 'allowed_actions': ['read', 'indices_monitor'],
                              'dls': $1},
                             {'index_patterns': ['papers-said'], 'allowed_actions': ['indices_all']}]}
      """;

  @Parameters(name = "{0}")
  public static List<String> users() {
    return List.of("shard", "filter", "twice", "elsewhere");
  }

  private final String user;
  private Rest rest;

  public DocumentRightsIT(String user) {
    this.user = user;
  }

  @BeforeClass
  public static void fill() throws IOException {
    try (Rest admin = Secured.admin()) {
      admin.delete("/papers,teams?ignore_unavailable=true");
      admin.put("/teams/_doc/red?refresh=true", Json.of("{'names': ['red']}"));
      admin.put(
          "/" + INDEX,
          Json.of(
              """
              {'settings': {'number_of_shards': 2, 'number_of_replicas': 0},
               'mappings': {'properties': {'print': {'type': 'simhash'}, 'team': {'type': 'keyword'},
                                           'rank': {'type': 'integer'}, 'text': {'type': 'text', 'fields': {
                                             'passages': {'type': 'passages', 'min_passage': 5}}}}}}
              """));
      List<String> lines = new ArrayList<>();
      VISIBLE.forEach((id, distance) -> add(lines, id, near(distance), "red"));
      for (int i = 0; i < 8; i++) {
        add(lines, "b" + i, near(i / 4), "blue");
      }
      // Hidden documents also have segments that no other has.
      add(lines, "far", ~BASE, "blue");
      admin.bulk("/" + INDEX + "/_bulk?refresh=true", lines);
    }
    Secured.role(
        "red_shard", ROLE.replace("$1", Json.quoted(Json.of("{'term': {'team': 'red'}}"))));
    // Matches only some of the red documents, which therefore score higher.
    Secured.role("red_few", ROLE.replace("$1", Json.quoted(Json.of("{'term': {'rank': 3}}"))));
    Secured.role(
        "red_filter",
        ROLE.replace(
            "$1",
            Json.quoted(
                Json.of("{'terms': {'team': {'index': 'teams', 'id': 'red', 'path': 'names'}}}"))));
    Secured.user("shard", "red_shard");
    Secured.user("filter", "red_filter");
    Secured.user("twice", "red_shard", "red_few");
    Secured.user("elsewhere", "red_filter", "red_few");
  }

  private static long near(int distance) {
    return BASE ^ ((1L << distance) - 1);
  }

  private static void add(List<String> lines, String id, long print, String team) {
    lines.add(Json.of("{'index': {'_id': $1}}", Json.quoted(id)));
    lines.add(
        Json.of(
            "{'print': $1, 'team': '$2', 'rank': $3, 'text': 'of the words of all teams: $2'}",
            Json.quoted(print),
            team,
            VISIBLE.getOrDefault(id, -1)));
  }

  @Before
  public void login() throws IOException {
    rest = Secured.as(user);
  }

  private JsonNode nearDup(String json) throws IOException {
    return rest.post("/papers/_near_dup", Json.of(json));
  }

  private static String hash() {
    return Oracle.hex(BASE);
  }

  @Test
  public void distancesAreThoseOfFingerprints() throws IOException {
    for (String source : List.of("", ", '_source': false")) {
      JsonNode one = nearDup("{'field': 'print', 'hash': '" + hash() + "'" + source + "}");
      assertEquals(VISIBLE, Answers.ofResult(one.at("/results/0")));
    }
    String hashes = String.join("','", List.of(hash(), hash(), hash(), hash(), hash(), hash()));
    JsonNode many = nearDup("{'field': 'print', 'hashes': ['" + hashes + "']}");
    for (JsonNode result : many.path("results")) {
      assertEquals(VISIBLE, Answers.ofResult(result));
    }
  }

  @Test
  public void distancesAreThoseOfFingerprintsInAnyOrder() throws IOException {
    JsonNode answer =
        nearDup("{'field': 'print', 'hash': '" + hash() + "', 'sort': [{'rank': 'desc'}]}");
    SortedMap<String, Integer> found = new TreeMap<>();
    for (JsonNode hit : answer.at("/results/0/hits")) {
      assertEquals(hit.path("sort").path(0).asInt(), hit.path("distance").asInt(-1));
      found.put(hit.path("_id").asText(), hit.path("distance").asInt(-1));
    }
    assertEquals(VISIBLE, found);
  }

  @Test
  public void theNearestAreTheNearestVisible() throws IOException {
    JsonNode one = nearDup("{'field': 'print', 'hash': '" + hash() + "', 'k': 2}");
    assertEquals(Map.of("r0", 0, "r1", 1), Answers.ofResult(one.at("/results/0")));
    JsonNode first = nearDup("{'field': 'print', 'hash': '" + hash() + "', 'size': 1}");
    assertEquals("r0", first.at("/results/0/hits/0/_id").asText());
  }

  @Test
  public void aHiddenDocumentCannotBeAskedAbout() throws IOException {
    Rest.Answer endpoint =
        rest.send("POST", "/papers/_near_dup", Json.of("{'field': 'print', 'id': 'b4'}"));
    assertHidden(endpoint, "b4");
    String query = "{'query': {'near_dup': {'print': {'id': '$1'}}}}";
    assertHidden(rest.send("POST", "/papers/_search", Json.of(query, "b4")), "b4");
    String explained = query.replace("{'query'", "{'explain': true, 'query'");
    assertHidden(rest.send("POST", "/papers/_search", Json.of(explained, "b4")), "b4");
    JsonNode many = nearDup("{'field': 'print', 'ids': ['b4', 'r0', 'far', 'r1', 'b0', 'r3']}");
    for (int i : new int[] {0, 2, 4}) {
      assertEquals(many.toString(), 404, many.at("/results/" + i + "/status").asInt());
    }
    assertEquals(Map.of("r1", 1, "r3", 3), Answers.ofResult(many.at("/results/1")));
    assertEquals(hash(), many.at("/results/1/hash").asText());
    assertEquals(Oracle.hex(near(1)), many.at("/results/3/hash").asText());
    assertEquals(Oracle.hex(near(3)), many.at("/results/5/hash").asText());
  }

  private static void assertHidden(Rest.Answer answer, String id) {
    assertEquals(answer.toString(), 404, answer.status());
    assertTrue(answer.toString(), answer.body().toString().contains("there is no [" + id + "]"));
    assertFalse(answer.toString(), answer.body().toString().contains(Oracle.hex(near(1))));
  }

  @Test
  public void aVisibleDocumentCanBeAskedAbout() throws IOException {
    JsonNode endpoint = nearDup("{'field': 'print', 'id': 'r1'}");
    assertEquals(Map.of("r0", 1, "r3", 2), Answers.ofResult(endpoint.at("/results/0")));
    JsonNode query =
        rest.post("/papers/_search", Json.of("{'query': {'near_dup': {'print': {'id': 'r1'}}}}"));
    assertEquals(VISIBLE.keySet(), Answers.ids(query));
  }

  /** A hidden document neither takes a place nor is listed as left out. */
  @Test
  public void collapsedSearchesCompareWhatIsSeen() throws IOException {
    JsonNode answer =
        rest.post(
            "/papers/_search",
            Json.of(
                "{'query': {'exists': {'field': 'print'}}, 'sort': [{'rank': 'desc'}],"
                    + " 'ext': {'near_dup_collapse': {'field': 'print', 'max_distance': 64}}}"));
    assertEquals(answer.toString(), 1, answer.at("/hits/hits").size());
    assertEquals(VISIBLE.size(), answer.at("/ext/near_dup_collapse/examined").asInt());
    JsonNode listed = answer.at("/hits/hits/0/fields/near_dup_collapsed/0");
    assertEquals(VISIBLE.size() - 1, listed.path("count").asInt());
    for (JsonNode hit : listed.path("hits")) {
      assertTrue(answer.toString(), VISIBLE.containsKey(hit.path("_id").asText()));
    }
  }

  @Test
  public void aSurveyIsOfWhatIsSeen() throws IOException {
    Rest.Answer answer =
        rest.send("POST", "/papers/_near_dup/survey", Json.of("{'fields': ['text']}"));
    assertEquals(answer.toString(), 200, answer.status());
    assertEquals(VISIBLE.size(), answer.body().path("documents").asInt());
    int pairs = 0;
    for (JsonNode level : answer.body().path("levels")) {
      pairs += level.path("pairs").asInt();
    }
    assertEquals(answer.toString(), VISIBLE.size() * (VISIBLE.size() - 1) / 2, pairs);
  }

  /** A point in time cannot be restricted where a search comes in: then it is refused. */
  @Test
  public void groupsAreOfWhatIsSeen() throws IOException {
    assertGroupsOfWhatIsSeen();
  }

  private void assertGroupsOfWhatIsSeen() throws IOException {
    Rest.Answer answer =
        rest.send("POST", "/papers/_near_dup/groups", Json.of("{'field': 'print'}"));
    if (user.equals("filter") || user.equals("elsewhere")) {
      assertForbidden(answer);
      return;
    }
    assertEquals(answer.toString(), 200, answer.status());
    assertEquals(VISIBLE.size(), answer.body().path("documents").asInt());
    assertEquals(1, answer.body().path("groups").asInt());
    assertEquals("r0", answer.body().at("/largest/0/of/id").asText());
    assertEquals(VISIBLE.size(), answer.body().at("/largest/0/size").asInt());
  }

  /** The nodes that join for another one read as the user, too. */
  @Test
  public void groupsJoinedByDataNodesAreOfWhatIsSeen() throws IOException {
    joinLocallyUpTo("0");
    try {
      assertGroupsOfWhatIsSeen();
    } finally {
      joinLocallyUpTo("null");
    }
  }

  private static void joinLocallyUpTo(String documents) throws IOException {
    try (Rest admin = Secured.admin()) {
      admin.put(
          "/_cluster/settings",
          Json.of("{'transient': {'plugins.near_dup.groups.local_documents': $1}}", documents));
    }
  }

  @Test
  public void whatCountsAllDocumentsIsForbidden() throws IOException {
    assertForbidden(rest.send("GET", "/papers/_near_dup/_segments", null));
    assertForbidden(rest.send("POST", "/papers/_simhash/_idf", Json.of("{'field': 'text'}")));
  }

  /** All texts of the blue team are hidden, and share what those of the red team share. */
  @Test
  public void passagesAreThoseOfWhatIsSeen() throws IOException {
    String passages =
        "{'field': 'text.passages', 'size': 100, 'text': 'of the words of all teams'}";
    JsonNode found = rest.post("/papers/_near_dup/passages", Json.of(passages));
    Set<String> ids = new TreeSet<>();
    found.path("hits").forEach(hit -> ids.add(hit.path("_id").asText()));
    assertEquals(found.toString(), VISIBLE.keySet(), ids);
    Rest.Answer hidden =
        rest.send(
            "POST",
            "/papers/_near_dup/passages",
            Json.of("{'field': 'text.passages', 'id': 'b4'}"));
    assertEquals(hidden.toString(), 404, hidden.status());
    assertForbidden(
        rest.send("POST", "/papers/_near_dup/boilerplate", Json.of("{'field': 'text.passages'}")));
    Rest.Answer verdict =
        rest.send(
            "PUT",
            "/_near_dup/verdicts/papers-said",
            Json.of(
                "{'pair': [{'index': 'papers', 'id': 'b4'}, '00000000000000ff'], 'verdict': 'never'}"));
    assertHidden(verdict, "b4");
  }

  private static void assertForbidden(Rest.Answer answer) {
    assertEquals(answer.toString(), 403, answer.status());
    String reason = answer.body().at("/error/reason").asText();
    assertTrue(answer.toString(), reason.contains("document-level security"));
  }
}
