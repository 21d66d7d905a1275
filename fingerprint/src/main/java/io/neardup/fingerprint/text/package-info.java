// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * How similar two texts are, measured on the texts themselves: Jaccard similarity and containment
 * of their features, and edit similarity of their tokens or characters. Pure functions of bounded
 * memory, for confirming candidates that fingerprints and signatures have found.
 */
package io.neardup.fingerprint.text;
