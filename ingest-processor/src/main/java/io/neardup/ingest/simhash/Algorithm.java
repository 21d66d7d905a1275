// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.simhash;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.features.PythonSimHash;
import io.neardup.fingerprint.idf.Weights;
import io.neardup.ingest.config.BoostedField;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.features.Folding;
import java.util.List;

/**
 * The algorithms that turn a text into a fingerprint; a configuration has the versioned name in
 * lower case. Fingerprints of different algorithms cannot be compared.
 */
public enum Algorithm {
  /** Our own: any analyzer, features, weights and hash function. */
  SIMHASH64_V1(Fingerprint.ALGORITHM, Folding.NORMALIZED),
  /** The same fingerprints as the Python package simhash; without options. */
  PYTHON_SIMHASH_V1(PythonSimHash.ALGORITHM, Folding.PYTHON);

  private final String label;
  private final Folding folding;

  Algorithm(String label, Folding folding) {
    this.label = label;
    this.folding = folding;
  }

  /** The name that users write. */
  public String label() {
    return label;
  }

  /** What it does to the characters of a text. */
  public Folding folding() {
    return folding;
  }

  /** An algorithm that pins its weights has no boosts. */
  void refuseBoosts(ConfigReader reader, String key, List<BoostedField> fields) {
    for (BoostedField field : fields) {
      if (this != SIMHASH64_V1 && field.boost() != Weights.BOOST_ONE) {
        throw reader.error(
            key,
            "cannot have boosts with the algorithm ["
                + label
                + "], got one of ["
                + field.path().path()
                + "]; leave out the [^] and the number, or leave out [algorithm]");
      }
    }
  }
}
