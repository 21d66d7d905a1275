// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Jobs of {@code _near_dup/groups}, and what else the server does beside them. */
package io.neardup.benchmarks.server.groups;
