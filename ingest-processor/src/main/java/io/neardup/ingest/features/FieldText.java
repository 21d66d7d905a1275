// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

/**
 * One text of a document.
 *
 * @param text as in the document
 * @param boost of its field, from {@link io.neardup.fingerprint.idf.Weights#boost}
 */
record FieldText(String text, int boost) {}
