// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** {@code POST /_simhash}: returns the fingerprints of texts and explains them. */
package io.neardup.action.simhash;
