// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** The field types {@code simhash} and {@code minhash}. */
package io.neardup.mapper;
