// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate.pairs;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** What makes an article say something else, where little looks different. */
enum Substitution implements Change {
  /** Another number before its unit, or after its currency. */
  AMOUNT {
    private static final Pattern AMOUNTS =
        Pattern.compile(
            "(?<=\\$)\\d[\\d,]*(?:\\.\\d+)?|(?<![\\d.,-])\\d[\\d,]*(?:\\.\\d+)?"
                + "(?= ?(?:%|percent|million|billion|trillion|km|sq|nm|people|troops|years|seats"
                + "|members|tons|barrels|personnel|stations|bytes)\\b|%)");

    @Override
    public Optional<Article> apply(Article article, Random random) {
      return one(article, AMOUNTS, random, found -> otherDigit(found, random));
    }
  },
  /** Another year, or another month. */
  DATE {
    private static final Pattern DATES =
        Pattern.compile("\\b(?:(?:1[5-9]|20)\\d\\d|" + String.join("|", Months.NAMES) + ")\\b");

    @Override
    public Optional<Article> apply(Article article, Random random) {
      return one(article, DATES, random, found -> other(found, random));
    }

    private static String other(String found, Random random) {
      int month = Months.NAMES.indexOf(found);
      return month < 0
          ? Integer.toString(Integer.parseInt(found) - 1 - random.nextInt(9))
          : Months.other(month, random);
    }
  },
  /** Another name, wherever it stands. */
  NAME {
    private static final List<String> NAMES =
        List.of(
            "Aldenburg",
            "Brennovia",
            "Corvath",
            "Dunmore",
            "Estrella",
            "Farouk",
            "Galvez",
            "Hollander",
            "Ivanko",
            "Jorvik",
            "Kestrel",
            "Lindqvist",
            "Marwood",
            "Novara");
    private static final Pattern WITHIN = Pattern.compile("(?<=[a-z,] )[A-Z][A-Za-z]{3,}\\b");

    @Override
    public Optional<Article> apply(Article article, Random random) {
      List<String> found =
          WITHIN
              .matcher(article.body())
              .results()
              .map(place -> place.group())
              .filter(Predicate.not(Months.NAMES::contains))
              .toList();
      if (found.isEmpty()) {
        return Optional.empty();
      }
      Pattern name = Pattern.compile("\\b" + found.get(random.nextInt(found.size())) + "\\b");
      String other = NAMES.get(random.nextInt(NAMES.size()));
      return Places.changeAll(article.text(), name, it -> other).map(Article::of);
    }
  },
  /** Another version of a program. */
  VERSION {
    private static final Pattern VERSIONS = Pattern.compile("\\b\\d+\\.\\d+\\.\\d+\\b");

    @Override
    public Optional<Article> apply(Article article, Random random) {
      return one(article, VERSIONS, random, found -> otherDigit(found, random));
    }
  },
  /** The opposite: a verb with "not", or without it. */
  NEGATION {
    private static final Pattern VERBS =
        Pattern.compile(
            "\\b(?:is|are|was|were|has|have|can|could|will|would|may|should|did|does)\\b(?: not)?");

    @Override
    public Optional<Article> apply(Article article, Random random) {
      return one(
          article,
          VERBS,
          random,
          found -> found.endsWith(" not") ? found.replace(" not", "") : found + " not");
    }
  };

  @Override
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private static Optional<Article> one(
      Article article, Pattern pattern, Random random, UnaryOperator<String> change) {
    return Places.changeOne(article.body(), pattern, random, change).map(article::with);
  }

  /** A number that differs in its last digit. */
  private static String otherDigit(String number, Random random) {
    int last = number.length() - 1;
    int digit = Character.digit(number.charAt(last), 10);
    return number.substring(0, last) + (digit + 1 + random.nextInt(9)) % 10;
  }

  /** Without May, which is a verb, too. */
  private static final class Months {
    static final List<String> NAMES =
        List.of(
            "January",
            "February",
            "March",
            "April",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December");

    static String other(int month, Random random) {
      return NAMES.get((month + 1 + random.nextInt(NAMES.size() - 1)) % NAMES.size());
    }
  }
}
