// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Side-by-side comparisons on the real server; {@code ./mvnw -Pserver-benchmarks} runs them. */
package io.neardup.benchmarks.server;
