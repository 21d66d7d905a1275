// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.minhash;

import io.neardup.ingest.features.SketchCounters;

/** Counts what the processors {@code minhash} made of documents. */
public final class MinHashCounters extends SketchCounters {}
