// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.request.WireVersion;
import io.neardup.target.TargetFieldType;
import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryParser;
import org.opensearch.index.query.QueryShardContext;

/** Documents whose content has one of some digests: how {@code _near_dup} obeys verdicts. */
public final class DigestsQueryBuilder extends AbstractQueryBuilder<DigestsQueryBuilder> {
  public static final String NAME = "near_dup_digests";

  /** Refuses: verdicts are named by the lists that have them. */
  public static final QueryParser<DigestsQueryBuilder> PARSER =
      parser -> {
        throw new ParsingException(
            parser.getTokenLocation(),
            "[{}] is internal to [_near_dup]: use [verdicts] there, or the query [near_dup]",
            NAME);
      };

  private final String field;
  private final long[] digests;

  /** Any of these digests in a field of type {@code simhash} or {@code minhash}. */
  public DigestsQueryBuilder(String field, long... digests) {
    this.field = field;
    this.digests = digests.clone();
    Arrays.sort(this.digests);
  }

  /** Mirrors {@link #doWriteTo}. */
  public DigestsQueryBuilder(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    field = in.readString();
    digests = in.readLongArray();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(field);
    out.writeLongArray(digests);
  }

  @Override
  protected Query doToQuery(QueryShardContext context) {
    MappedFieldType type = context.fieldMapper(field);
    return type != null && type.unwrap() instanceof TargetFieldType target
        ? target.digestsQuery(digests, context)
        : new MatchNoDocsQuery("no fingerprints");
  }

  /** For logs. */
  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).field("field", field).field("digests", digests.length).endObject();
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected boolean doEquals(DigestsQueryBuilder other) {
    return field.equals(other.field) && Arrays.equals(digests, other.digests);
  }

  @Override
  protected int doHashCode() {
    return 31 * field.hashCode() + Arrays.hashCode(digests);
  }
}
