// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Resolves a document, or its id, to its fingerprint, on the coordinating node, before the query or
 * an endpoint searches.
 */
package io.neardup.action.resolve;
