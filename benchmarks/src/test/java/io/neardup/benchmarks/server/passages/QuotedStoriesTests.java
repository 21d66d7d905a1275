// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server.passages;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.Test;

public class QuotedStoriesTests {
  private static final int WORDS = 20;

  private static Set<List<String>> runs(String text) {
    List<String> words = List.of(text.split("\\s+"));
    Set<List<String>> runs = new HashSet<>();
    for (int i = 0; i + WORDS <= words.size(); i++) {
      runs.add(words.subList(i, i + WORDS));
    }
    return runs;
  }

  @Test
  public void onlyThePlannedStoriesShareWords() {
    QuotedStories stories = new QuotedStories(100, 80, 6, 1);
    List<Set<List<String>>> all = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      all.add(runs(stories.next()));
    }
    for (int quotation = 0; quotation < 6; quotation++) {
      String question = stories.question(quotation, 200, false);
      assertEquals(200, question.split(" ").length);
      Set<List<String>> asked = runs(question);
      List<String> found = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        if (all.get(i).stream().anyMatch(asked::contains)) {
          found.add(Integer.toString(i));
        }
      }
      assertEquals(stories.ids(quotation), found);
    }
  }
}
