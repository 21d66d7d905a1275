// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.evaluate;

import io.neardup.evaluate.features.AnalyzedTexts;
import io.neardup.evaluate.features.Document;
import io.neardup.evaluate.features.FeatureSet;
import io.neardup.evaluate.features.Units;
import io.neardup.evaluate.features.Weights;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.MinHasher;
import io.neardup.fingerprint.minhash.SignatureComparer;
import io.neardup.fingerprint.text.FeatureSets;
import io.neardup.fingerprint.text.Levenshtein;
import io.neardup.fingerprint.text.TokenEdits;
import java.util.List;

/**
 * What confirms candidates, by the features of one set. Features and signatures are made when they
 * are first needed, and kept.
 */
final class TextMeasures {
  /** Edits beyond are not counted: that much takes longest, and is no near-duplicate. */
  private static final double LEAST_EDIT_SIMILARITY = 0.3;

  private final List<Document> documents;
  private final AnalyzedTexts texts;
  private final FeatureSet set;
  private List<FeatureSets> features;
  private List<MinHashSignature> signatures;

  TextMeasures(List<Document> documents, AnalyzedTexts texts, FeatureSet set) {
    this.documents = documents;
    this.texts = texts;
    this.set = set;
  }

  FeatureSet set() {
    return set;
  }

  /** Signatures as the processor makes them; null for a document without features. */
  List<MinHashSignature> signatures() {
    if (signatures == null) {
      signatures =
          texts.map(
              set,
              Weights.NONE,
              text -> {
                MinHasher hasher = new MinHasher();
                hasher.addAll(text);
                return hasher.signature();
              });
    }
    return signatures;
  }

  /** How this measure compares documents. */
  Confirmation by(Measure measure) {
    return switch (measure) {
      case JACCARD -> byFeatures(FeatureSets::jaccard);
      case CONTAINMENT -> byFeatures(FeatureSets::containment);
      case SIGNATURE -> bySignature();
      case EDIT -> byEdit();
      case LEVENSHTEIN -> byCharacters();
    };
  }

  private interface Comparison {
    double of(FeatureSets left, FeatureSets right);
  }

  private Confirmation byFeatures(Comparison comparison) {
    if (features == null) {
      features = texts.map(set, Weights.NONE, FeatureSets::of);
    }
    return left -> right -> comparison.of(features.get(left), features.get(right));
  }

  private Confirmation bySignature() {
    byte[][] bytes =
        signatures().stream()
            .map(signature -> signature == null ? new byte[0] : signature.toBytes())
            .toArray(byte[][]::new);
    return left -> {
      if (bytes[left].length == 0) {
        return right -> 0;
      }
      SignatureComparer comparer = new SignatureComparer(signatures.get(left));
      return right ->
          bytes[right].length == 0
              ? 0
              : comparer.compare(bytes[right], 0, bytes[right].length).jaccard();
    };
  }

  private Confirmation byEdit() {
    long[][] tokens = texts.units(set).stream().map(Units::hashes).toArray(long[][]::new);
    return left ->
        right ->
            TokenEdits.similarity(tokens[left], tokens[right], LEAST_EDIT_SIMILARITY, () -> {});
  }

  private Confirmation byCharacters() {
    for (Document document : documents) {
      int characters = document.text().codePointCount(0, document.text().length());
      if (characters > Levenshtein.MAX_CHARACTERS) {
        throw new IllegalArgumentException(
            "[confirm] levenshtein compares texts of at most ["
                + Levenshtein.MAX_CHARACTERS
                + "] characters, got ["
                + characters
                + "] in ["
                + document.id()
                + "]; use edit");
      }
    }
    return left ->
        right -> Levenshtein.similarity(documents.get(left).text(), documents.get(right).text());
  }
}
