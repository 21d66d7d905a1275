// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/**
 * The quickstart: a real server with the built plugin on localhost, a corpus of license texts in
 * it, and the groups of near-duplicates found there, printed as a table.
 */
package io.neardup.quickstart;
