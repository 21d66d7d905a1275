// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.opensearch.OpenSearchParseException;
import org.opensearch.common.Nullable;
import org.opensearch.common.time.DateFormatter;
import org.opensearch.common.time.DateFormatters;
import org.opensearch.search.SearchHit;

/**
 * The numbers or dates by which hits are kept, as ranks: 0 for the best, equal ones share a rank.
 * Dates come as milliseconds, or as the user has them formatted.
 */
final class KeepValues {
  private static final String MILLIS = "epoch_millis";
  private static final String UNKNOWN = "strict_date_optional_time_nanos";
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?(E[0-9]+)?");

  private final BorrowedField field;
  private final Comparator<BigDecimal> order;
  private final DateFormatter formatter;

  /**
   * @param formats of dates, none known if empty; null for numbers
   */
  KeepValues(BorrowedField field, boolean descending, @Nullable String formats) {
    this.field = field;
    this.order = descending ? Comparator.reverseOrder() : Comparator.naturalOrder();
    this.formatter = formats == null ? null : formatter(field, formats);
  }

  @Nullable private static DateFormatter formatter(BorrowedField field, String formats) {
    if (field.isReplaced() == false && formats.isEmpty() == false) {
      // They come as milliseconds.
      return null;
    }
    return DateFormatter.forPattern(
        Stream.of(field.replacedFormat(), formats, UNKNOWN)
            .filter(format -> format != null && format.isEmpty() == false)
            .collect(Collectors.joining("||")));
  }

  /** In which format to ask for the doc values; null for the field's own. */
  @Nullable static String format(@Nullable String formats) {
    return formats == null || formats.isEmpty() ? null : MILLIS;
  }

  BorrowedField field() {
    return field;
  }

  /** The rank of each hit. */
  int[] preference(SearchHit... hits) {
    BigDecimal[] values = new BigDecimal[hits.length];
    Arrays.setAll(values, i -> value(hits[i]));
    Comparator<BigDecimal> missingLast = Comparator.nullsLast(order);
    Integer[] places = IntStream.range(0, hits.length).boxed().toArray(Integer[]::new);
    Arrays.sort(places, Comparator.comparing(place -> values[place], missingLast));
    int[] ranks = new int[hits.length];
    for (int i = 1; i < places.length; i++) {
      boolean equal = missingLast.compare(values[places[i - 1]], values[places[i]]) == 0;
      ranks[places[i]] = equal ? ranks[places[i - 1]] : i;
    }
    return ranks;
  }

  @Nullable private BigDecimal value(SearchHit hit) {
    return field.values(hit).stream().map(this::number).min(order).orElse(null);
  }

  private BigDecimal number(Object value) {
    String text = value.toString();
    try {
      return formatter == null || NUMBER.matcher(text).matches()
          ? new BigDecimal(text)
          : millis(DateFormatters.from(formatter.parse(text)).toInstant());
    } catch (IllegalArgumentException | DateTimeException | OpenSearchParseException e) {
      throw refused(text, e);
    }
  }

  private IllegalArgumentException refused(String text, Exception cause) {
    return new IllegalArgumentException(
        "["
            + CollapseOptions.NAME
            + "] [keep] must be a number or a date, and a hit has ["
            + text
            + "] in field ["
            + field.name()
            + "]; ask for the field by [docvalue_fields] rather than [fields], or keep by another",
        cause);
  }

  private static BigDecimal millis(Instant instant) {
    return BigDecimal.valueOf(instant.getEpochSecond())
        .scaleByPowerOfTen(3)
        .add(BigDecimal.valueOf(instant.getNano(), 6));
  }
}
