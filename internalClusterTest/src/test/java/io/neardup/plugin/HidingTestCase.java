// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.util.Collection;
import java.util.Set;
import org.junit.After;
import org.opensearch.plugins.Plugin;

/** A node on which fields and documents can be hidden. */
public abstract class HidingTestCase extends NodeTestCase {
  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    Collection<Class<? extends Plugin>> plugins = super.getPlugins();
    plugins.add(HidingPlugin.class);
    return plugins;
  }

  /** For the next test. */
  @After
  public void hideNothing() {
    HidingPlugin.hiddenField = null;
    HidingPlugin.maskedFields = Set.of();
    HidingPlugin.hideDocuments = false;
    HidingPlugin.hiddenIndex = null;
  }
}
