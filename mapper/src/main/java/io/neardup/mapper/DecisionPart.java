// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.Field.Store;
import org.apache.lucene.document.KeywordField;
import org.apache.lucene.document.SortedNumericDocValuesField;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.SortedSetDocValues;
import org.apache.lucene.search.Query;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.NumericUtils;
import org.opensearch.common.Nullable;
import org.opensearch.index.mapper.KeywordFieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.NumberFieldMapper.NumberFieldType;
import org.opensearch.index.mapper.NumberFieldMapper.NumberType;
import org.opensearch.index.mapper.ParseContext;
import org.opensearch.index.mapper.ValueFetcher;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.lookup.SearchLookup;
import org.opensearch.search.lookup.SourceLookup;

/** The parts of a decision that can be searched, aggregated and sorted by. */
enum DecisionPart {
  GROUP("group", null),
  STATUS("status", null),
  SEQ("seq", NumberType.LONG),
  SCOPE("scope", null),
  MATCHED_BY("matched_by", null),
  DISTANCE("distance", NumberType.BYTE),
  JACCARD("jaccard", NumberType.FLOAT),
  JACCARD_ESTIMATE("jaccard_estimate", NumberType.FLOAT),
  CONTAINED("contained", NumberType.FLOAT),
  WORDS("words", NumberType.LONG),
  OF_INDEX("of.index", null),
  OF_ID("of.id", null),
  CHECKED("checked", null);

  private final String path;

  /** Null for a keyword. */
  @Nullable private final NumberType number;

  DecisionPart(String path, @Nullable NumberType number) {
    this.path = path;
    this.number = number;
  }

  /** The path inside the decision. */
  String path() {
    return path;
  }

  /** Whether it is in an object inside the decision. */
  boolean isNested() {
    return path.indexOf('.') >= 0;
  }

  String in(String decision) {
    return decision + "." + path;
  }

  /** The values of a part as the source has them. */
  record SourceValues(String path) implements ValueFetcher {
    @Override
    public List<Object> fetchValues(SourceLookup source) {
      Object value = source.extractValue(path, null);
      return value == null ? List.of() : List.of(value);
    }
  }

  private static void refuseEmpty(Object value, String name, QueryShardContext context) {
    AllFieldsProbe.refuse(
        value, context, "field [" + name + "] is a part of a decision, which is never empty");
  }

  private static final class KeywordPart extends KeywordFieldMapper.KeywordFieldType {
    KeywordPart(String name) {
      super(name, true, true, Map.of());
    }

    @Override
    public ValueFetcher valueFetcher(
        QueryShardContext context, SearchLookup search, String format) {
      return new SourceValues(name());
    }

    @Override
    public Query termQuery(Object value, QueryShardContext context) {
      refuseEmpty(value, name(), context);
      return super.termQuery(value, context);
    }
  }

  /** Numbers have doc values only: they are sorted and aggregated, and rarely searched for. */
  private static final class NumberPart extends NumberFieldType {
    NumberPart(String name, NumberType type) {
      super(name, type, false, false, true, false, true, null, Map.of());
    }

    @Override
    public ValueFetcher valueFetcher(
        QueryShardContext context, SearchLookup search, String format) {
      return new SourceValues(name());
    }

    @Override
    public Query termQuery(Object value, QueryShardContext context) {
      refuseEmpty(value, name(), context);
      return super.termQuery(value, context);
    }
  }

  /** As mappings name what it can be used as. */
  String typeName() {
    return number == null ? KeywordFieldMapper.CONTENT_TYPE : number.typeName();
  }

  MappedFieldType type(String decision) {
    return number == null ? new KeywordPart(in(decision)) : new NumberPart(in(decision), number);
  }

  /**
   * Adds a value to what is indexed.
   *
   * @param name of the field
   */
  void add(String name, Object value, ParseContext.Document document) {
    if (number == null) {
      // Term and doc value in one, and inverted without a token stream.
      document.add(new KeywordField(name, new BytesRef(value.toString()), Store.NO));
    } else {
      Number parsed = number.parse(value, true);
      long sortable =
          number == NumberType.FLOAT
              ? NumericUtils.floatToSortableInt(parsed.floatValue())
              : parsed.longValue();
      document.add(new SortedNumericDocValuesField(name, sortable));
    }
  }

  /** The value of a document; null if it has none. */
  @Nullable Object stored(String decision, LeafReader reader, int doc) throws IOException {
    if (number == null) {
      SortedSetDocValues terms = reader.getSortedSetDocValues(in(decision));
      return terms != null && terms.advanceExact(doc)
          ? terms.lookupOrd(terms.nextOrd()).utf8ToString()
          : null;
    }
    SortedNumericDocValues numbers = reader.getSortedNumericDocValues(in(decision));
    if (numbers == null || numbers.advanceExact(doc) == false) {
      return null;
    }
    long value = numbers.nextValue();
    return number == NumberType.FLOAT
        ? (Object) NumericUtils.sortableIntToFloat((int) value)
        : (Object) value;
  }
}
