// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Searches by similarity of signatures. */
package io.neardup.benchmarks.server.similar;
