// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.quickstart;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Groups as a table for the terminal, cut off where it would scroll away. */
final class GroupTable {
  private static final int MAX_ROWS = 40;
  private static final int MAX_MEMBERS = 3;
  private static final int MAX_TITLE_WIDTH = 60;

  private final List<Row> rows = new ArrayList<>();
  private final Corpus corpus;

  private GroupTable(Corpus corpus) {
    this.corpus = corpus;
  }

  private record Row(String group, String distance, String id, String title) {}

  static String of(List<Group> groups, Corpus corpus) {
    GroupTable table = new GroupTable(corpus);
    int shown = 0;
    while (shown < groups.size() && table.rows.size() < MAX_ROWS) {
      table.add(++shown, groups.get(shown - 1));
    }
    int members = groups.stream().mapToInt(group -> group.members().size()).sum();
    return String.format(
        Locale.ROOT,
        "%nFound %d of %d licenses in %d groups of near-duplicates (each at most %d of 64 bits from"
            + "%nthe first license of its group, the canonical one):%n%n%s%n%s",
        members,
        corpus.size(),
        groups.size(),
        GroupFinder.MAX_DISTANCE,
        table.render(),
        shown < groups.size()
            ? "… and " + (groups.size() - shown) + " more groups" + System.lineSeparator()
            : "");
  }

  private void add(int number, Group group) {
    List<Group.Member> members = group.members();
    // One row that says "1 more" takes no less room than that one.
    int listed = members.size() <= MAX_MEMBERS + 1 ? members.size() : MAX_MEMBERS;
    for (int i = 0; i < listed; i++) {
      Group.Member member = members.get(i);
      rows.add(
          new Row(
              i == 0 ? Integer.toString(number) : "",
              i == 0 ? "" : Integer.toString(member.distance()),
              member.id(),
              corpus.name(member.id())));
    }
    if (listed < members.size()) {
      rows.add(new Row("", "", "…", "and " + (members.size() - listed) + " more"));
    }
  }

  private String render() {
    return AsciiTable.builder()
        .border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS)
        .data(
            rows,
            List.of(
                new Column().header("Group").dataAlign(HorizontalAlign.RIGHT).with(Row::group),
                new Column()
                    .header("Distance")
                    .dataAlign(HorizontalAlign.RIGHT)
                    .with(Row::distance),
                new Column().header("License").dataAlign(HorizontalAlign.LEFT).with(Row::id),
                new Column()
                    .header("Name")
                    .dataAlign(HorizontalAlign.LEFT)
                    .maxWidth(MAX_TITLE_WIDTH, OverflowBehaviour.ELLIPSIS_RIGHT)
                    .with(Row::title)))
        .asString();
  }
}
