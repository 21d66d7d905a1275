// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import java.util.List;
import org.wltea.analyzer.dic.Dictionary;
import org.wltea.analyzer.dic.Hit;

/**
 * The words that the core knows: 24 MiB, read by the first tokenizer of the node and kept. Read
 * only from then on, for any number of threads.
 */
final class IkDictionary {
  /** Words of one character that the dictionary of the plugin analysis-ik does not have. */
  private static final List<String> DISABLED = List.of("他", "你", "切", "她", "我", "手", "有", "的", "见");

  private static IkDictionary loaded;

  private final Dictionary words;

  private IkDictionary(Dictionary words) {
    this.words = words;
  }

  /** Loads the dictionary if nobody has; whoever comes meanwhile waits. */
  static synchronized IkDictionary get() {
    if (loaded == null) {
      Dictionary words = Dictionary.initial(IkMode.SMART.configuration());
      words.disableWords(DISABLED);
      loaded = new IkDictionary(words);
    }
    return loaded;
  }

  /**
   * Whether the core may see the characters before {@code position} and the one at it together, for
   * any word that starts at or after {@code from}: one that goes on there, or is begun there.
   */
  boolean mayCross(char[] folded, int from, int position) {
    for (int begin = position - 1; begin >= from; begin--) {
      Hit word = follow(folded, words.matchInMainDict(folded, begin, 1), position);
      // After an unfinished unit of measure any character may start another one.
      Hit unit = follow(folded, words.matchInQuantifierDict(folded, begin, 1), position - 1);
      if (word.isUnmatch() == false || unit.isPrefix()) {
        return true;
      }
    }
    return false;
  }

  /** What becomes of a hit by the characters after its first, up to and with {@code last}. */
  private Hit follow(char[] folded, Hit first, int last) {
    Hit hit = first;
    for (int i = first.getBegin() + 1; i <= last; i++) {
      if (hit.isPrefix() == false) {
        hit.setUnmatch();
        return hit;
      }
      hit = words.matchWithHit(folded, i, hit);
    }
    return hit;
  }
}
