// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.groups;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.neardup.benchmarks.server.BenchmarkServer;
import io.neardup.benchmarks.server.Connection;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * The records of a job, copied by core's {@code _reindex} into an index that is mapped the same:
 * how fast the server writes them where nobody has to name a group.
 */
final class RecordsCopy {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DEST = GroupsArchive.DEST.get(0);
  private static final String COPY = "groups-copy";

  private RecordsCopy() {}

  /** Records per second; the copy is deleted again. */
  static double perSecond(BenchmarkServer server, Connection connection) throws IOException {
    String found = connection.succeed(Connection.get("/" + DEST + "/_mapping")).text();
    ObjectNode mapping = (ObjectNode) JSON.readTree(found).path(DEST).path("mappings");
    // Without what tells that a job writes there.
    mapping.remove("_meta");
    server.createOrdinary(COPY, mapping.toString(), ", \"refresh_interval\": \"30s\"");
    String copy =
        String.format(
            Locale.ROOT, "{\"source\":{\"index\":\"%s\"},\"dest\":{\"index\":\"%s\"}}", DEST, COPY);
    // In one slice, the default: each batch of one of several goes through all ids of the shard.
    // Refreshed, as the records of a job are when it has ended.
    byte[] request = Connection.post("/_reindex?refresh=true", copy);
    JsonNode copied = JSON.readTree(connection.succeed(request).text());
    server.delete(List.of(COPY));
    if (copied.path("created").asLong() == 0 || copied.path("failures").isEmpty() == false) {
      throw new IllegalStateException("the records were not copied: " + copied);
    }
    return copied.path("created").asLong() * 1e3 / copied.path("took").asLong();
  }
}
