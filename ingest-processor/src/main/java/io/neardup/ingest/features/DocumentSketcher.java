// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import java.util.Objects;

/**
 * What one processor makes of documents, from the fields that it reads. Two are equal if they make
 * the same of every document. Its hash is computed once, since each document looks for it.
 */
final class DocumentSketcher {
  private final DocumentText text;
  private final FeatureSketcher sketcher;
  private final int hash;

  DocumentSketcher(DocumentText text, FeatureSketcher sketcher) {
    this.text = text;
    this.sketcher = sketcher;
    this.hash = Objects.hash(text, sketcher.options());
  }

  DocumentText text() {
    return text;
  }

  FeatureSketcher sketcher() {
    return sketcher;
  }

  FeatureReader reader() {
    return sketcher.reader();
  }

  boolean weighted() {
    return sketcher.weighted();
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof DocumentSketcher that
            && hash == that.hash
            && text.equals(that.text)
            && sketcher.options().equals(that.sketcher.options()));
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
