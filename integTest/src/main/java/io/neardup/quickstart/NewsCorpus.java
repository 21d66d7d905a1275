// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Eight weeks of dated articles at imaginary sites: passages of license texts, and copies that
 * appear elsewhere minutes to days later, most of them edited. The same last day gives the same
 * articles; another one only other dates.
 */
public final class NewsCorpus {
  /** Changes with the articles, so that an index knows which ones it holds. */
  public static final String VERSION = "licenses as news 1";

  private static final long SEED = 20;
  private static final int DAYS = 56;
  private static final int STORIES = 420;
  private static final int WORDS = 160;
  private static final int MINUTES = 24 * 60;

  /** Of 100 stories, how many are copied at least this often plus one. */
  private static final int[] COPIED = {45, 22, 12, 7, 4, 3, 2, 1};

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final LocalDate lastDay;
  private final List<Article> articles = new ArrayList<>();

  private NewsCorpus(LocalDate lastDay) {
    this.lastDay = lastDay;
  }

  /**
   * One article.
   *
   * @param source the site
   */
  public record Article(String title, String content, String source, Instant published) {
    /** The document, as it is sent. */
    public String json() {
      ObjectNode json = new ObjectMapper().createObjectNode();
      json.put("title", title).put("content", content).put("source", source);
      return json.put("published", published.toString()).toString();
    }
  }

  /** All articles of the eight weeks up to the end of this day (UTC), oldest first. */
  public static List<Article> until(LocalDate lastDay) throws IOException {
    NewsCorpus corpus = new NewsCorpus(lastDay);
    List<Article> passages = corpus.passages();
    for (int i = 0; i < STORIES; i++) {
      corpus.publish(passages.remove(corpus.random.nextInt(passages.size())));
    }
    corpus.articles.sort(
        Comparator.comparing(Article::published)
            .thenComparing(Article::title)
            .thenComparing(Article::source));
    return List.copyOf(corpus.articles);
  }

  /** The beginnings of all licenses that are long enough, not published yet. */
  private List<Article> passages() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<Article> passages = new ArrayList<>();
    for (Corpus.License license : Corpus.load().licenses()) {
      JsonNode json = mapper.readTree(license.json());
      List<String> words = Arrays.asList(json.path("text").asText().trim().split("\\s+"));
      if (words.size() >= WORDS) {
        String content = String.join(" ", words.subList(0, WORDS));
        passages.add(new Article(license.name(), content, "", Instant.EPOCH));
      }
    }
    return passages;
  }

  /** A story, and its copies at other sites. */
  private void publish(Article passage) {
    NewsSite site = NewsSite.ofStory(random);
    Article story =
        new Article(passage.title(), passage.content(), site.label(), morning().plus(hours(14)));
    articles.add(story);
    int draw = random.nextInt(100);
    for (int atLeast : COPIED) {
      if (draw < atLeast) {
        copy(story, site);
      }
    }
  }

  private void copy(Article story, NewsSite from) {
    NewsSite site = NewsSite.ofCopy(from, random);
    // Most copies appear within hours, some within days.
    Duration later = hours(random.nextInt(5) == 0 ? 72 : 6).plusMinutes(1);
    Instant published = story.published().plus(later);
    if (published.isBefore(lastDay.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC))) {
      String content = site.edited(story.content(), random);
      articles.add(new Article(site.title(story.title()), content, site.label(), published));
    }
  }

  /** Seven o'clock of one of the days; fewer stories at weekends. */
  private Instant morning() {
    LocalDate day = lastDay.minusDays(random.nextInt(DAYS));
    if (day.getDayOfWeek().getValue() > 5 && random.nextBoolean()) {
      return morning();
    }
    return day.atTime(7, 0).toInstant(ZoneOffset.UTC);
  }

  private Duration hours(int below) {
    return Duration.ofMinutes(random.nextInt(below * MINUTES / 24));
  }
}
