// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import static org.hamcrest.Matchers.greaterThan;

import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
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

  private Answer groups(String index) throws IOException {
    return post(index + "/_near_dup/groups", "{'field':'print','max_distance':2}");
  }

  /** Compares a run that is not given much with one that is. */
  private void requireSame(String index, Map<String, String> little) throws IOException {
    Answer local = succeeded(groups(index));
    try {
      for (Map.Entry<String, String> setting : little.entrySet()) {
        clusterSetting(setting.getKey(), "'" + setting.getValue() + "'");
      }
      Answer distributed = succeeded(groups(index));
      for (String figure : List.of("documents", "distinct", "groups", "duplicates", "largest")) {
        assertEquals(figure, local.at(figure), distributed.at(figure));
      }
      assertThat((Integer) local.at("duplicates"), greaterThan(200));
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
}
