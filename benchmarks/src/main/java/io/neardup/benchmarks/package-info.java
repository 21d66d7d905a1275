// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * JMH benchmarks, which {@code ./mvnw -Pbenchmarks -Dbenchmark=<regex>} runs; and the command that
 * compares on the real server.
 */
package io.neardup.benchmarks;
