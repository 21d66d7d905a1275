// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.simhash;

import io.neardup.action.texts.EachText;
import io.neardup.action.texts.FeatureOverlap;
import io.neardup.action.texts.TransportTextsAction;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.text.FeatureSets;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.simhash.FingerprintOptions;
import io.neardup.ingest.simhash.SimHashProcessor;
import io.neardup.ingest.simhash.TextFingerprinter;
import io.neardup.request.RequestTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.common.inject.Inject;
import org.opensearch.transport.TransportService;

/** Fingerprints texts. */
public final class TransportSimHashAction
    extends TransportTextsAction<SimHashRequest, FingerprintOptions, SimHashResponse> {
  /** Estimated size of a fingerprint and the margins of its bits. */
  private static final long BYTES_PER_TEXT = 4096;

  /** Estimated size of one of the heaviest features. */
  private static final long BYTES_PER_ENTRY = 256;

  @Inject
  public TransportSimHashAction(
      TransportService transportService, ActionFilters actionFilters, Node node) {
    super(SimHashAction.NAME, SimHashProcessor.TYPE, transportService, actionFilters, node);
  }

  @Override
  protected boolean needsDictionary(FingerprintOptions options) {
    return options.idfReference() != null || options.without() != null;
  }

  @Override
  protected SimHashResponse make(
      SimHashRequest request,
      FingerprintOptions options,
      RequestTask task,
      IdfDictionaries.Lease left,
      MemoryAccount answers) {
    TextFingerprinter fingerprinter =
        TextFingerprinter.create(
            new ConfigReader(null, null, Map.of()),
            node().analysisRegistry(),
            left::get,
            node().ingestLimits(),
            options);
    List<String> texts = request.texts().texts();
    boolean compared = texts.size() == 2;
    List<FeatureSets> sets = new ArrayList<>();
    List<SimHashResult> results =
        new EachText(
                texts,
                fingerprinter.reader(),
                node().ingestLimits(),
                task,
                "fingerprint",
                fingerprinter.options().minFeatures())
            .make(
                features -> {
                  answers.take(bytes(features, request.detail(), compared));
                  if (compared) {
                    sets.add(FeatureSets.of(features));
                  }
                  return result(features, request.detail());
                });
    return new SimHashResponse(
        fingerprinter.options().algorithm().label(),
        fingerprinter.idf(),
        results,
        compared ? compare(results, sets, request.detail()) : null);
  }

  private static SimHashResult result(TextFeatures features, Detail detail) {
    return SimHashResult.of(features.report(detail.heaviest()), features.count(), detail);
  }

  /** The approximate size of what the response keeps of a text. */
  private static long bytes(TextFeatures features, Detail detail, boolean compared) {
    long entries = Math.min(detail.heaviest(), features.count());
    long numbers = compared ? 2L * Long.BYTES * features.count() : 0;
    return BYTES_PER_TEXT + BYTES_PER_ENTRY * entries + numbers;
  }

  private static TextComparison compare(
      List<SimHashResult> results, List<FeatureSets> sets, Detail detail) {
    return new TextComparison(
        results.get(0).fingerprint(),
        results.get(1).fingerprint(),
        FeatureOverlap.of(sets.get(0), sets.get(1)),
        detail.maxDistance());
  }
}
