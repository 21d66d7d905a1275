// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** {@code POST /{index}/_simhash/_idf}: the idf of the terms of a field, as a dictionary. */
package io.neardup.action.idf;
