// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

/** How words that overlap are treated, and the name under which OpenSearch users know that. */
public enum IkMode {
  /** The best sequence of words without overlap. */
  SMART("ik_smart"),
  /** All words that the dictionary has. */
  MAX_WORD("ik_max_word");

  private final String analyzerName;

  IkMode(String analyzerName) {
    this.analyzerName = analyzerName;
  }

  /** The name of the analyzer and of the tokenizer. */
  String analyzerName() {
    return analyzerName;
  }

  CoreConfiguration configuration() {
    return new CoreConfiguration(this == SMART);
  }
}
