// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.groups;

import static org.hamcrest.Matchers.greaterThan;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.plugin.Answer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** {@code _near_dup/groups} range by range: in little memory the answer is the same. */
public class GroupsInRangesTests extends GroupsTestCase {
  private static final String MEMORY = "plugins.near_dup.groups.memory";
  private static final String LOCAL = "plugins.near_dup.groups.local_documents";
  private static final String BREAKER = "indices.breaker.request.limit";

  @Override
  protected void write() throws IOException {
    String field = "'print':{'type':'simhash'}";
    index("skewed", "'number_of_shards':2,'number_of_replicas':0", field);
    index("even", "'number_of_shards':2,'number_of_replicas':0", field);
    index("moved", "'number_of_shards':2,'number_of_replicas':0", field);
    index("signed", "'number_of_shards':2,'number_of_replicas':0", "'sign':{'type':'minhash'}");
    index(
        "tagged",
        "'number_of_shards':2,'number_of_replicas':0",
        field
            + ",'near_dup':{'properties':{'group':{'type':'keyword'},'status':{'type':'keyword'},"
            + "'seq':{'type':'long'}}}");
  }

  /** Every hundredth is a copy of the one before, in which two bits differ. */
  private void load(String index, int documents, boolean skewed) throws IOException {
    StringBuilder bulk = new StringBuilder();
    long print = 0;
    for (int i = 0; i < documents; i++) {
      long other = skewed ? (randomLong() >>> 16) | 1L << 48 : randomLong();
      print = i % 100 == 99 ? print ^ 1L << 40 ^ 1L << 10 : other;
      bulk.append("{'index':{}}\n{'print':'").append(Fingerprint.toHex(print)).append("'}\n");
    }
    succeeded(post(index + "/_bulk?refresh=true", bulk.toString()));
  }

  /** Every hundredth is like the one before; a tenth of all share what they begin with. */
  private void loadSigned(int documents) throws IOException {
    StringBuilder bulk = new StringBuilder();
    int[] features = {};
    for (int i = 0; i < documents; i++) {
      if (i % 100 < 99) {
        features = random().ints(40).toArray();
        if (i % 10 == 0) {
          Arrays.setAll(features, at -> at < 20 ? at : randomInt());
        }
      } else {
        features[0]++;
      }
      MinHasher hasher = new MinHasher();
      hasher.addAll(features);
      bulk.append("{'index':{}}\n{'sign':'").append(hasher.signature()).append("'}\n");
    }
    succeeded(post("signed/_bulk?refresh=true", bulk.toString()));
  }

  private Answer groups(String index) throws IOException {
    String body =
        index.equals("signed")
            ? "{'field':'sign','similarity':0.8}"
            : "{'field':'print','max_distance':2}";
    return post(index + "/_near_dup/groups", body);
  }

  /** Compares a run that is not given much with one that is. */
  private void requireSame(String index, Map<String, String> little) throws IOException {
    Answer local = succeeded(groups(index));
    try {
      for (Map.Entry<String, String> setting : little.entrySet()) {
        clusterSetting(setting.getKey(), "'" + setting.getValue() + "'");
      }
      Answer distributed = succeeded(groups(index));
      for (String figure : List.of("documents", "distinct", "groups", "duplicates")) {
        assertEquals(figure, local.at(figure), distributed.at(figure));
      }
      if (index.equals("signed") == false) {
        // Of equally large ones those that are read first.
        assertEquals(local.at("largest"), distributed.at("largest"));
      }
      assertThat((Integer) local.at("duplicates"), greaterThan(90));
    } finally {
      for (String setting : little.keySet()) {
        clusterSetting(setting, "null");
      }
    }
  }

  /** All agree in a block, near ones in no other, and few of them fit into a range. */
  public void testSkewedFingerprintsInLittleMemory() throws IOException {
    load("skewed", 30_000, true);
    requireSame("skewed", Map.of(LOCAL, "0", MEMORY, "600kb"));
  }

  /** Ranges are as large as a job may make them, and the breaker has no room for them. */
  public void testRangesThatTripTheBreakerAreHalved() throws IOException {
    load("even", 30_000, false);
    requireSame("even", Map.of(LOCAL, "0", MEMORY, "10mb", BREAKER, "400kb"));
  }

  /** Each document once for each block, and those near another one once more. */
  public void testBytesMoved() throws IOException {
    load("moved", 10_000, false);
    try {
      clusterSetting(LOCAL, "'0'");
      Answer started =
          succeeded(
              post(
                  "moved/_near_dup/groups?wait_for_completion=false",
                  "{'field':'print','max_distance':2}"));
      String task = (String) started.at("task");
      Answer ended = succeeded(get("_tasks/" + task + "?wait_for_completion=true&timeout=30s"));
      assertEquals(100, ended.at("response.duplicates"));
      int each = Long.BYTES + Integer.BYTES;
      int moved = (3 * 10_000 + 200) * each;
      assertEquals(ended.toString(), moved, ended.at("task.status.bytes_moved"));
    } finally {
      clusterSetting(LOCAL, "null");
    }
  }

  /** Not all signatures fit into the memory, and few of their bands into a range. */
  public void testSignaturesInLittleMemory() throws IOException {
    loadSigned(10_000);
    requireSame("signed", Map.of(MEMORY, "3mb"));
  }

  /** Ranges of bands are as large as a job may make them, and the breaker has no room for them. */
  public void testRangesOfBandsThatTripTheBreakerAreHalved() throws IOException {
    loadSigned(10_000);
    requireSame("signed", Map.of(LOCAL, "0", MEMORY, "20mb", BREAKER, "3mb"));
  }

  /** What is near nothing is tagged without being held. */
  public void testTagsInLittleMemory() throws IOException {
    load("tagged", 12_000, false);
    try {
      clusterSetting(MEMORY, "'600kb'");
      Answer tagged =
          succeeded(
              post("tagged/_near_dup/groups", "{'field':'print','max_distance':2,'action':'tag'}"));
      assertEquals(12_000, tagged.at("tagged"));
      assertEquals(120, tagged.at("duplicates"));
    } finally {
      clusterSetting(MEMORY, "null");
    }
    Answer isNew = succeeded(post("tagged/_count", "{'query':{'term':{'near_dup.status':'new'}}}"));
    assertEquals(11_880, isNew.at("count"));
  }
}
