// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.rights;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.it.Json;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.BeforeClass;
import org.junit.Test;

/** What those learn of documents hidden from them who write, or simulate, with near_dup. */
public class DecisionRightsIT {
  private static final String TEXT =
      "A storm with winds of up to 140 kilometres an hour hit the northern coast on Monday night";
  private static final String HIDDEN = "HIDDEN";
  private static final String SIMHASH =
      "{'simhash': {'fields': ['text'], 'target_field': 'print'}}, ";

  @BeforeClass
  public static void fill() throws IOException {
    try (Rest admin = Secured.admin()) {
      admin.delete("/mail?ignore_unavailable=true");
      for (String mode : List.of("tag", "fail", "drop")) {
        admin.put(
            "/_ingest/pipeline/mail-" + mode,
            Json.of(
                "{'processors': ["
                    + SIMHASH
                    + "{'near_dup': {'field': 'print', 'on_duplicate': '$1'}}]}",
                mode));
      }
      admin.put(
          "/mail",
          Json.of(
              "{'settings': {'default_pipeline': 'mail-tag', 'number_of_replicas': 0},"
                  + " 'mappings': {'properties': {'ssn': {'type': 'keyword'},"
                  + " 'team': {'type': 'keyword'}}}}"));
      admin.put(
          "/mail/_doc/" + HIDDEN + "?refresh=true",
          Json.of("{'text': '$1', 'team': 'blue', 'ssn': '123-45-6789'}", TEXT));
    }
    Secured.users(
        Map.of(
            "mail_simulates",
            Json.of("{'cluster_permissions': ['cluster:admin/ingest/pipeline/simulate']}"),
            "mail_writes",
            role("mail", "'indices:data/write/index', 'indices:data/write/bulk*'", ""),
            "mail_reads_some",
            role("mail", "'read', 'write'", ", 'dls': '{\\\"term\\\":{\\\"team\\\":\\\"red\\\"}}'"),
            "mail_lacks_a_field",
            role("mail", "'read', 'write'", ", 'fls': ['~team']"),
            "mail_sees_a_mask",
            role("mail", "'read', 'write'", ", 'masked_fields': ['team']")));
  }

  private static String role(String index, String actions, String more) {
    return Json.of(
        "{'cluster_permissions': ['cluster_composite_ops'], 'index_permissions':"
            + " [{'index_patterns': ['$1'], 'allowed_actions': ["
            + actions
            + "]"
            + more
            + "}]}",
        index);
  }

  private static String letter() {
    return Json.of("{'text': '$1', 'team': 'red', 'ssn': '123-45-6789'}", TEXT);
  }

  /** Whoever may simulate names any processors and any index. */
  @Test
  public void aSimulationReadsNothing() throws IOException {
    try (Rest rest = Secured.as("mail_simulates")) {
      assertEquals(403, rest.send("POST", "/mail/_search", null).status());
      for (String processors :
          List.of(
              SIMHASH + "{'near_dup': {'field': 'print'}}",
              SIMHASH + "{'near_dup': {'field': 'print', 'on_duplicate': 'fail'}}",
              "{'near_dup': {'stages': [{'exact': 'ssn'}]}}",
              "{'near_dup': {'stages': [{'exact': 'ssn'}], 'indices': ['mail', 'notes']}}")) {
        String body =
            Json.of("{'pipeline': {'processors': [" + processors + "]}, 'docs': [")
                + Json.of("{'_index': 'mail', '_id': 'x', '_source': ")
                + letter()
                + "}]}";
        for (String verbose : List.of("", "?verbose=true")) {
          JsonNode answer = rest.post("/_ingest/pipeline/_simulate" + verbose, body);
          assertTellsNothing(answer);
          assertTrue(answer.toString(), answer.toString().contains("unchecked"));
        }
      }
      JsonNode stored =
          rest.post(
              "/_ingest/pipeline/mail-fail/_simulate",
              Json.of("{'docs': [{'_index': 'mail', '_source': ") + letter() + "}]}");
      assertTellsNothing(stored);
    }
  }

  private static void assertTellsNothing(JsonNode answer) {
    String all = answer.toString();
    assertFalse(all, all.contains(HIDDEN));
    assertFalse(all, all.contains("duplicate\""));
    assertFalse(all, all.contains("distance"));
  }

  @Test
  public void aFailureTellsNothing() throws IOException {
    try (Rest rest = Secured.as("mail_writes")) {
      Rest.Answer refused = rest.send("PUT", "/mail/_doc/a?pipeline=mail-fail", letter());
      assertEquals(refused.toString(), 409, refused.status());
      assertTellsNothing(refused.body());
    }
  }

  /** By a user who reads their own documents, and not the one that is near. */
  @Test
  public void aDecisionTellsNothing() throws IOException {
    try (Rest rest = Secured.as("mail_reads_some")) {
      rest.put("/mail/_doc/b?refresh=true", letter());
      assertEquals(404, rest.send("GET", "/mail/_doc/" + HIDDEN, null).status());
      JsonNode decision = rest.get("/mail/_doc/b").at("/_source/near_dup");
      assertEquals(decision.toString(), "duplicate", decision.path("status").asText());
      for (String kept : List.of("of", "distance", "jaccard", "jaccard_estimate")) {
        assertTrue(decision.toString(), decision.path(kept).isMissingNode());
      }
    }
  }

  /**
   * The security plugin refuses updates of what is not seen whole, and calls that its own fault.
   */
  @Test
  public void whoDoesNotSeeAllTagsNothing() throws IOException {
    for (String user : List.of("mail_reads_some", "mail_lacks_a_field", "mail_sees_a_mask")) {
      try (Rest rest = Secured.as(user)) {
        for (String request :
            List.of("{'field': 'print', 'action': 'tag'}", "{'field': 'print'}")) {
          String path = request.contains("tag") ? "groups" : "groups/_repair";
          Rest.Answer refused = rest.send("POST", "/mail/_near_dup/" + path, Json.of(request));
          assertEquals(refused.toString(), 403, refused.status());
          String reason = refused.body().at("/error/reason").asText();
          assertTrue(reason, reason.startsWith("documents are not changed for a user from whom"));
        }
      }
    }
  }
}
