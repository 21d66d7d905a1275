// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** The field type {@code simhash} and the query {@code near_dup}. */
package io.neardup.mapper;
