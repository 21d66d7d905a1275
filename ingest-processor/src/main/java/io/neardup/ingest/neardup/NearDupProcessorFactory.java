// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.neardup;

import io.neardup.ingest.claim.NearDupIngestCounters;
import io.neardup.ingest.domain.NearDupOptions;
import io.neardup.ingest.minhash.MinHashProcessor;
import java.util.HashMap;
import java.util.Map;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.ingest.IngestService;
import org.opensearch.ingest.Processor;

/**
 * Creates {@link NearDupProcessor}s from their configuration; every error in it is an HTTP 400.
 * {@link TargetBatch} rejects errors that depend on an index or a document.
 */
public final class NearDupProcessorFactory implements Processor.Factory {
  private final NearDupIngest ingest;
  private final ThreadContext threadContext;
  private final IngestService ingestService;
  private final NearDupIngestCounters counters;
  private final MinHashProcessor.Factory signers;

  /**
   * @param ingest the node's service
   * @param parameters of the node
   * @param counters shared by all processors of the node
   * @param signers make what signs texts
   */
  public NearDupProcessorFactory(
      NearDupIngest ingest,
      Processor.Parameters parameters,
      NearDupIngestCounters counters,
      MinHashProcessor.Factory signers) {
    this.ingest = ingest;
    this.threadContext = parameters.threadContext;
    this.ingestService = parameters.ingestService;
    this.counters = counters;
    this.signers = signers;
  }

  @Override
  public NearDupProcessor create(
      Map<String, Processor.Factory> processorFactories,
      String tag,
      String description,
      Map<String, Object> config) {
    NearDupOptions options = NearDupOptions.read(NearDupOptions.TYPE, tag, config);
    NearDupOptions.refuseTheRest(NearDupOptions.TYPE, tag, config);
    Map<String, Object> signing = options.signer();
    MinHashProcessor signer =
        signing == null
            ? null
            : signers.create(NearDupOptions.TYPE, tag, description, new HashMap<>(signing));
    return new NearDupProcessor(
        tag, description, options, signer, ingest, threadContext, ingestService, counters);
  }
}
