// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** What a job does to the documents themselves, once their groups are known. */
package io.neardup.groups.apply;
