// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.Bands;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.TermFrequencyAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;

/** The bands of one signature, a term each: see {@link BandTerms}. */
final class BandsField extends Field {
  private static final Map<Bands, FieldType> TYPES = new ConcurrentHashMap<>();

  private final Bands bands;
  private final long[] keys;
  private final boolean alone;

  /**
   * @param alone whether frequencies say something
   */
  BandsField(String name, Bands bands, long[] keys, boolean alone) {
    super(name, TYPES.computeIfAbsent(bands, BandsField::type));
    this.bands = bands;
    this.keys = keys;
    this.alone = alone;
  }

  private static FieldType type(Bands bands) {
    FieldType type = new FieldType();
    type.setTokenized(false);
    type.setOmitNorms(true);
    // Frequencies that are always 1 take half a byte a band.
    type.setIndexOptions(
        BandTerms.haveFrequencies(bands) ? IndexOptions.DOCS_AND_FREQS : IndexOptions.DOCS);
    BandTerms.mark(type, bands);
    type.freeze();
    return type;
  }

  @Override
  public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
    return new Terms();
  }

  private final class Terms extends TokenStream {
    private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
    private final TermFrequencyAttribute frequency = addAttribute(TermFrequencyAttribute.class);
    private int next;

    @Override
    public void reset() {
      next = 0;
    }

    @Override
    public boolean incrementToken() {
      if (next == keys.length) {
        return false;
      }
      clearAttributes();
      BytesRef bytes = BandTerms.term(bands, next, keys[next]);
      term.setBytesRef(bytes);
      frequency.setTermFrequency(alone ? BandTerms.frequency(bands, keys[next]) : 1);
      next++;
      return true;
    }
  }
}
