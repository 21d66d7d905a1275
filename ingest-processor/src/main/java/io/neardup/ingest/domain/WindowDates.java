// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Collectors;
import org.opensearch.common.time.DateFormatter;
import org.opensearch.common.time.DateFormatters;

/** Reads the dates of a window. */
public final class WindowDates {
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
