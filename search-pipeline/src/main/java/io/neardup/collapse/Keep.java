// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

/**
 * Which hit of a group is shown: the one with the greatest or least number or date in a field.
 * Those without a value come last, of several values of a hit the first in the order counts.
 */
record Keep(String field, boolean descending) {
  static final String ASC = "asc";
  static final String DESC = "desc";
}
