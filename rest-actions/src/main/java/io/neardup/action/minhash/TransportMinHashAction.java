// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.minhash;

import io.neardup.action.texts.EachText;
import io.neardup.action.texts.FeatureOverlap;
import io.neardup.action.texts.TransportTextsAction;
import io.neardup.fingerprint.features.TextFeatures;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.text.FeatureSets;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.ingest.minhash.MinHashOptions;
import io.neardup.ingest.minhash.MinHashProcessor;
import io.neardup.ingest.minhash.TextSigner;
import io.neardup.request.RequestTask;
import java.util.List;
import java.util.Map;
import org.opensearch.action.support.ActionFilters;
import org.opensearch.common.Nullable;
import org.opensearch.common.inject.Inject;
import org.opensearch.transport.TransportService;

/** Signs texts. */
public final class TransportMinHashAction
    extends TransportTextsAction<MinHashRequest, MinHashOptions, MinHashResponse> {
  /** A signature, and the keys of its bands. */
  private static final long BYTES_PER_TEXT = 16_384;

  /** A feature that is shown. */
  private static final long BYTES_PER_FEATURE = 256;

  @Inject
  public TransportMinHashAction(
      TransportService transportService, ActionFilters actionFilters, Node node) {
    super(MinHashAction.NAME, MinHashProcessor.TYPE, transportService, actionFilters, node);
  }

  /** A text that is done; one of two keeps what the comparison needs. */
  private static final class Signed {
    private final MinHashResult result;
    @Nullable private FeatureSets set;

    /** None for features without an analyzer. */
    @Nullable private long[] tokens;

    private Signed(MinHashResult result) {
      this.result = result;
    }
  }

  @Override
  protected boolean needsDictionary(MinHashOptions options) {
    return options.without() != null;
  }

  @Override
  protected MinHashResponse make(
      MinHashRequest request,
      MinHashOptions options,
      RequestTask task,
      IdfDictionaries.Lease left,
      MemoryAccount answers) {
    TextSigner signer =
        TextSigner.create(
            new ConfigReader(null, null, Map.of()),
            node().analysisRegistry(),
            left::get,
            node().ingestLimits(),
            options);
    List<String> texts = request.texts().texts();
    boolean compared = texts.size() == 2;
    List<Signed> signed =
        new EachText(
                texts,
                signer.reader(),
                node().ingestLimits(),
                task,
                "signature",
                signer.options().minFeatures())
            .make(features -> sign(features, signer, request.detail(), compared, answers));
    return new MinHashResponse(
        request.detail().bands(),
        signed.stream().map(one -> one.result).toList(),
        compared
            ? compare(
                texts.stream().map(text -> signer.reader().read(text, answers)).toList(),
                signed,
                request.detail(),
                task,
                answers)
            : null);
  }

  private static Signed sign(
      TextFeatures features,
      TextSigner signer,
      MinHashDetail detail,
      boolean compared,
      MemoryAccount answers) {
    long shown = Math.min(detail.showFeatures(), features.count());
    answers.take(BYTES_PER_TEXT + BYTES_PER_FEATURE * shown);
    long numbers = 2L * Long.BYTES * features.count();
    if (compared) {
      answers.take(2 * numbers);
    } else {
      features.memory().take(numbers);
    }
    FeatureSets set = FeatureSets.of(features);
    Signed signed =
        new Signed(MinHashResult.of(features, set.size(), signer.signature(features), detail));
    if (compared) {
      signed.set = set;
      signed.tokens = features.kind().usesAnalyzer() ? features.unitHashes() : null;
    }
    return signed;
  }

  private static SignatureComparison compare(
      List<String> texts,
      List<Signed> signed,
      MinHashDetail detail,
      RequestTask task,
      MemoryAccount answers) {
    Signed left = signed.get(0);
    Signed right = signed.get(1);
    return new SignatureComparison(
        FeatureOverlap.of(left.set, right.set),
        left.set.containment(right.set),
        EditSimilarity.of(
            texts.get(0), texts.get(1), left.tokens, right.tokens, task::checkCancelled),
        SignatureLookup.of(left.result.signature(), right.result.signature(), detail),
        left.result.signature().hasNumbers()
            ? NumberDifference.of(texts.get(0), texts.get(1), answers)
            : null);
  }
}
