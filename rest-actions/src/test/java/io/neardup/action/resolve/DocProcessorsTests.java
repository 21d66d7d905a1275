// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import java.util.List;
import java.util.Set;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.common.settings.Settings;
import org.opensearch.test.OpenSearchTestCase;

public class DocProcessorsTests extends OpenSearchTestCase {
  private static final String KEY = "plugins.near_dup.doc.processors";

  private final ClusterSettings clusterSettings =
      new ClusterSettings(Settings.EMPTY, Set.of(DocProcessors.SETTING));

  private DocProcessors processors(Settings settings) {
    DocProcessors processors = new DocProcessors(settings);
    processors.listen(clusterSettings);
    return processors;
  }

  private void update(String... types) {
    clusterSettings.applySettings(Settings.builder().putList(KEY, types).build());
  }

  public void testPureOnesOfCoreByDefault() {
    DocProcessors processors = processors(Settings.EMPTY);
    for (String pure : List.of("set", "script", "foreach", "html_strip", "drop", "fail")) {
      assertTrue(pure, processors.allows(pure));
    }
    for (String other :
        List.of("enrich", "inference", "text_embedding", "date_index_name", "geoip", "", "Set")) {
      assertFalse(other, processors.allows(other));
    }
  }

  public void testListedOnlyAndAlwaysTheTwo() {
    DocProcessors processors =
        processors(Settings.builder().putList(KEY, " set ", "geoip").build());
    assertTrue(processors.allows("set"));
    assertTrue(processors.allows("geoip"));
    assertFalse(processors.allows("trim"));
    assertTrue(processors.allows("simhash"));
    assertTrue(processors.allows("pipeline"));
  }

  public void testFollowsUpdates() {
    DocProcessors processors = processors(Settings.EMPTY);
    update("geoip");
    assertTrue(processors.allows("geoip"));
    assertFalse(processors.allows("set"));
    update();
    assertFalse(processors.allows("geoip"));
    assertTrue(processors.allows("simhash"));
    clusterSettings.applySettings(Settings.EMPTY);
    assertTrue(processors.allows("set"));
  }

  public void testATypeMayBeListedTwice() {
    DocProcessors processors = processors(Settings.EMPTY);
    update("set", "set");
    assertTrue(processors.allows("set"));
  }

  public void testIsDynamic() {
    assertEquals(KEY, DocProcessors.SETTING.getKey());
    assertTrue(DocProcessors.SETTING.getProperties().contains(Property.Dynamic));
    assertTrue(DocProcessors.SETTING.getProperties().contains(Property.NodeScope));
  }
}
