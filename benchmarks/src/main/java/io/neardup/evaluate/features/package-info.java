// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
/** Documents, their features, and the weights of features. */
package io.neardup.evaluate.features;
