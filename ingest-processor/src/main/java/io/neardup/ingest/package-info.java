// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Ingest processor {@code simhash}: text of a document in, fingerprint in a field of its own out;
 * with the options, the analyzer lookup and the limit that the REST endpoint {@code _simhash}
 * shares.
 */
package io.neardup.ingest;
