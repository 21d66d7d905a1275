// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Searches for quoted passages, and what their field costs. */
package io.neardup.benchmarks.server.passages;
