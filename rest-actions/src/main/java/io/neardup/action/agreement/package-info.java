// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Asks nodes for what a pipeline needs of each of them, analyzers and IDF dictionaries, before it
 * is stored: one text must become one fingerprint, whichever node makes it.
 */
package io.neardup.action.agreement;
