// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/**
 * The objects of {@code dashboards/near-dup.ndjson} without Dashboards: parsed, linked, turned into
 * the searches that Dashboards sends for them, and drawn.
 */
package io.neardup.dashboards;
