// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Makes what is written to in a round, and reads it in the end. */
final class Lanes {
  private static final String MAPPINGS =
      "\"mappings\":{\"properties\":{\"write\":{\"type\":\"long\"},\"note\":{\"type\":\"long\"},"
          + "\"print\":{\"type\":\"simhash\"},\"near_dup\":{\"properties\":{"
          + "\"group\":{\"type\":\"keyword\"},\"status\":{\"type\":\"keyword\"},"
          + "\"seq\":{\"type\":\"long\"},\"matched_by\":{\"type\":\"keyword\"},"
          + "\"distance\":{\"type\":\"byte\"},\"checked\":{\"type\":\"keyword\"},"
          + "\"of\":{\"properties\":{\"index\":{\"type\":\"keyword\"},\"id\":{\"type\":\"keyword\"}}}}}}}";
  private static final int PARTS = 3;
  private static final int PAGE = 5_000;

  private final Nodes nodes;

  Lanes(Nodes nodes) {
    this.nodes = nodes;
  }

  /** All kinds of lanes, with names of this round. */
  static List<Lane> ofRound(int round) {
    String prefix = "chaos-" + round + "-";
    return List.of(
        new Lane(prefix + "tag", Lane.Mode.TAG, false),
        new Lane(prefix + "drop", Lane.Mode.DROP, false),
        new Lane(prefix + "tag-roll", Lane.Mode.TAG, true),
        new Lane(prefix + "drop-roll", Lane.Mode.DROP, true),
        new Lane(prefix + "keep", Lane.Mode.KEEP, false),
        new Lane(prefix + "replace", Lane.Mode.REPLACE, false),
        new Lane(prefix + "fail", Lane.Mode.FAIL, false),
        new Lane(prefix + "reroute", Lane.Mode.REROUTE, false));
  }

  void create(List<Lane> lanes) throws IOException, InterruptedException {
    for (Lane lane : lanes) {
      String to = lane.mode() == Lane.Mode.REROUTE ? ",\"to\":\"" + lane.reroutedTo() + "\"" : "";
      String more = lane.mode().keeps() ? ",\"keep\":[{\"write\":\"desc\"}]" : to;
      nodes.done(
          "PUT",
          "/_ingest/pipeline/" + lane.pipeline(),
          String.format(
              Locale.ROOT,
              "{\"processors\":[{\"near_dup\":{\"field\":\"print\",\"max_distance\":%d,\"reveal\":true,"
                  + "\"precomputed\":true,\"on_duplicate\":\"%s\"%s}}]}",
              Prints.MAX_DISTANCE,
              lane.mode().parameter(),
              more));
      if (lane.rolls()) {
        createParts(lane);
      } else {
        nodes.done("PUT", "/" + lane.name(), index(lane.pipeline(), 2, "1s", ""));
      }
      if (lane.mode() == Lane.Mode.REROUTE) {
        nodes.done("PUT", "/" + lane.reroutedTo(), index("_none", 1, "1s", ""));
      }
    }
    nodes.awaitGreen();
  }

  /** An alias with indexes behind it, which are made one after the other by its own rollover. */
  private void createParts(Lane lane) throws IOException, InterruptedException {
    String template =
        "{\"index_patterns\":[\""
            + lane.name()
            + "-0*\"],\"priority\":300,\"template\":"
            + index(lane.pipeline(), 1, "-1", "")
            + "}";
    nodes.done("PUT", "/_index_template/" + lane.name(), template);
    String alias = "{\"aliases\":{\"" + lane.name() + "\":{\"is_write_index\":true}}}";
    nodes.done("PUT", "/" + lane.part(1), alias);
    for (int part = 1; part < PARTS; part++) {
      nodes.done("POST", "/" + lane.name() + "/_rollover", null);
    }
  }

  private static String index(String pipeline, int shards, String refresh, String more) {
    return String.format(
        Locale.ROOT,
        "{\"settings\":{\"index\":{\"number_of_shards\":%d,\"number_of_replicas\":1,"
            + "\"refresh_interval\":\"%s\",\"default_pipeline\":\"%s\","
            + "\"unassigned\":{\"node_left\":{\"delayed_timeout\":\"5s\"}}}},%s%s}",
        shards,
        refresh,
        pipeline,
        MAPPINGS,
        more);
  }

  /** The indexes of an alias that are there, the oldest first. */
  List<String> parts(Lane lane) throws IOException, InterruptedException {
    List<String> names = new ArrayList<>();
    nodes.done("GET", "/_alias/" + lane.name(), null).fieldNames().forEachRemaining(names::add);
    names.sort(null);
    return names;
  }

  /** All that is stored in an index or alias, after a refresh. */
  List<Stored> read(String name) throws IOException, InterruptedException {
    nodes.done("POST", "/" + name + "/_refresh", null);
    List<Stored> stored = new ArrayList<>();
    JsonNode page =
        nodes.done(
            "POST",
            "/" + name + "/_search?scroll=2m",
            "{\"size\":" + PAGE + ",\"sort\":[\"_doc\"],\"track_total_hits\":true}");
    long total = page.at("/hits/total/value").asLong(-1);
    while (page.at("/hits/hits").isEmpty() == false) {
      if (page.at("/_shards/failed").asInt(-1) != 0) {
        throw new IOException("not all of [" + name + "] can be read: " + page.path("_shards"));
      }
      page.at("/hits/hits").forEach(hit -> stored.add(Stored.of(hit)));
      String next = page.path("_scroll_id").asText();
      page =
          nodes.done(
              "POST", "/_search/scroll", "{\"scroll\":\"2m\",\"scroll_id\":\"" + next + "\"}");
    }
    // A shard cannot come back to a node where a scroll still reads a copy that has left it.
    String read = page.path("_scroll_id").asText();
    nodes.send("DELETE", "/_search/scroll", "{\"scroll_id\":\"" + read + "\"}");
    if (stored.size() != total) {
      throw new IOException(stored.size() + " documents of [" + name + "] were read of " + total);
    }
    return stored;
  }

  /** Deletes what a round made. */
  void delete(List<Lane> lanes) throws IOException, InterruptedException {
    for (Lane lane : lanes) {
      if (lane.rolls()) {
        for (String part : parts(lane)) {
          nodes.done("DELETE", "/" + part, null);
        }
        nodes.done("DELETE", "/_index_template/" + lane.name(), null);
      } else {
        nodes.done("DELETE", "/" + lane.name(), null);
      }
      if (lane.mode() == Lane.Mode.REROUTE) {
        nodes.done("DELETE", "/" + lane.reroutedTo(), null);
      }
      nodes.done("DELETE", "/_ingest/pipeline/" + lane.pipeline(), null);
    }
  }
}
