// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.resolve;

import java.util.List;
import java.util.Set;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.common.settings.Settings;

/**
 * The processor types that may run when a document is fingerprinted for a search: those that affect
 * only the document. A search must never call a model, a database or another index.
 */
public final class DocProcessors {
  /** Types that are always allowed: simhash itself, and pipeline, which is unwrapped. */
  private static final Set<String> ALWAYS = Set.of("simhash", "minhash", "pipeline");

  /**
   * Processor types that may run when a {@code doc} is fingerprinted; by default, the
   * side-effect-free ones of core.
   */
  public static final Setting<List<String>> SETTING =
      Setting.listSetting(
          "plugins.near_dup.doc.processors",
          List.of(
              "append",
              "bytes",
              "community_id",
              "convert",
              "copy",
              "csv",
              "date",
              "dissect",
              "dot_expander",
              "drop",
              "fail",
              "fingerprint",
              "foreach",
              "grok",
              "gsub",
              "html_strip",
              "join",
              "json",
              "kv",
              "lowercase",
              "remove",
              "remove_by_pattern",
              "rename",
              "script",
              "set",
              "sort",
              "split",
              "split_to_fields",
              "trim",
              "uppercase",
              "urldecode"),
          String::trim,
          Property.Dynamic,
          Property.NodeScope);

  private volatile Set<String> types;

  /** Reads the node's settings; {@link #listen} keeps them current. */
  public DocProcessors(Settings settings) {
    types = Set.copyOf(SETTING.get(settings));
  }

  /** Follows updates of the cluster's settings. */
  public void listen(ClusterSettings clusterSettings) {
    clusterSettings.addSettingsUpdateConsumer(SETTING, updated -> types = Set.copyOf(updated));
  }

  /** Whether a processor of this type may run. */
  public boolean allows(String type) {
    return ALWAYS.contains(type) || types.contains(type);
  }
}
