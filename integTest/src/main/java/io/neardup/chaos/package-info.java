// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/**
 * Writers, troubles and a referee: real servers are killed, frozen, restarted and moved about while
 * many threads write through {@code near_dup}; afterwards everything that was sent is compared, by
 * brute force, with everything that is stored.
 */
package io.neardup.chaos;
