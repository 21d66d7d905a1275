// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Asks nodes for their IDF dictionaries before a pipeline that needs them is stored. */
package io.neardup.rest.idfcheck;
