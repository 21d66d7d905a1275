// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * What the processors {@code simhash} and {@code minhash} have in common: from the text of a
 * document to its features, which both get from one analysis. Options, analyzers and limits are
 * shared with the REST endpoints.
 */
package io.neardup.ingest.features;
