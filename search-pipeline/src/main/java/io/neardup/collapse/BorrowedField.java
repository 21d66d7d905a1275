// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import java.util.ArrayList;
import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.common.document.DocumentField;
import org.opensearch.common.regex.Regex;
import org.opensearch.search.SearchHit;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.fetch.StoredFieldsContext;
import org.opensearch.search.fetch.subphase.FieldAndFormat;

/**
 * A field whose doc values hits bring along for us, and do not show unless the user asked for them.
 * Where several parts of a request ask for one field, its values come one after the other, ours
 * last; but {@code fields} replaces them all.
 */
final class BorrowedField {
  private final String name;
  private final boolean added;
  private final boolean replaced;

  /** Null for that of the mapping. */
  private final String replacedFormat;

  /** How many parts of the request besides ours ask for the field. */
  private final int others;

  private BorrowedField(
      String name, boolean added, boolean replaced, @Nullable String replacedFormat, int others) {
    this.name = name;
    this.added = added;
    this.replaced = replaced;
    this.replacedFormat = replacedFormat;
    this.others = others;
  }

  /**
   * Has hits bring the field along.
   *
   * @param format null for the field's own, in which a user may have asked for it already
   */
  static BorrowedField addTo(SearchSourceBuilder source, String name, @Nullable String format) {
    int docValues = matching(source.docValueFields(), name).size();
    List<FieldAndFormat> fields = matching(source.fetchFields(), name);
    boolean replaced = fields.isEmpty() == false;
    boolean added = format != null || docValues == 0;
    if (added) {
      source.docValueField(name, format);
    }
    return new BorrowedField(
        name,
        added,
        replaced,
        replaced ? fields.get(fields.size() - 1).format : null,
        docValues + stored(source, name));
  }

  /** What hits bring along anyway. */
  static BorrowedField existing(String name) {
    return new BorrowedField(name, false, true, null, 0);
  }

  /** Whether a request asks for the field by itself. */
  static boolean isIn(SearchSourceBuilder source, String name) {
    return matching(source.docValueFields(), name).isEmpty() == false
        || matching(source.fetchFields(), name).isEmpty() == false;
  }

  private static List<FieldAndFormat> matching(
      @Nullable List<FieldAndFormat> patterns, String name) {
    return patterns == null
        ? List.of()
        : patterns.stream().filter(p -> Regex.simpleMatch(p.field, name)).toList();
  }

  private static int stored(SearchSourceBuilder source, String name) {
    StoredFieldsContext stored = source.storedFields();
    return stored != null
            && stored.fieldNames() != null
            && stored.fieldNames().stream().anyMatch(p -> p.equals(name))
        ? 1
        : 0;
  }

  String name() {
    return name;
  }

  /** Whether {@code fields} decides in which format the values come. */
  boolean isReplaced() {
    return replaced;
  }

  /** In which format {@code fields} has them; null for that of the mapping. */
  @Nullable String replacedFormat() {
    return replacedFormat;
  }

  /** The values of a hit; none if it does not have the field. */
  List<Object> values(SearchHit hit) {
    DocumentField field = hit.field(name);
    if (field == null) {
      return List.of();
    }
    List<Object> all = field.getValues();
    return added && replaced == false ? all.subList(theirs(all), all.size()) : all;
  }

  private int theirs(List<Object> all) {
    return all.size() - all.size() / (others + 1);
  }

  /** Takes our values away again. */
  void removeFrom(SearchHit hit) {
    DocumentField field = hit.field(name);
    if (added == false || replaced || field == null) {
      return;
    }
    List<Object> all = field.getValues();
    int theirs = theirs(all);
    hit.removeDocumentField(name);
    if (theirs > 0) {
      hit.setDocumentField(name, new DocumentField(name, new ArrayList<>(all.subList(0, theirs))));
    }
  }
}
