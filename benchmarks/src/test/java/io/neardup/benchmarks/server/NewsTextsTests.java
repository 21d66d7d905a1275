// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.benchmarks.server;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.Test;

public class NewsTextsTests {
  private static final int STORIES = 200;

  @Test
  public void isTheSameForTheSameSeed() {
    assertEquals(new NewsTexts(1, 50).json(), new NewsTexts(1, 50).json());
  }

  @Test
  public void isJsonOfTheSizeOfNews() throws Exception {
    NewsTexts news = new NewsTexts(42, 600);
    int characters = 0;
    for (int i = 0; i < STORIES; i++) {
      JsonNode story = new ObjectMapper().readTree(news.json());
      int words = story.path("content").asText().split("\\s+").length;
      assertTrue(Integer.toString(words), words >= 300 && words <= 900);
      assertTrue(story.path("title").asText().length() > 10);
      characters += story.path("content").asText().length();
    }
    int mean = characters / STORIES;
    assertTrue(Integer.toString(mean), mean > 3000 && mean < 4500);
  }

  /** In English every fifteenth word is the most frequent one, and most words are rare. */
  @Test
  public void wordsAreAsFrequentAsInEnglish() {
    NewsTexts news = new NewsTexts(42, 600);
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < STORIES; i++) {
      Arrays.stream(news.story().split("\\W+"))
          .forEach(word -> counts.merge(word, 1, Integer::sum));
    }
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    double top = counts.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
    assertEquals(0.07, top / all, 0.03);
    assertTrue(Integer.toString(counts.size()), counts.size() > 10_000);
  }
}
