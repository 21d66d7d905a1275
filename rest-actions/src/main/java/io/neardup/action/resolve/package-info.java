// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * From a document, or a document's id, to its fingerprint: what the query and the endpoints ask of
 * the coordinating node before they search.
 */
package io.neardup.action.resolve;
