// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.claims;

import io.neardup.fingerprint.Fingerprint;
import java.util.Map;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.index.IndexRequest;
import org.opensearch.common.settings.Settings;

/** Segments are copied to replicas, and documents are not: claims are forgotten all the same. */
public class NearDupReplicationTests extends NearDupClusterTestCase {
  protected static final long A = 0x0123456789abcdefL;

  @Override
  protected Settings nodeSettings(int nodeOrdinal) {
    return Settings.builder()
        .put(super.nodeSettings(nodeOrdinal))
        .put("plugins.near_dup.ingest.timeout", "3s")
        .build();
  }

  /** Settings of the index beside those of all tests. */
  protected Settings replication() {
    return Settings.builder().put("index.replication.type", "SEGMENT").build();
  }

  protected final void create(String index) {
    create(
        index,
        Settings.builder()
            .put("index.number_of_shards", 2)
            .put("index.number_of_replicas", 1)
            .put("index.refresh_interval", "-1")
            .put(replication()));
  }

  protected final Map<?, ?> write(String id, long print) {
    IndexRequest document =
        new IndexRequest("news").id(id).source("print", Fingerprint.toHex(print));
    assertFalse(anyClient().bulk(new BulkRequest().add(document)).actionGet().hasFailures());
    return (Map<?, ?>) client().prepareGet("news", id).get().getSource().get("near_dup");
  }

  public void testDecidedAsElsewhere() throws Exception {
    create("news");
    Map<?, ?> first = write("1", A);
    assertEquals(first.toString(), "new", first.get("status"));
    assertNull(first.toString(), first.get("checked"));
    Map<?, ?> claimed = write("2", A);
    assertEquals(claimed.toString(), "duplicate", claimed.get("status"));
    assertNothingLeft();
    Map<?, ?> found = write("3", A);
    assertEquals(found.toString(), "duplicate", found.get("status"));
    assertNull(found.toString(), found.get("checked"));
    assertEquals(first.get("group"), found.get("group"));
    assertNothingLeft();
  }
}
