// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * The IDF dictionaries of a node: files read once, kept under their name and the digest of their
 * content, shared by all processors.
 */
package io.neardup.ingest.idf;
