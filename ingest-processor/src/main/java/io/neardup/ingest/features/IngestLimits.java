// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.BreakerMemory;
import java.util.List;
import java.util.Locale;
import org.opensearch.common.settings.ClusterSettings;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Setting.Property;
import org.opensearch.common.settings.Settings;
import org.opensearch.core.common.breaker.CircuitBreaker;
import org.opensearch.core.common.breaker.NoopCircuitBreaker;

/**
 * The node's limits on texts to fingerprint; follows the cluster settings. One object per node,
 * shared by all processors.
 */
public final class IngestLimits {
  /**
   * The maximum length of a text to fingerprint, in UTF-16 characters, before and after
   * normalization.
   */
  public static final Setting<Integer> MAX_TEXT_LENGTH =
      Setting.intSetting(
          "plugins.near_dup.max_text_length",
          5_000_000,
          1,
          100_000_000,
          Property.Dynamic,
          Property.NodeScope);

  private static final String TEXT = "<near_dup text>";

  private volatile int maxTextLength;
  private volatile BreakerMemory memory =
      new BreakerMemory(new NoopCircuitBreaker(CircuitBreaker.REQUEST), TEXT, "");

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

  /** Follows updates of the settings from now on. */
  public void listen(ClusterSettings clusterSettings) {
    clusterSettings.addSettingsUpdateConsumer(MAX_TEXT_LENGTH, value -> maxTextLength = value);
  }

  /**
   * From now on, charges texts to this breaker.
   *
   * @param limitSetting of the breaker, for messages
   */
  public void charge(CircuitBreaker breaker, String limitSetting) {
    memory =
        new BreakerMemory(
            breaker,
            TEXT,
            "; send shorter texts or fewer at once, or raise [" + limitSetting + "]");
  }

  /** Opens an account for the memory of successive texts; the caller must close it. */
  public MemoryAccount openAccount() {
    return memory.open();
  }

  /**
   * Rejects a text that is too long.
   *
   * @throws TextTooLongException if a text of this length is too long
   */
  public void checkTextLength(long length) {
    checkLength(length, "");
  }

  /** The same for the length after normalization. */
  void checkNormalizedLength(long length) {
    checkLength(length, " after normalization (NFKC)");
  }

  private void checkLength(long length, String when) {
    int max = maxTextLength;
    if (length > max) {
      throw new TextTooLongException(
          String.format(
              Locale.ROOT,
              "the text to fingerprint must have at most [%d] characters, got [%d]%s; shorten it,"
                  + " or raise the cluster setting [%s]",
              max,
              length,
              when,
              MAX_TEXT_LENGTH.getKey()));
    }
  }
}
