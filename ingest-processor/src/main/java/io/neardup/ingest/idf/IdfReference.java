// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.idf;

import io.neardup.fingerprint.idf.Idf;
import io.neardup.fingerprint.idf.IdfDictionary;
import io.neardup.ingest.config.ConfigReader;
import java.util.List;

/**
 * A dictionary as named in a configuration, before it is looked up. It represents the dictionary in
 * the options, so that options can be parsed and compared without any file; using it as weights
 * fails.
 *
 * @param name as configured
 * @param unknown the weight of terms that are not in the dictionary
 */
public record IdfReference(IdfName name, String unknown) implements Idf {
  public static final String IDF = "idf";
  public static final String IDF_DEFAULT = "idf_default";
  private static final String MEDIAN = "median";

  /** The reference for the weights {@code tf_idf}. */
  public static IdfReference read(ConfigReader reader) {
    IdfName name = IdfName.read(reader, IDF);
    if (name == null) {
      throw reader.error(
          IDF,
          "is required with the weights [tf_idf]: the name of a dictionary, a file on every node,"
              + " without [.txt]");
    }
    return new IdfReference(name, unknown(reader));
  }

  private static String unknown(ConfigReader reader) {
    Object value = reader.any(IDF_DEFAULT);
    String unknown = value == null ? MEDIAN : value.toString();
    if (IdfDictionary.isDefault(unknown)) {
      return unknown;
    }
    throw reader.error(
        IDF_DEFAULT,
        "must be [median], [mean] or a number greater than 0 and at most 255, got "
            + ConfigReader.shown(value)
            + "; leave it out for the default of [median]");
  }

  /** Rejects what has no meaning with other weights. */
  public static void refuse(ConfigReader reader) {
    for (String key : List.of(IDF, IDF_DEFAULT)) {
      reader.refuse(
          key,
          "is allowed only with the weights [tf_idf]",
          "; leave it out, or set [weights] to [tf_idf]");
    }
  }

  @Override
  public int idf(byte[] utf8, int offset, int length) {
    throw new IllegalStateException("[idf] dictionary [" + name + "] was never looked up");
  }
}
