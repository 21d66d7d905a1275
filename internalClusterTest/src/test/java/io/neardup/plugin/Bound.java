// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.math.BigDecimal;
import java.util.Map;

/** The least or greatest number that a schema allows. */
record Bound(Map<String, Object> schema, String name) {
  private static final BigDecimal LITTLE = new BigDecimal("0.000001");

  boolean isMaximum() {
    return name.equals("maximum");
  }

  Number inside() {
    return number(isExclusive() ? value().subtract(step()) : value());
  }

  Number outside() {
    return number(isExclusive() ? value() : value().add(step()));
  }

  private boolean isExclusive() {
    return Boolean.TRUE.equals(schema.get(isMaximum() ? "exclusiveMaximum" : "exclusiveMinimum"));
  }

  private boolean isInteger() {
    return schema.get("type").equals("integer");
  }

  private BigDecimal value() {
    return new BigDecimal(schema.get(name).toString());
  }

  private BigDecimal step() {
    BigDecimal size = isInteger() ? BigDecimal.ONE : LITTLE;
    return isMaximum() ? size : size.negate();
  }

  private Number number(BigDecimal value) {
    return isInteger() ? (Number) value.longValueExact() : value;
  }
}
