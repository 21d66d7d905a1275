// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import static org.opensearch.test.hamcrest.OpenSearchAssertions.assertAcked;

import io.neardup.fingerprint.Fingerprint;
import java.util.Map;
import org.opensearch.cluster.node.DiscoveryNodeRole;
import org.opensearch.common.settings.Settings;

/** Replicas that only search, on a node of their own. */
public class NearDupSearchReplicaTests extends NearDupRemoteStoreTests {
  @Override
  public void setUp() throws Exception {
    super.setUp();
    internalCluster()
        .startNode(
            Settings.builder().putList("node.roles", DiscoveryNodeRole.SEARCH_ROLE.roleName()));
  }

  @Override
  protected Settings replication() {
    return Settings.builder()
        .put("index.replication.type", "SEGMENT")
        .put("index.number_of_search_replicas", 1)
        .put("index.number_of_replicas", 0)
        .build();
  }

  /** It has no primaries, and is left out like a closed one. */
  public void testAnIndexThatIsOnlySearched() throws Exception {
    pipeline(",'indices':['news','old']");
    create("old");
    create("news");
    client().prepareIndex("old").setId("0").setSource("print", Fingerprint.toHex(A)).get();
    assertNothingLeft();
    assertAcked(client().admin().indices().prepareScaleSearchOnly("old", true).get());
    Map<?, ?> first = write("1", A);
    assertEquals(first.toString(), "new", first.get("status"));
    Map<?, ?> second = write("2", A);
    assertEquals(second.toString(), "duplicate", second.get("status"));
    assertNull(second.toString(), second.get("checked"));
  }
}
