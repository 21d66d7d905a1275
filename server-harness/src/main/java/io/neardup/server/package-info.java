// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/**
 * Starts the real OpenSearch server with the packaged plugin, as processes on the loopback
 * interface, and makes sure to stop it: one node for the quickstart, one or three for the tests.
 */
package io.neardup.server;
