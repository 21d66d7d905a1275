// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** {@code /{index}/_near_dup/boilerplate}: the passages that most documents share. */
package io.neardup.action.boilerplate;
