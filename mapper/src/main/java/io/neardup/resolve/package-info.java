// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * The question that turns ids and documents into fingerprints, which the query {@code near_dup} and
 * the endpoint {@code _near_dup} both ask.
 */
package io.neardup.resolve;
