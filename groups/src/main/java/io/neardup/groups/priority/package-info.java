// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Searches of users before the work of jobs, wherever both want the same cores. */
package io.neardup.groups.priority;
