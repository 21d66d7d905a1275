// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** What all commands share: the server they talk to, and what they print. */
package io.neardup.cli.io;
