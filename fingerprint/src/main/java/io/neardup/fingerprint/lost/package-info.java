// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.

/** What would be lost if of two similar texts only one was kept. */
package io.neardup.fingerprint.lost;
