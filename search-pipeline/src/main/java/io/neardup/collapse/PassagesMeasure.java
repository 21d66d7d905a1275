// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.fingerprint.collapse.HitDistances;
import io.neardup.fingerprint.collapse.PassageHits;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.fingerprint.passages.TextPassages;
import io.neardup.query.ComparedTexts;
import java.util.List;

/**
 * How much of a hit must stand in another one.
 *
 * @param length of the shortest passage, as it is mapped
 * @param html whether texts have tags
 * @param coverage the least part
 */
record PassagesMeasure(PassageLength length, boolean html, double coverage) {
  static final double DEFAULT_COVERAGE = 0.8;

  /**
   * Hits with these texts.
   *
   * @param values of each hit; empty without
   * @param memory charged with what is made of them
   * @param check called at each
   */
  HitDistances distances(List<List<Object>> values, MemoryAccount memory, Runnable check) {
    PassageHits hits = new PassageHits(values.size(), coverage);
    for (int hit = 0; hit < values.size(); hit++) {
      check.run();
      TextPassages text = ComparedTexts.of(values.get(hit), html, length, memory, words -> {});
      if (text != null) {
        hits.set(hit, text);
      }
    }
    return hits;
  }
}
