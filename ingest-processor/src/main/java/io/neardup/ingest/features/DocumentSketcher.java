// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import java.util.Objects;

/**
 * What one processor makes of documents, by the fields that it reads. Two are equal if they make
 * the same of every document.
 */
record DocumentSketcher(DocumentText text, FeatureSketcher sketcher) {

  FeatureReader reader() {
    return sketcher.reader();
  }

  boolean weighted() {
    return sketcher.weighted();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DocumentSketcher that
        && text.equals(that.text)
        && sketcher.options().equals(that.sketcher.options());
  }

  @Override
  public int hashCode() {
    return Objects.hash(text, sketcher.options());
  }
}
