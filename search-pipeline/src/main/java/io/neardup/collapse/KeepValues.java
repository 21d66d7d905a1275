// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.opensearch.OpenSearchParseException;
import org.opensearch.common.Nullable;
import org.opensearch.common.time.DateFormatter;
import org.opensearch.common.time.DateFormatters;

/**
 * The numbers or dates by which hits are kept, as ranks: 0 for the best, equal ones share a rank.
 * Dates come as milliseconds, or as a mapping that is not known formats them.
 *
 * @param format of the doc values; null for the field's own
 */
record KeepValues(String field, Comparator<BigDecimal> order, @Nullable String format) {
  private static final String MILLIS = "epoch_millis";
  private static final DateFormatter UNKNOWN =
      DateFormatter.forPattern("strict_date_optional_time_nanos");
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?(E-?[0-9]+)?");

  /**
   * The values that a hit is kept by.
   *
   * @param dates whether they are dates; null if no mapping tells
   */
  static KeepValues of(Keep keep, @Nullable Boolean dates) {
    return new KeepValues(
        keep.field(),
        keep.descending() ? Comparator.reverseOrder() : Comparator.naturalOrder(),
        Boolean.TRUE.equals(dates) ? MILLIS : null);
  }

  /** The rank of each of so many hits. */
  int[] preference(HitValues hits, int size) {
    BigDecimal[] values = new BigDecimal[size];
    Arrays.setAll(values, hit -> value(hits, hit));
    Comparator<BigDecimal> missingLast = Comparator.nullsLast(order);
    Integer[] places = IntStream.range(0, size).boxed().toArray(Integer[]::new);
    Arrays.sort(places, Comparator.comparing(place -> values[place], missingLast));
    int[] ranks = new int[size];
    for (int i = 1; i < places.length; i++) {
      boolean equal = missingLast.compare(values[places[i - 1]], values[places[i]]) == 0;
      ranks[places[i]] = equal ? ranks[places[i - 1]] : i;
    }
    return ranks;
  }

  @Nullable private BigDecimal value(HitValues hits, int hit) {
    return hits.of(hit, field).stream().map(this::number).min(order).orElse(null);
  }

  private BigDecimal number(Object value) {
    String text = value.toString();
    try {
      return NUMBER.matcher(text).matches()
          ? new BigDecimal(text)
          : millis(DateFormatters.from(UNKNOWN.parse(text)).toInstant());
    } catch (IllegalArgumentException | DateTimeException | OpenSearchParseException e) {
      throw new IllegalArgumentException(
          "["
              + CollapseOptions.NAME
              + "] [keep] must be a number or a date, and a hit has ["
              + text
              + "] in field ["
              + field
              + "]; keep by another",
          e);
    }
  }

  private static BigDecimal millis(Instant instant) {
    return BigDecimal.valueOf(instant.getEpochSecond())
        .scaleByPowerOfTen(3)
        .add(BigDecimal.valueOf(instant.getNano(), 6));
  }
}
