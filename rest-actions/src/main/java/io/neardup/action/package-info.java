// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** What the actions of the plugin share. */
package io.neardup.action;
