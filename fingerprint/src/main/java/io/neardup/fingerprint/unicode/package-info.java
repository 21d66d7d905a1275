// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** Normalization of text, the same whatever the JDK: the characters of Unicode 15.0. */
package io.neardup.fingerprint.unicode;
