// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The lookups that a job saves: some of the archive's documents, many in one request. */
final class BatchedLookups {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Connection connection;
  private final PlantedCopies planted;

  BatchedLookups(Connection connection, PlantedCopies planted) {
    this.connection = connection;
    this.planted = planted;
  }

  /**
   * Looks so many up, after a first request that does not count.
   *
   * @param size of a request
   * @return nanoseconds for each
   */
  double nanos(int count, int size) throws IOException {
    long[] sample = planted.sample(count);
    time(Arrays.copyOf(sample, Math.min(size, count)));
    long nanos = 0;
    for (int from = 0; from < count; from += size) {
      nanos += time(Arrays.copyOfRange(sample, from, Math.min(count, from + size)));
    }
    return (double) nanos / count;
  }

  private long time(long... hashes) throws IOException {
    Connection.Answer answer =
        connection.succeed(
            Connection.post("/" + GroupsArchive.INDEX + "/_near_dup", request(hashes)));
    JsonNode results = JSON.readTree(answer.body()).path("results");
    for (int i = 0; i < hashes.length; i++) {
      if (results.at("/" + i + "/total/value").asLong() < 1) {
        throw new IllegalStateException(
            Fingerprint.toHex(hashes[i]) + " does not find its document: " + results.path(i));
      }
    }
    return answer.nanos();
  }

  private static String request(long... hashes) {
    return String.format(
        Locale.ROOT,
        """
        {"field": "h", "max_distance": 3, "size": 10, "_source": false, "hashes": ["%s"]}
        """,
        Arrays.stream(hashes).mapToObj(Fingerprint::toHex).collect(Collectors.joining("\", \"")));
  }
}
