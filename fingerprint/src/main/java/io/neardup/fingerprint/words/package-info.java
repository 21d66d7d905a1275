// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** The words of texts in any script, in the format {@code near_dup_text_v1}. */
package io.neardup.fingerprint.words;
