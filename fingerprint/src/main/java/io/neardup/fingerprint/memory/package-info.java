// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** Memory that a bound, such as a circuit breaker, is asked for before it is taken. */
package io.neardup.fingerprint.memory;
