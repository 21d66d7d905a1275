// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.cli.io.DestSearch;
import io.neardup.cli.io.Fault;
import io.neardup.cli.io.IndexFields;
import io.neardup.cli.io.IndexLimits;
import io.neardup.cli.io.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The records of a run, those of a group after one another, the canonical first. Read page by page.
 */
record Records(Server server, String dest) {
  private static final int MOST = 5_000;

  /** What lists are made of. */
  private static final List<String> LISTED = List.of("id", "group", "status", "verdict", "stays");

  private static final List<Map<String, ?>> ORDER =
      Stream.concat(
              Stream.of(Map.of("group", "asc")), DestSearch.canonicalFirst(List.of()).stream())
          .toList();

  /**
   * The ids of what stays, or of what could go: of each group something stays, unless the run was
   * to keep none.
   */
  Stream<String> listed(boolean staying) throws IOException {
    boolean none = keepsNone();
    String[] led = {null};
    return stream(false)
        .filter(
            record -> {
              String group = record.path("group").asText();
              boolean isNew = record.path("status").asText().equals("new");
              led[0] = isNew ? group : led[0];
              boolean stays =
                  isNew
                      || record.path("verdict").asText().equals("keep")
                      || record.path("stays").isTextual()
                      || (none == false && group.equals(led[0]) == false);
              return stays == staying;
            })
        .map(Records::id);
  }

  private boolean keepsNone() throws IOException {
    JsonNode mapping = server.get("/" + Server.encoded(dest) + "/_mapping").path(dest);
    String body = mapping.at("/mappings/_meta/near_dup_groups/body").asText("{}");
    JsonNode keep = new ObjectMapper().readTree(body).path("keep");
    return keep.asText().equals("none") || keep.path(0).asText().equals("none");
  }

  static String id(JsonNode record) {
    return record.path("id").asText();
  }

  /**
   * All of them.
   *
   * @param whole whether with the copies of fields, too, which are large
   */
  Stream<JsonNode> stream(boolean whole) throws IOException {
    if (IndexFields.of(server, dest).types().containsKey("group") == false) {
      throw Fault.usage("[" + dest + "] has no records: give what groups --dest wrote");
    }
    int size = IndexLimits.hits(server, dest, MOST);
    return Stream.iterate(
            page(size, null, whole),
            page -> page != null,
            page -> page.size() < size ? null : page(size, last(page), whole))
        .flatMap(page -> StreamSupport.stream(page.spliterator(), false))
        .map(hit -> hit.path("_source"));
  }

  private static JsonNode last(JsonNode page) {
    return page.path(page.size() - 1).path("sort");
  }

  private JsonNode page(int size, JsonNode after, boolean whole) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("size", size);
    body.put("track_total_hits", false);
    body.put("sort", ORDER);
    if (whole == false) {
      body.put("_source", LISTED);
    }
    if (after != null) {
      body.put("search_after", after);
    }
    try {
      return DestSearch.post(server, dest, body).at("/hits/hits");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
