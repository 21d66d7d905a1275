// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import io.neardup.action.agreement.Need;
import io.neardup.ingest.features.AnalyzerProbe;
import io.neardup.ingest.pipeline.PipelineConfigs;
import java.io.IOException;
import java.util.List;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.analysis.AnalysisRegistry;

/**
 * A node's version of an analyzer that pipelines use.
 *
 * @param digest of the tokens of a probe text: equal on nodes with the same analyzer; null with an
 *     error
 * @param error why the node cannot use it; null with a digest
 */
record UsedAnalyzer(String name, @Nullable String digest, @Nullable String error)
    implements Writeable, ToXContentObject {

  UsedAnalyzer(StreamInput in) throws IOException {
    this(in.readString(), in.readOptionalString(), in.readOptionalString());
  }

  /** Those of all simhash and minhash processors, by their names. */
  static List<UsedAnalyzer> all(PipelineConfigs pipelines, AnalysisRegistry registry) {
    return pipelines.names().stream()
        .flatMap(id -> pipelines.steps(id).stream())
        .flatMap(step -> Need.analyzer(step).stream())
        .map(Need::name)
        .distinct()
        .sorted()
        .map(name -> probed(name, registry))
        .toList();
  }

  private static UsedAnalyzer probed(String name, AnalysisRegistry registry) {
    try {
      return new UsedAnalyzer(name, AnalyzerProbe.digest(registry, name), null);
    } catch (RuntimeException e) {
      return new UsedAnalyzer(name, null, e.getMessage());
    }
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(name);
    out.writeOptionalString(digest);
    out.writeOptionalString(error);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject().field("analyzer", name);
    if (digest == null) {
      builder.field("error", error);
    } else {
      builder.field("digest", digest);
    }
    return builder.endObject();
  }
}
