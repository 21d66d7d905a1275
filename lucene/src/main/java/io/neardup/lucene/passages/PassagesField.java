// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.passages;

import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.fingerprint.passages.Winnowing;
import java.util.Arrays;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.BytesTermAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.util.BytesRef;

/**
 * The hashes of a document's texts, each a term at the position of its first token; and the number
 * of all its tokens, as the doc value of the same name.
 */
public final class PassagesField extends Field {
  private static final FieldType TYPE = new FieldType();
  private static final int BYTES = Winnowing.BITS / Byte.SIZE;

  static {
    TYPE.setTokenized(false);
    TYPE.setOmitNorms(true);
    TYPE.setIndexOptions(IndexOptions.DOCS_AND_FREQS_AND_POSITIONS);
    TYPE.freeze();
  }

  private final NumericDocValuesField tokens;
  private final PassageLength length;
  private long[] hashes = new long[8];
  private int[] positions = new int[8];
  private int count;

  /** Of no text yet. */
  public PassagesField(String name, PassageLength length) {
    super(name, TYPE);
    this.tokens = new NumericDocValuesField(name, 0);
    this.length = length;
  }

  /** The doc value that goes with it. */
  public Field tokens() {
    return tokens;
  }

  /** One more text of the document. */
  public void add(Analyzer analyzer, String text) {
    int base = tokens.numericValue().intValue();
    Winnowing winnowing =
        new Winnowing(length, (hash, position, window) -> keep(hash, base + position));
    PassageTokens.read(analyzer, text, (hash, start, end) -> winnowing.add(hash));
    tokens.setLongValue((long) base + winnowing.end());
  }

  private void keep(long hash, int position) {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * count);
      positions = Arrays.copyOf(positions, 2 * count);
    }
    hashes[count] = hash;
    positions[count] = position;
    count++;
  }

  /** A hash as it is indexed. */
  static BytesRef term(long hash) {
    BytesRef term = new BytesRef(new byte[BYTES]);
    write(hash, term.bytes);
    return term;
  }

  private static void write(long hash, byte[] bytes) {
    for (int i = 0; i < BYTES; i++) {
      bytes[i] = (byte) (hash >>> (Byte.SIZE * (BYTES - 1 - i)));
    }
  }

  @Override
  public TokenStream tokenStream(Analyzer analyzer, TokenStream reuse) {
    Terms terms = reuse instanceof Terms known ? known : new Terms();
    terms.field = this;
    return terms;
  }

  /** The terms of one field after the other, since attributes take long to make. */
  private static final class Terms extends TokenStream {
    private final BytesTermAttribute term = addAttribute(BytesTermAttribute.class);
    private final PositionIncrementAttribute increment =
        addAttribute(PositionIncrementAttribute.class);
    private final BytesRef bytes = new BytesRef(new byte[BYTES]);
    private PassagesField field;
    private int next;

    @Override
    public void reset() {
      next = 0;
    }

    @Override
    public boolean incrementToken() {
      if (next == field.count) {
        return false;
      }
      clearAttributes();
      write(field.hashes[next], bytes.bytes);
      term.setBytesRef(bytes);
      int before = next == 0 ? -1 : field.positions[next - 1];
      increment.setPositionIncrement(field.positions[next] - before);
      next++;
      return true;
    }
  }
}
