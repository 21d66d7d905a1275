// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** Weights of words: inverse document frequencies and the dictionaries that hold them. */
package io.neardup.fingerprint.idf;
