// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Rows of text under a header, for the terminal, for documentation and for other programs.
 *
 * @param labels number of columns, from the left, that hold words; the others hold numbers
 */
public record Table(int labels, List<String> header, List<List<String>> rows) {
  public String ascii() {
    List<Column> columns =
        IntStream.range(0, header.size())
            .mapToObj(
                i ->
                    new Column()
                        .header(header.get(i))
                        .dataAlign(i < labels ? HorizontalAlign.LEFT : HorizontalAlign.RIGHT))
            .toList();
    String[][] data = rows.stream().map(row -> row.toArray(String[]::new)).toArray(String[][]::new);
    return AsciiTable.builder()
        .border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS)
        .data(columns.toArray(Column[]::new), data)
        .asString();
  }

  public String markdown() {
    List<String> alignment =
        Stream.concat(
                Collections.nCopies(labels, "---").stream(),
                Collections.nCopies(header.size() - labels, "--:").stream())
            .toList();
    return lines("| ", " | ", " |", Stream.of(header, alignment));
  }

  public String tsv() {
    return lines("", "\t", "", Stream.of(header));
  }

  private String lines(String first, String between, String last, Stream<List<String>> head) {
    return Stream.concat(head, rows.stream())
        .map(row -> row.stream().collect(Collectors.joining(between, first, last)) + "\n")
        .collect(Collectors.joining());
  }
}
