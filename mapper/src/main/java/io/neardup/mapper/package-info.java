// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** The field type {@code simhash}. */
package io.neardup.mapper;
