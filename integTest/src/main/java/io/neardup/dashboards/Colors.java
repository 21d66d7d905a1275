// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.dashboards;

import java.util.List;
import java.util.Locale;

/** Colors that most kinds of color blindness tell apart (Okabe and Ito 2008), and shades of one. */
final class Colors {
  private static final List<String> SERIES =
      List.of("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9");

  private Colors() {}

  static String series(int index) {
    return SERIES.get(index % SERIES.size());
  }

  /** From white for 0 to the panels' #f3a66b for 1. */
  static String shade(double share) {
    return String.format(
        Locale.ROOT, "#%02x%02x%02x", mix(share, 0xf3), mix(share, 0xa6), mix(share, 0x6b));
  }

  private static int mix(double share, int color) {
    return (int) Math.round(0xff + share * (color - 0xff));
  }
}
