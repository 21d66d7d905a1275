// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * What {@code _simhash} and {@code _minhash} have in common: texts in a request, and their
 * features.
 */
package io.neardup.action.texts;
