// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.job;

import java.util.Set;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Settings;
import org.opensearch.test.OpenSearchTestCase;

/** What follows from the settings of jobs. */
public class GroupsSettingsTests extends OpenSearchTestCase {
  private static Settings local(int documents) {
    return Settings.builder().put("plugins.near_dup.groups.local_documents", documents).build();
  }

  private static GroupsSettings settings(Settings settings) {
    return new GroupsSettings(new ClusterSettings(settings, Set.copyOf(GroupsSettings.settings())));
  }

  public void testOtherDataNodesAreAskedToJoin() {
    GroupsSettings byDataNodes = settings(Settings.EMPTY);
    assertEquals(Integer.MAX_VALUE, byDataNodes.localDocuments(0));
    assertEquals(Integer.MAX_VALUE, byDataNodes.localDocuments(1));
    assertEquals(1_000_000, byDataNodes.localDocuments(2));
    assertEquals(7, settings(local(7)).localDocuments(1));
    assertEquals(7, settings(local(7)).localDocuments(3));
    expectThrows(IllegalArgumentException.class, () -> settings(local(-2)).localDocuments(1));
  }

  public void testSettingsAreFollowed() {
    ClusterSettings cluster =
        new ClusterSettings(Settings.EMPTY, Set.copyOf(GroupsSettings.settings()));
    GroupsSettings settings = new GroupsSettings(cluster);
    cluster.applySettings(local(0));
    assertEquals(0, settings.localDocuments(1));
    cluster.applySettings(Settings.EMPTY);
    assertEquals(1_000_000, settings.localDocuments(5));
  }
}
