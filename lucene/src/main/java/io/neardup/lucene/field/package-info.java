// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** What a fingerprint is in the index: its doc value, its segment fields, and how both are read. */
package io.neardup.lucene.field;
