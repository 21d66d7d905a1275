// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene;

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
 * its only term: see {@link SegmentLayout}.
 */
final class SegmentField extends Field {
  private static final FieldType SEARCHED = type(DocValuesType.NONE);
  private static final FieldType SEARCHED_AND_AGGREGATED = type(DocValuesType.SORTED_SET);

  private final int frequency;

  SegmentField(
      SegmentLayout layout, String field, long fingerprint, int segment, boolean docValues) {
    super(
        layout.field(field, segment),
        SegmentLayout.write(layout.value(fingerprint, segment), layout.newTerm()),
        docValues ? SEARCHED_AND_AGGREGATED : SEARCHED);
    this.frequency = layout.frequency(fingerprint, segment);
  }

  private static FieldType type(DocValuesType docValues) {
    FieldType type = new FieldType();
    type.setTokenized(false);
    type.setOmitNorms(true);
    type.setIndexOptions(IndexOptions.DOCS_AND_FREQS);
    type.setDocValuesType(docValues);
    type.freeze();
    return type;
  }

  @Override
  public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
    OneTerm stream = reuse instanceof OneTerm used ? used : new OneTerm();
    stream.set(binaryValue(), frequency);
    return stream;
  }

  /** One term, as often as it is told. */
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
