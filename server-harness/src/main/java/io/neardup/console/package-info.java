// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** What long work shows of itself. */
package io.neardup.console;
