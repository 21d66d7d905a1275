// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.lucene.minhash;

import io.neardup.fingerprint.minhash.JaccardEstimate;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.fingerprint.minhash.OtherNumbers;
import io.neardup.lucene.search.PartScorer;
import java.io.IOException;
import java.util.Locale;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.search.Explanation;
import org.apache.lucene.util.BytesRef;

/** Says of one document why it is similar enough and was found, or why not. */
final class MinHashExplainer {
  private final MinHashQuery query;
  private final BandProbes probes;
  private final float boost;

  MinHashExplainer(MinHashQuery query, BandProbes probes, float boost) {
    this.query = query;
    this.probes = probes;
    this.boost = boost;
  }

  Explanation explain(LeafReader reader, int doc) throws IOException {
    BinaryDocValues signatures = SignatureDocValues.of(reader, query.field());
    if (signatures == null || signatures.advanceExact(doc) == false) {
      return Explanation.noMatch("the document has no signature in [" + query.field() + "]");
    }
    BytesRef bytes = signatures.binaryValue();
    MinHashSignature signature = MinHashSignature.of(bytes.bytes, bytes.offset, bytes.length);
    // By features alone, so that it shows whether nothing but numbers keeps the two apart.
    JaccardEstimate estimate = query.signature().under(NumbersRule.IGNORE).jaccard(signature);
    if (query.signature().numbersDiffer(signature)) {
      return Explanation.noMatch(
          describe(query.signature().otherNumbers(signature), query.signature().rule()),
          Explanation.match(estimate.jaccard(), describe(estimate)));
    }
    Explanation measured = Explanation.match(estimate.jaccard(), describe(estimate));
    if (estimate.jaccard() < query.similarity()) {
      return Explanation.noMatch("the similarity is less than " + query.similarity(), measured);
    }
    if (probes.lookUp(reader) == false) {
      return found(estimate, measured, "found by comparing all signatures");
    }
    return new TailCheck(reader, query).passes(doc)
        ? lookedUp(probes.firstShared(signature), estimate, measured)
        : Explanation.noMatch(
            "similar enough, but the last 16 values say otherwise, which happens to one document in"
                + " 100,000; recall 1 finds all",
            measured);
  }

  private Explanation lookedUp(int band, JaccardEstimate estimate, Explanation measured) {
    if (band < 0) {
      return Explanation.noMatch(
          String.format(
              Locale.ROOT,
              "similar enough, but none of the first %d of %d bands is shared: a lookup finds such"
                  + " documents with probability %.4f; recall 1 finds all",
              probes.size(),
              query.bands().count(),
              query.givenRecall()),
          measured);
    }
    return found(estimate, measured, "found by band " + band);
  }

  private Explanation found(JaccardEstimate estimate, Explanation measured, String how) {
    return Explanation.match(
        PartScorer.score(boost, estimate.jaccard()),
        query + ", computed as boost * similarity from:",
        Explanation.match(boost, "boost"),
        measured,
        Explanation.match(1, how));
  }

  private static String describe(OtherNumbers numbers, NumbersRule rule) {
    return String.format(
        Locale.ROOT,
        "not similar by [numbers] [%s], whatever else they share: the document has %d that what is"
            + " searched for lacks, and lacks %d of its numbers",
        rule,
        numbers.theirs(),
        numbers.ours());
  }

  private static String describe(JaccardEstimate estimate) {
    return estimate.exact()
        ? "Jaccard similarity of all features"
        : String.format(
            Locale.ROOT,
            "Jaccard similarity, estimated with a standard deviation of %.4f",
            estimate.deviation());
  }
}
