// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

/** What happens to the characters of a text before it is cut into features. */
public enum Folding {
  /** {@link io.neardup.fingerprint.unicode.Normalization}, the rest is the analyzer's. */
  NORMALIZED,
  /** What the Python package simhash does. */
  PYTHON
}
