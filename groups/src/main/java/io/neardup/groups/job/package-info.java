// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** A job as its node sees it: its task and status, settings, memory, and pace. */
package io.neardup.groups.job;
