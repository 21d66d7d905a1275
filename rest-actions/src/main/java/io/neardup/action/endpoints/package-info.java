// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** What the server has to know of all endpoints. */
package io.neardup.action.endpoints;
