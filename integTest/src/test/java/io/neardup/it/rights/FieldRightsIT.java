// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.rights;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Answers;
import io.neardup.it.Json;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;

/** Users who see fingerprints or signatures masked, and one from whom they are hidden. */
public class FieldRightsIT {
  private static final String PAIRS = "{'field': 'print', 'pairs': [['1', '2', true]]}";
  private static final String COLLAPSED = "{'ext': {'near_dup_collapse': {'field': 'print'}}}";
  private static final long BASE = 0x9f3a5c3b12ff00aaL;
  private static final String HASH = "9f3a5c3b12ff00aa";

  private static final String ROLE =
      """
      {'cluster_permissions': ['cluster_composite_ops'],
       'index_permissions': [{'index_patterns': ['letters'], 'allowed_actions': ['read', 'indices_monitor'],
                              $1},
                             {'index_patterns': ['letters-told'], 'allowed_actions': ['indices_all']}]}
      """;

  @BeforeClass
  public static void fill() throws IOException {
    try (Rest admin = Secured.admin()) {
      admin.delete("/letters?ignore_unavailable=true");
      admin.put(
          "/_ingest/pipeline/letters",
          Json.of(
              "{'processors': [{'minhash': {'fields': ['text'], 'target_field': 'signature'}}]}"));
      admin.put(
          "/letters",
          Json.of(
              """
              {'settings': {'number_of_shards': 1, 'number_of_replicas': 0, 'default_pipeline': 'letters'},
               'mappings': {'properties': {'print': {'type': 'simhash'}, 'text': {'type': 'text'},
                                           'signature': {'type': 'minhash'}, 'rank': {'type': 'integer'}}}}
              """));
      admin.bulk(
          "/letters/_bulk?refresh=true",
          List.of(
              Json.of("{'index': {'_id': '1'}}"),
              Json.of(
                  "{'print': $1, 'text': 'one and the same letter', 'rank': 1}", Json.quoted(BASE)),
              Json.of("{'index': {'_id': '2'}}"),
              Json.of(
                  "{'print': $1, 'text': 'one and the same letter again'}",
                  Json.quoted(BASE ^ 1))));
    }
    Secured.role("masked", Json.of(ROLE, "'masked_fields': ['print']"));
    Secured.role("hidden", Json.of(ROLE, "'fls': ['~print']"));
    Secured.role("masked_signature", Json.of(ROLE, "'masked_fields': ['signature']"));
    Secured.role("masked_bands", Json.of(ROLE, "'masked_fields': ['signature', 'signature.*']"));
    Secured.role("masked_text", Json.of(ROLE, "'masked_fields': ['text', 'rank']"));
    Secured.user("masked_text", "masked_text");
    Secured.user("masked", "masked");
    Secured.user("masked_signature", "masked_signature");
    Secured.user("masked_bands", "masked_bands");
    Secured.user("hidden", "hidden");
  }

  @Test
  public void maskedFingerprintsAreRefusedAsMasked() throws IOException {
    try (Rest rest = Secured.as("masked")) {
      for (String question : List.of("'hash': '" + HASH + "'", "'id': '1'")) {
        assertMasked(
            rest.send("POST", "/letters/_near_dup", near("{'field': 'print', $1}", question)));
        assertMasked(
            rest.send(
                "POST",
                "/letters/_search",
                near("{'query': {'near_dup': {'print': {$1}}}}", question)));
      }
      String hashes = String.join("','", HASH, HASH, HASH, HASH, HASH);
      JsonNode many =
          rest.post(
              "/letters/_near_dup", Json.of("{'field': 'print', 'hashes': ['" + hashes + "']}"));
      assertEquals(many.toString(), 400, many.at("/results/4/status").asInt());
      assertTrue(many.toString(), many.toString().contains("is masked for this user"));
      assertMasked(rest.send("GET", "/letters/_near_dup/_segments", null));
      for (String survey : List.of("{'field': 'print'}", PAIRS)) {
        assertMasked(rest.send("POST", "/letters/_near_dup/survey", Json.of(survey)));
      }
      assertMasked(
          rest.send("POST", "/letters/_search", Json.of("{'docvalue_fields': ['print']}")));
      assertMasked(rest.send("POST", "/letters/_search", Json.of("{'sort': ['print']}")));
      assertMasked(rest.send("POST", "/letters/_search", Json.of(COLLAPSED)));
      assertMasked(
          rest.send(
              "PUT",
              "/_near_dup/verdicts/letters-told",
              Json.of(
                  "{'pair': [{'index': 'letters', 'id': '1', 'field': 'print'},"
                      + " '00000000000000f0'], 'verdict': 'never'}")));
    }
  }

  @Test
  public void maskedSignaturesAreRefusedAsMasked() throws IOException {
    String signature;
    try (Rest admin = Secured.admin()) {
      signature = admin.get("/letters/_doc/1").at("/_source/signature").asText();
    }
    String like = "'field': 'signature', 'similarity': 0.5";
    for (String user : List.of("masked_signature", "masked_bands")) {
      try (Rest rest = Secured.as(user)) {
        for (String recall : List.of("", ", 'recall': 1")) {
          String query = "'signature': '" + signature + "', 'similarity': 0.5" + recall;
          assertSignatureMasked(
              rest, "_search", "{'query': {'near_dup': {'signature': {" + query + "}}}}");
        }
        assertSignatureMasked(rest, "_near_dup", "{" + like + ", 'id': '1'}");
        assertSignatureMasked(
            rest,
            "_near_dup",
            "{'field': 'print', 'id': '1', 'max_distance': 20,"
                + " 'verify': {'minhash': 'signature', 'similarity': 0.1}}");
        assertSignatureMasked(rest, "_near_dup/groups", "{" + like + "}");
        assertSignatureMasked(rest, "_search", "{'ext': {'near_dup_collapse': {" + like + "}}}");
        assertSignatureMasked(rest, "_search", "{'docvalue_fields': ['signature']}");
      }
    }
  }

  /** Comparing masks would tell equal texts from others, and nothing more. */
  @Test
  public void maskedTextsAreRefusedAsMasked() throws IOException {
    String question =
        "{'field': 'signature', 'similarity': 0.1, $1, 'verify': {'text': {'jaccard': 0.1}},"
            + " '_source': false}";
    try (Rest admin = Secured.admin();
        Rest rest = Secured.as("masked_text")) {
      for (String of : List.of("'id': '1'", "'doc': {'text': 'one and the same letter'}")) {
        String body = Json.of(question, of.replace('\'', '"'));
        JsonNode found = admin.post("/letters/_near_dup", body);
        assertFalse(found.toString(), found.at("/results/0/hits").isEmpty());
        Rest.Answer answer = rest.send("POST", "/letters/_near_dup", body);
        assertEquals(answer.toString(), 400, answer.status());
        String said = answer.body().toString();
        assertTrue(said, said.contains("[text] is masked for this user"));
      }
      Rest.Answer ranked =
          rest.send(
              "POST",
              "/letters/_near_dup/groups",
              Json.of("{'field': 'print', 'keep': [{'rank': 'desc'}]}"));
      assertEquals(ranked.toString(), 400, ranked.status());
      assertTrue(ranked.toString(), ranked.toString().contains("[rank] is masked for this user"));
    }
  }

  private static void assertSignatureMasked(Rest rest, String path, String body)
      throws IOException {
    Rest.Answer answer = rest.send("POST", "/letters/" + path, Json.of(body));
    assertEquals(answer.toString(), 400, answer.status());
    String said = answer.body().toString();
    assertTrue(said, said.contains("[signature] is masked for this user"));
  }

  private static String near(String template, String question) {
    return Json.of(template, question.replace('\'', '"'));
  }

  private static void assertMasked(Rest.Answer answer) {
    assertEquals(answer.toString(), 400, answer.status());
    assertTrue(
        answer.toString(), answer.body().toString().contains("[print] is masked for this user"));
  }

  @Test
  public void hiddenFingerprintsAreNotThere() throws IOException {
    try (Rest rest = Secured.as("hidden")) {
      JsonNode byHash =
          rest.post("/letters/_near_dup", Json.of("{'field': 'print', 'hash': '$1'}", HASH));
      assertEquals(Map.of(), Answers.ofResult(byHash.at("/results/0")));
      JsonNode byId = rest.post("/letters/_near_dup", Json.of("{'field': 'print', 'id': '1'}"));
      assertEquals(Map.of(), Answers.ofResult(byId.at("/results/0")));
      assertTrue(byId.toString(), byId.at("/results/0/hash").isMissingNode());
      JsonNode collapsed = rest.post("/letters/_search", Json.of(COLLAPSED));
      assertEquals(collapsed.toString(), 2, collapsed.at("/hits/hits").size());
      assertEquals(0, collapsed.at("/ext/near_dup_collapse/collapsed").asInt(-1));
      JsonNode segments = rest.get("/letters/_near_dup/_segments");
      assertEquals(0, segments.at("/indices/letters/print/fingerprints").asInt(-1));
    }
  }
}
