// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * Text features in, 64-bit SimHash out: the format of a fingerprint, its features, and the distance
 * between two of them. Depends on the JDK and one hashing library; everything persisted is pinned
 * by {@code docs/fingerprint-format.md}.
 */
package io.neardup.fingerprint;
