// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Writes of jobs: each goes to the index that it was decided for, or nowhere. */
package io.neardup.groups.write;
