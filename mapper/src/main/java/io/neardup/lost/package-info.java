// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** In how many documents of an index the terms of texts are. */
package io.neardup.lost;
