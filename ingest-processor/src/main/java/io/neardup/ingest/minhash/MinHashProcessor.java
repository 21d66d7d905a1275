// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.minhash;

import io.neardup.fingerprint.idf.Weights;
import io.neardup.ingest.config.BoostedField;
import io.neardup.ingest.config.ConfigReader;
import io.neardup.ingest.features.SketchNode;
import io.neardup.ingest.features.SketchProcessor;
import io.neardup.ingest.features.SketchedFields;
import java.util.Map;
import org.opensearch.ingest.Processor;

/**
 * Writes the MinHash signature of a document's text into a field:
 *
 * <pre>{@code
 * {"minhash": {"fields": ["title", "content"], "target_field": "content_minhash"}}
 * }</pre>
 */
public final class MinHashProcessor extends SketchProcessor {
  /** The name in pipelines. */
  public static final String TYPE = "minhash";

  private MinHashProcessor(
      String type,
      String tag,
      String description,
      SketchedFields fields,
      TextSigner signer,
      SketchNode node) {
    super(type, tag, description, fields, signer, node);
  }

  /** Makes processors from their configuration; every fault in it is an HTTP 400. */
  public record Factory(SketchNode node) implements Processor.Factory {
    @Override
    public MinHashProcessor create(
        Map<String, Processor.Factory> processorFactories,
        String tag,
        String description,
        Map<String, Object> config) {
      return create(TYPE, tag, description, config);
    }

    /**
     * A processor that is part of another one.
     *
     * @param type of that, for messages
     */
    public MinHashProcessor create(
        String type, String tag, String description, Map<String, Object> config) {
      ConfigReader reader = new ConfigReader(type, tag, config);
      SketchedFields fields = SketchedFields.read(reader);
      fields.fields().forEach(field -> refuseBoost(reader, field));
      MinHashOptions options = MinHashOptions.read(reader);
      SketchedFields.refuseTheRest(reader, MinHashOptions.PARAMETERS);
      TextSigner signer =
          TextSigner.create(
              reader, node.registry(), node.dictionaries()::get, node.limits(), options);
      return new MinHashProcessor(type, tag, description, fields, signer, node);
    }

    private static void refuseBoost(ConfigReader reader, BoostedField field) {
      if (field.boost() != Weights.BOOST_ONE) {
        throw reader.error(
            SketchedFields.FIELDS,
            "cannot have boosts, because in a MinHash signature each distinct feature counts once,"
                + " got one of ["
                + field.path().path()
                + "]; leave out the [^] and the number, or use simhash");
      }
    }
  }
}
