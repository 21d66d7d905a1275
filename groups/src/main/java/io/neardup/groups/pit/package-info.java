// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** The point in time that a job reads: its pages, and its documents by their numbers. */
package io.neardup.groups.pit;
