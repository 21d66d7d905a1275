// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import org.opensearch.common.time.DateFormatter;
import org.opensearch.common.time.DateFormatters;

/** Reads the dates of a window. */
public final class WindowDates {
  private static final ZonedDateTime FINE = ZonedDateTime.parse("2001-12-23T04:56:07.891Z");

  private final DateFormatter format;
  private final DateFormatter negative;

  /**
   * @param format as in the mapping of a date
   */
  public WindowDates(DateFormatter format) {
    this.format = format;
    this.negative =
        DateFormatter.forPattern(epochFirst(format.pattern())).withLocale(format.locale());
  }

  /** A negative number is a time before 1970 rather than a year before Christ. */
  private static String epochFirst(String pattern) {
    return Arrays.stream(pattern.split("\\|\\|", -1))
        .sorted(Comparator.comparing(one -> one.startsWith("epoch_") == false))
        .collect(Collectors.joining("||"));
  }

  /** The format, as in a mapping. */
  public String pattern() {
    return format.pattern();
  }

  /** Whether some date is another one once it is printed. */
  boolean isRounded() {
    return Arrays.stream(format.pattern().split("\\|\\|", -1))
        .map(one -> DateFormatter.forPattern(one).withLocale(format.locale()).format(FINE))
        .anyMatch(
            date -> {
              Instant read = Instant.ofEpochMilli(millis(date));
              return millis(format.format(read.atZone(ZoneOffset.UTC))) != read.toEpochMilli();
            });
  }

  /**
   * A date in milliseconds since 1970.
   *
   * @throws RuntimeException if it is none
   */
  public long millis(String date) {
    return DateFormatters.from((date.startsWith("-") ? negative : format).parse(date))
        .toInstant()
        .toEpochMilli();
  }
}
