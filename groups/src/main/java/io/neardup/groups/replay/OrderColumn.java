// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.Bits;
import io.neardup.fingerprint.memory.LongPages;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.page.PageKeys;

/**
 * The values of one field that orders documents, by row. A document without one comes after all
 * others, also after those with the last value that there is.
 */
final class OrderColumn {
  /** Bytes of the longest keyword that Lucene takes. */
  private static final int MAX_KEYWORD = 32_766;

  private final MemoryAccount memory;
  private final LongPages values;
  private final Bits missing;

  /** Null for numbers. */
  private SortedValues names;

  private boolean descending;
  private boolean anyMissing;

  OrderColumn(int capacity, MemoryAccount memory) {
    this.memory = memory;
    this.values = new LongPages(capacity, memory);
    this.missing = new Bits(capacity, memory);
  }

  void grow(int needed) {
    values.grow(needed);
    missing.grow(values.size());
  }

  /** Adds those of a page, for which there is room. */
  void add(int at, PageKeys page) {
    values.write(at, page.values(), 0, page.values().length);
    page.missing().stream().forEach(row -> missing.set(at + row));
    anyMissing |= page.missing().isEmpty() == false;
    if (page.names().isEmpty() == false) {
      addNames(at, page);
    }
  }

  private void addNames(int at, PageKeys page) {
    if (names == null) {
      names = new SortedValues(MAX_KEYWORD, memory);
      descending = page.descending();
    }
    int[] numbers = page.names().stream().mapToInt(names::add).toArray();
    for (int row = 0; row < page.values().length; row++) {
      if (page.missing().get(row) == false) {
        values.set(at + row, numbers[(int) page.values()[row]]);
      }
    }
  }

  /** Puts numbers in the order of keywords in their place, when all are there. */
  void encode(int size) {
    if (names == null) {
      return;
    }
    names.sort();
    for (int row = 0; row < size; row++) {
      if (missing.get(row) == false) {
        int rank = names.rank((int) values.get(row));
        values.set(row, descending ? ~rank : rank);
      }
    }
    names = null;
  }

  long value(int row) {
    return values.get(row);
  }

  boolean isAnyMissing() {
    return anyMissing;
  }

  boolean isMissing(int row) {
    return missing.get(row);
  }

  int compare(int left, int right) {
    int compared = Long.compare(values.get(left), values.get(right));
    return compared == 0 ? Boolean.compare(missing.get(left), missing.get(right)) : compared;
  }
}
