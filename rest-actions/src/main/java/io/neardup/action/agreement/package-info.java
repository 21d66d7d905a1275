// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Checks before a pipeline is stored that all nodes have the same analyzers and IDF dictionaries,
 * so that a text gets the same fingerprint on every node.
 */
package io.neardup.action.agreement;
