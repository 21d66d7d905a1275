// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Parses processor configurations: parameters and field paths. */
package io.neardup.ingest.config;
