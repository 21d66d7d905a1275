// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.collapse.lost.LostOptions;
import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.query.PassagesOptions;
import io.neardup.request.UnknownNames;
import io.neardup.target.FieldName;
import io.neardup.target.Nearness;
import io.neardup.target.Verify;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opensearch.common.Nullable;

/**
 * Takes typed values out of a configuration, so that what is left over can be refused.
 *
 * @param owner the processor or section, for messages
 * @param given consumed parameter by parameter
 */
record Parameters(String owner, Map<String, Object> given) {
  static final String FIELD = "field";
  static final String FACTOR = "factor";
  static final String KEEP = "keep";
  static final String SCOPE = "scope";
  static final String ORDER = "order";

  private static final int MAX_FACTOR = 10;
  private static final BigDecimal DEFAULT_FACTOR = BigDecimal.valueOf(3);
  private static final int MAX_SCOPE = 8;

  String field() {
    Object field = given.containsKey(FIELD) ? given.remove(FIELD) : FieldName.DEFAULT;
    return name(FIELD, field, "the field of type [simhash], [minhash] or [passages]");
  }

  BigDecimal factor() {
    Object value = given.remove(FACTOR);
    if (value == null) {
      return DEFAULT_FACTOR;
    }
    try {
      // A number of a million digits takes seconds to read.
      BigDecimal factor = new BigDecimal(Fingerprint.shown(value.toString()));
      if (factor.compareTo(BigDecimal.ONE) >= 0
          && factor.compareTo(BigDecimal.valueOf(MAX_FACTOR)) <= 0) {
        return factor;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number out of bounds.
    }
    throw refused(
        FACTOR,
        "must be a number from 1 to "
            + MAX_FACTOR
            + ", got "
            + shown(value)
            + "; leave it out for the default of ["
            + DEFAULT_FACTOR
            + "]");
  }

  Nearness nearness() {
    try {
      Nearness nearness = Nearness.parse(given);
      given.remove(Nearness.MAX_DISTANCE);
      given.remove(Nearness.SIMILARITY);
      given.remove(NumbersRule.NAME);
      return new Nearness(nearness.maxDistance(), nearness.similarity(), null, nearness.numbers());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[" + owner + "] " + e.getMessage(), e);
    }
  }

  @Nullable Double coverage() {
    Object value = given.remove(PassagesOptions.COVERAGE);
    try {
      return value == null ? null : PassagesOptions.coverage(PassagesOptions.COVERAGE, value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[" + owner + "] " + e.getMessage(), e);
    }
  }

  @Nullable Keep keep() {
    Object value = given.remove(KEEP);
    if (value == null) {
      return null;
    }
    if (value instanceof Map<?, ?> map && Set.of(FIELD, ORDER).containsAll(map.keySet())) {
      Object order = map.get(ORDER) == null ? Keep.DESC : map.get(ORDER);
      if (order.equals(Keep.DESC) || order.equals(Keep.ASC)) {
        String field = name(KEEP + "] [" + FIELD, map.get(FIELD), "a number or date");
        return new Keep(field, order.equals(Keep.DESC));
      }
    }
    throw refused(
        KEEP,
        "must be a field and its [order], [asc] or [desc], such as {\"field\": \"published\","
            + " \"order\": \"desc\"}, got "
            + shown(value));
  }

  @Nullable LostOptions lost() {
    Object value = given.remove(Verify.NAME);
    try {
      return value == null ? null : LostOptions.of(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("[" + owner + "] " + e.getMessage(), e);
    }
  }

  List<String> scope() {
    Object value = given.remove(SCOPE);
    List<?> names =
        value == null ? List.of() : value instanceof List<?> list ? list : List.of(value);
    if (names.size() > MAX_SCOPE || new HashSet<>(names).size() < names.size()) {
      throw refused(
          SCOPE, "must name at most " + MAX_SCOPE + " fields, each once, got " + shown(value));
    }
    return names.stream()
        .map(name -> name(SCOPE, name, "fields whose values must be equal"))
        .toList();
  }

  /** Refuses whatever was not taken. */
  void refuseTheRest(String known) {
    if (given.isEmpty() == false) {
      throw new IllegalArgumentException(
          "["
              + owner
              + "] does not know "
              + shown(given.keySet().iterator().next())
              + "; it takes ["
              + known
              + "]"
              + UnknownNames.suggestion(given.keySet(), known));
    }
  }

  private String name(String parameter, @Nullable Object value, String what) {
    if (value instanceof String name && name.isBlank() == false && name.indexOf('*') < 0) {
      return name;
    }
    throw refused(
        parameter,
        value == null
            ? "is required: " + what
            : "must be the name of " + what + ", got " + shown(value));
  }

  private IllegalArgumentException refused(String parameter, String reason) {
    return new IllegalArgumentException("[" + owner + "] [" + parameter + "] " + reason);
  }

  private static String shown(Object value) {
    return "[" + Fingerprint.shown(String.valueOf(value)) + "]";
  }
}
