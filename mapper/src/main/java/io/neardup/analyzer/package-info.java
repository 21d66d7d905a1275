// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** The analyzer {@code near_dup}. */
package io.neardup.analyzer;
