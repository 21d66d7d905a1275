// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.features;

import io.neardup.analysis.ik.IkAnalyzer;
import io.neardup.analysis.ik.IkMode;
import io.neardup.analyzer.NearDupAnalyzer;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.cn.smart.SmartChineseAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;

/** The analyzers that can be evaluated, by the names they have in OpenSearch; one of each. */
final class Analyzers {
  private static final Map<String, Supplier<Analyzer>> ALL =
      new TreeMap<>(
          Map.of(
              "near_dup",
              () -> NearDupAnalyzer.of(false),
              "standard",
              StandardAnalyzer::new,
              "english",
              EnglishAnalyzer::new,
              "smartcn",
              SmartChineseAnalyzer::new,
              "ik_smart",
              () -> new IkAnalyzer(IkMode.SMART),
              "ik_max_word",
              () -> new IkAnalyzer(IkMode.MAX_WORD)));

  private static final Map<String, Analyzer> MADE = new ConcurrentHashMap<>();

  private Analyzers() {}

  static Analyzer get(String name) {
    Supplier<Analyzer> supplier = ALL.get(name);
    if (supplier == null) {
      throw new IllegalArgumentException(
          "[analyzers] must be of " + ALL.keySet() + ", got [" + name + "]");
    }
    return MADE.computeIfAbsent(name, key -> supplier.get());
  }
}
