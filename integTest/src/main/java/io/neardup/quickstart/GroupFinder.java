// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.server.Rest;
import java.io.IOException;
import java.util.List;

/** Asks the server for the near-duplicates of every document, many documents in a request. */
final class GroupFinder {
  static final int MAX_DISTANCE = 3;

  private static final int BATCH_SIZE = 100;

  /** No license of the corpus has as many near-duplicates; {@link #add} makes sure. */
  private static final int MAX_HITS = 200;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Rest rest;

  GroupFinder(Rest rest) {
    this.rest = rest;
  }

  /** The groups of the whole corpus, largest first. */
  List<Group> find(Corpus corpus) throws IOException {
    List<String> ids = corpus.licenses().stream().map(Corpus.License::id).toList();
    Groups groups = new Groups();
    for (int from = 0; from < ids.size(); from += BATCH_SIZE) {
      List<String> batch = ids.subList(from, Math.min(from + BATCH_SIZE, ids.size()));
      JsonNode answer = rest.post("/" + LicenseIndex.NAME + "/_near_dup", request(batch));
      for (JsonNode result : answer.path("results")) {
        add(result, groups);
      }
    }
    return groups.toList();
  }

  private static String request(List<String> ids) {
    ObjectNode request = JSON.createObjectNode();
    request.put("field", LicenseIndex.FIELD);
    request.put("max_distance", MAX_DISTANCE);
    request.put("size", MAX_HITS);
    request.put("_source", false);
    ids.forEach(request.putArray("ids")::add);
    return request.toString();
  }

  /** One document's near-duplicates; it may be among them itself. */
  static void add(JsonNode result, Groups groups) {
    String id = result.path("id").asText();
    if (result.has("error")) {
      throw new IllegalStateException("no near-duplicates of " + id + ": " + result.path("error"));
    }
    long total = result.path("total").path("value").asLong();
    if (total > result.path("hits").size()) {
      throw new IllegalStateException(
          id + " has " + total + " near-duplicates, more than the " + MAX_HITS + " asked for");
    }
    groups.fingerprint(id, result.path("hash").asText());
    for (JsonNode hit : result.path("hits")) {
      groups.join(id, hit.path("_id").asText());
    }
  }
}
