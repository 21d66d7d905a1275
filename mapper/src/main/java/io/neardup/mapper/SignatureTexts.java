// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.mapper;

import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.lucene.minhash.SignatureDocValues;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.util.BytesRef;
import org.opensearch.index.mapper.FieldValueFetcher;

/**
 * The signatures of a leaf in their written form: what derived source and doc value fields show.
 */
final class SignatureTexts extends FieldValueFetcher {
  private final String field;

  SignatureTexts(String field, String simpleName) {
    super(simpleName);
    this.field = field;
  }

  @Override
  public List<Object> fetch(LeafReader reader, int doc) throws IOException {
    BinaryDocValues signatures = SignatureDocValues.of(reader, field);
    return signatures != null && signatures.advanceExact(doc)
        ? List.of(text(signatures.binaryValue()))
        : List.of();
  }

  static String text(BytesRef signature) {
    return MinHashSignature.of(signature.bytes, signature.offset, signature.length).toString();
  }
}
