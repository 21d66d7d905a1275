// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import static java.util.stream.Collectors.joining;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.Test;

/** The dated articles: the same on every machine, in order, in eight weeks, at every site. */
public class NewsCorpusTest {
  private static final LocalDate SUNDAY = LocalDate.of(2026, 6, 28);

  @Test
  public void theSameDayGivesTheSameArticles() throws IOException {
    List<NewsCorpus.Article> articles = NewsCorpus.until(SUNDAY);
    assertEquals(articles, NewsCorpus.until(SUNDAY));
    assertEquals(802, articles.size());
    String all = articles.stream().map(NewsCorpus.Article::json).collect(joining());
    assertEquals("Changed articles need another VERSION.", -944_459_128, all.hashCode());
  }

  @Test
  public void anArticleHasItsPlaceInEightWeeks() throws IOException {
    Set<String> sites = new TreeSet<>();
    Set<String> titles = new TreeSet<>();
    var before = SUNDAY.minusDays(56).atStartOfDay().toInstant(ZoneOffset.UTC);
    var end = before.plus(Duration.ofDays(57));
    for (NewsCorpus.Article article : NewsCorpus.until(SUNDAY)) {
      assertFalse(article.toString(), article.published().isBefore(before));
      assertTrue(article.toString(), article.published().isBefore(end));
      before = article.published();
      sites.add(article.source());
      titles.add(article.title());
    }
    assertEquals(Set.of("courier", "echo", "gazette", "herald", "tribune", "wire"), sites);
    assertTrue(titles.size() > 400);
  }
}
