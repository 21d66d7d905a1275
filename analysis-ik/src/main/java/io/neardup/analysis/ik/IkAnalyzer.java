// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import org.apache.lucene.analysis.Analyzer;

/** The tokens of {@link IkTokenizer} and nothing done to them. */
public final class IkAnalyzer extends Analyzer {
  private final IkMode mode;

  /** Cuts in this way. */
  public IkAnalyzer(IkMode mode) {
    this.mode = mode;
  }

  @Override
  protected TokenStreamComponents createComponents(String field) {
    return new TokenStreamComponents(new IkTokenizer(mode));
  }
}
