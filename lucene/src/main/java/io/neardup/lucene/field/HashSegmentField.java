// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.field;

import java.util.EnumMap;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DocValuesType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;

/**
 * A keyword field that holds one segment of a fingerprint, and bits of the rest as the frequency of
 * its only term: see {@link HashSegmentLayout}.
 */
final class HashSegmentField extends Field {
  private static final Map<HashSegmentLayout, FieldType> SEARCHED = types(DocValuesType.NONE);
  private static final Map<HashSegmentLayout, FieldType> SEARCHED_AND_AGGREGATED =
      types(DocValuesType.SORTED_SET);

  private final int frequency;

  /**
   * @param alone whether the document has no other fingerprint in the field; otherwise the
   *     frequency carries nothing
   */
  HashSegmentField(
      HashSegmentLayout layout,
      String field,
      long fingerprint,
      int segment,
      boolean docValues,
      boolean alone) {
    super(
        layout.field(field, segment),
        HashSegmentLayout.write(layout.value(fingerprint, segment), layout.newTerm()),
        (docValues ? SEARCHED_AND_AGGREGATED : SEARCHED).get(layout));
    this.frequency =
        alone ? layout.frequency(fingerprint, segment) : HashSegmentLayout.UNKNOWN_REST;
  }

  private static Map<HashSegmentLayout, FieldType> types(DocValuesType docValues) {
    Map<HashSegmentLayout, FieldType> types = new EnumMap<>(HashSegmentLayout.class);
    for (HashSegmentLayout layout : HashSegmentLayout.values()) {
      types.put(layout, type(layout, docValues));
    }
    return types;
  }

  private static FieldType type(HashSegmentLayout layout, DocValuesType docValues) {
    FieldType type = new FieldType();
    type.setTokenized(false);
    type.setOmitNorms(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.setDocValuesType(docValues);
    CarriedBits.mark(type, layout);
    type.freeze();
    return type;
  }

  @Override
  public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
    OneTerm stream = reuse instanceof OneTerm used ? used : new OneTerm();
    stream.set(binaryValue(), frequency);
    return stream;
  }

  /** Emits one term with a given frequency. */
  private static final class OneTerm extends TokenStream {
    private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
    private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
    private BytesRef value;
    private int times;
    private boolean used = true;

    void set(BytesRef value, int times) {
      this.value = value;
      this.times = times;
    }

    @Override
    public void reset() {
      used = false;
    }

    @Override
    public boolean incrementToken() {
      if (used) {
        return false;
      }
      clearAttributes();
      term.setBytesRef(value);
      frequency.setTermFrequency(times);
      used = true;
      return true;
    }
  }
}
