// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** JMH benchmarks; {@code ./mvnw -Pbenchmarks -Dbenchmark=<regex>} runs them. */
package io.neardup.benchmarks;
