// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * The processor {@code minhash}: the text of a document in, its signature in a field of its own
 * out.
 */
package io.neardup.ingest.minhash;
