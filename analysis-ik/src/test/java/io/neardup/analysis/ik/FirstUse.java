// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.analysis.ik;

import java.util.List;
import java.util.concurrent.Callable;

/**
 * Tokens of a fixed text, which is long enough to be cut by the dictionary; loaded by {@link
 * IkDictionaryTests} as if the node had just begun.
 */
public final class FirstUse implements Callable<List<String>> {

  @Override
  public List<String> call() {
    String text = "我们有的是时间，计算机应用与软件";
    List<String> terms = Token.terms(IkMode.MAX_WORD, text + "文学".repeat(100));
    return terms.subList(0, 11);
  }
}
