// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** What would be lost with a hit that is left out, by its text. */
package io.neardup.collapse.lost;
