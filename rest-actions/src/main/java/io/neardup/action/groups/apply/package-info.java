// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/**
 * What a job of {@code _near_dup/groups} does to the documents themselves, once their groups are
 * known.
 */
package io.neardup.action.groups.apply;
