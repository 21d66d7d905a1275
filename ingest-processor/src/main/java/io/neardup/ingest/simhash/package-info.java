// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * The processor {@code simhash}: the text of a document in, its fingerprint in a field of its own
 * out. Options, analyzers and limits are shared with the REST endpoint {@code _simhash}.
 */
package io.neardup.ingest.simhash;
