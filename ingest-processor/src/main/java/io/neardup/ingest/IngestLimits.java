// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest;

import java.util.List;
import java.util.Locale;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.common.settings.Settings;

/**
 * Node-wide limit on the text that is fingerprinted; follows the cluster settings while the node
 * runs. One object per node, read by every processor.
 */
public final class IngestLimits {
  /** The longest text, in characters (UTF-16), of which a fingerprint is made. */
  public static final Setting<Integer> MAX_TEXT_LENGTH =
      Setting.intSetting(
          "plugins.near_dup.max_text_length",
          5_000_000,
          1,
          100_000_000,
          Property.Dynamic,
          Property.NodeScope);

  private volatile int maxTextLength;

  /**
   * @param settings of the node
   */
  public IngestLimits(Settings settings) {
    this.maxTextLength = MAX_TEXT_LENGTH.get(settings);
  }

  /** The settings to register. */
  public static List<Setting<?>> settings() {
    return List.of(MAX_TEXT_LENGTH);
  }

  /** Follows changes of the settings from now on. */
  public void listen(ClusterSettings clusterSettings) {
    clusterSettings.addSettingsUpdateConsumer(MAX_TEXT_LENGTH, value -> maxTextLength = value);
  }

  /** The longest text, in characters, of which a fingerprint is made. */
  public int maxTextLength() {
    return maxTextLength;
  }

  /**
   * Refuses a text that is too long.
   *
   * @throws IllegalArgumentException when a text of this many characters is too long
   */
  public void checkTextLength(long length) {
    int max = maxTextLength;
    if (length > max) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the text to fingerprint must have at most [%d] characters, got [%d]; shorten it, or"
                  + " raise the cluster setting [%s]",
              max,
              length,
              MAX_TEXT_LENGTH.getKey()));
    }
  }
}
