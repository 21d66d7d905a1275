// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * The processor {@code simhash}: writes the fingerprint of a document's text into a field. The REST
 * endpoint {@code _simhash} shares its options, analyzers and limits.
 */
package io.neardup.ingest.simhash;
