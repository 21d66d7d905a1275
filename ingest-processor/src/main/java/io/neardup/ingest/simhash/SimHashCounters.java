// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.ingest.features.SketchCounters;

/** Counts the work of the {@code simhash} processors. */
public final class SimHashCounters extends SketchCounters {}
