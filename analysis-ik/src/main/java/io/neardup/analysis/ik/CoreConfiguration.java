// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import java.util.List;
import org.wltea.analyzer.cfg.Configuration;

/**
 * What the core asks for: its own dictionaries and no others. Its default configuration would look
 * for a file on the class path.
 */
record CoreConfiguration(boolean useSmart) implements Configuration {

  @Override
  public void setUseSmart(boolean useSmart) {
    throw new UnsupportedOperationException("immutable");
  }

  @Override
  public String getMainDictionary() {
    return "org/wltea/analyzer/dic/main2012.dic";
  }

  @Override
  public String getQuantifierDicionary() {
    return "org/wltea/analyzer/dic/quantifier.dic";
  }

  @Override
  public List<String> getExtDictionarys() {
    return List.of();
  }

  @Override
  public List<String> getExtStopWordDictionarys() {
    return List.of();
  }
}
