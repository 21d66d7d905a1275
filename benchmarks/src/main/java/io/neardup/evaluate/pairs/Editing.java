// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What editors do to an article that stays the same one. In the order in which it is done: what
 * concerns the form of the whole comes last.
 */
enum Editing implements Change {
  /** The line by which an agency sends it. */
  HEADER {
    private static final List<String> LINES =
        List.of(
            "ATTENTION EDITORS - STORY FIRST SENT AT 0915 GMT",
            "FOR IMMEDIATE RELEASE - PRESS OFFICE",
            "(CONTINENTAL PRESS AGENCY)",
            "URGENT - refiles to additional clients - CPA NEWS SERVICE");

    @Override
    public Optional<Article> apply(Article article, Random random) {
      return Optional.of(article.with(any(LINES, random) + "\n\n" + article.body()));
    }
  },
  /** Where and when it was written. */
  DATELINE {
    private static final List<String> CITIES =
        List.of("GENEVA", "NAIROBI", "LIMA", "OSLO", "MANILA", "OTTAWA", "LISBON", "CANBERRA");

    @Override
    public Optional<Article> apply(Article article, Random random) {
      String line = any(CITIES, random) + ", March " + (1 + random.nextInt(28)) + " (CPA) - ";
      return Optional.of(article.with(line + article.body()));
    }
  },
  /** How the house writes parts of a hundred. */
  PERCENT {
    private static final Pattern PARTS =
        Pattern.compile("(?<=\\d)(?:%(?!\\w)| ?percent\\b| ?per cent\\b| pct\\b)");

    @Override
    public Optional<Article> apply(Article article, Random random) {
      String written = any(List.of(" percent", " pct", "%"), random);
      return Places.changeAll(article.body(), PARTS, found -> written).map(article::with);
    }
  },
  /** Digits for spelled numbers. */
  DIGITS {
    private static final List<String> NUMBERS =
        List.of(
            "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
            "twelve");
    private static final Pattern SPELLED =
        Pattern.compile("\\b(?:" + String.join("|", NUMBERS) + ")\\b");

    @Override
    public Optional<Article> apply(Article article, Random random) {
      return Places.changeAll(
              article.body(), SPELLED, found -> Integer.toString(NUMBERS.indexOf(found) + 2))
          .map(article::with);
    }
  },
  /** The last tenth to four tenths of the sentences go. */
  CUT_END {
    @Override
    public Optional<Article> apply(Article article, Random random) {
      List<String> sentences = article.sentences();
      int cut = (int) Math.round(sentences.size() * (0.1 + 0.3 * random.nextDouble()));
      return cut == 0 || sentences.size() < 4
          ? Optional.empty()
          : Optional.of(
              article.with(String.join(" ", sentences.subList(0, sentences.size() - cut))));
    }
  },
  /** A tenth to three tenths of the sentences go, between the first and the last. */
  CUT_MIDDLE {
    @Override
    public Optional<Article> apply(Article article, Random random) {
      List<String> sentences = new ArrayList<>(article.sentences());
      int cut = (int) Math.round(sentences.size() * (0.1 + 0.2 * random.nextDouble()));
      if (cut == 0 || sentences.size() < 5) {
        return Optional.empty();
      }
      int first = 1 + random.nextInt(sentences.size() - cut - 1);
      sentences.subList(first, first + cut).clear();
      return Optional.of(article.with(String.join(" ", sentences)));
    }
  },
  /** Two letters of one word change places. */
  TYPO {
    private static final Pattern WORD = Pattern.compile("\\b[a-z]{6,}\\b");

    @Override
    public Optional<Article> apply(Article article, Random random) {
      return Places.changeOne(article.body(), WORD, random, word -> mistyped(word, random))
          .map(article::with);
    }

    private static String mistyped(String word, Random random) {
      int place = 1 + random.nextInt(word.length() - 2);
      return word.substring(0, place)
          + word.charAt(place + 1)
          + word.charAt(place)
          + word.substring(place + 2);
    }
  },
  /** Another headline. */
  HEADLINE {
    private static final List<String> LINES =
        List.of("Facts in brief: ", "What to know about ", "Profile of ", "A closer look at ");

    @Override
    public Optional<Article> apply(Article article, Random random) {
      String subject = article.headline().replaceFirst(":.*", "");
      return subject.isEmpty()
          ? Optional.empty()
          : Optional.of(new Article(any(LINES, random) + subject, article.body()));
    }
  },
  /** Quotation marks, apostrophes and dashes of a typesetter. */
  QUOTES {
    @Override
    public Optional<Article> apply(Article article, Random random) {
      String set =
          article
              .body()
              .replaceAll("\"([^\"]*)\"", "\u201C$1\u201D")
              .replace('\'', '\u2019')
              .replace(" - ", " \u2013 ");
      return Optional.of(set).filter(it -> it.equals(article.body()) == false).map(article::with);
    }
  },
  /** Short lines, and the line ends of mail. */
  LINE_ENDS {
    private static final Pattern LINE = Pattern.compile(".{40,64}( )");

    @Override
    public Optional<Article> apply(Article article, Random random) {
      String mail = LINE.matcher(article.body()).replaceAll(line -> broken(line.group()));
      return Optional.of(mail.replace("\n", "\r\n"))
          .filter(it -> it.equals(article.body()) == false)
          .map(article::with);
    }

    private static String broken(String line) {
      return Matcher.quoteReplacement(line.substring(0, line.length() - 1) + "\n");
    }
  },
  /** A page of the web. */
  HTML {
    @Override
    public Optional<Article> apply(Article article, Random random) {
      String body =
          Arrays.stream(escaped(article.body()).split("\\s*\n\\s*"))
              .collect(Collectors.joining("</p>\n<p>", "<p>", "</p>"));
      String headline = article.headline();
      return Optional.of(
          new Article(headline.isEmpty() ? "" : "<h1>" + escaped(headline) + "</h1>", body));
    }

    private static String escaped(String text) {
      return text.replace("&", "&amp;").replace("<", "&lt;").replace("'", "&#39;");
    }
  };

  /** What may happen to any article before something else does, and brings no date or name. */
  static final List<Editing> BEFORE = List.of(HEADER, CUT_END, QUOTES, LINE_ENDS);

  @Override
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String any(List<String> choice, Random random) {
    return choice.get(random.nextInt(choice.size()));
  }
}
