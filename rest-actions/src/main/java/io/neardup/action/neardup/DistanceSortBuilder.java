// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.neardup;

import io.neardup.lucene.field.DistanceValues;
import io.neardup.lucene.minhash.JaccardDistance;
import io.neardup.lucene.minhash.JaccardDistanceValues;
import io.neardup.request.WireVersion;
import io.neardup.target.Target;
import io.neardup.target.Target.Fingerprints;
import io.neardup.target.Target.Signatures;
import io.neardup.target.TargetFieldType;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.search.FieldComparator;
import org.apache.lucene.search.LeafFieldComparator;
import org.apache.lucene.search.Pruning;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.comparators.LongComparator;
import org.opensearch.common.util.BigArrays;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.index.fielddata.IndexFieldData.XFieldComparatorSource;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.search.DocValueFormat;
import org.opensearch.search.MultiValueMode;
import org.opensearch.search.sort.BucketedSort;
import org.opensearch.search.sort.SortBuilder;
import org.opensearch.search.sort.SortFieldAndFormat;
import org.opensearch.search.sort.SortOrder;
import org.opensearch.search.sort.SortParser;

/**
 * Sorts by the distance to a target, nearest first, and so has each hit tell its distance: that of
 * Hamming, or of Jaccard ({@link JaccardDistance}). A score would not do: whatever restricts a
 * search, such as document-level security, may add to it.
 */
public final class DistanceSortBuilder extends SortBuilder<DistanceSortBuilder> {
  public static final String NAME = "near_dup_distance";

  /** Always throws: requests sort by the score of a {@code near_dup} query. */
  public static final SortParser<DistanceSortBuilder> PARSER =
      (parser, name) -> {
        throw new ParsingException(
            parser.getTokenLocation(),
            "[{}] is internal to [_near_dup]: sort by [_score], which is 1 - distance/64 of the"
                + " query [near_dup]",
            NAME);
      };

  private final String field;
  private final Target target;

  DistanceSortBuilder(String field, Target target) {
    this.field = field;
    this.target = target;
    this.order = SortOrder.ASC;
  }

  /** Mirrors {@link #writeTo}. */
  public DistanceSortBuilder(StreamInput in) throws IOException {
    this(versioned(in).readString(), Target.readFrom(in));
  }

  private static StreamInput versioned(StreamInput in) throws IOException {
    WireVersion.read(in);
    return in;
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(field);
    target.writeTo(out);
  }

  @Override
  protected SortFieldAndFormat build(QueryShardContext context) {
    MappedFieldType type = context.fieldMapper(field);
    // The field itself, even if the request has an alias of it.
    String name =
        type != null && type.unwrap() instanceof TargetFieldType ? type.unwrap().name() : field;
    return new SortFieldAndFormat(new SortField(name, new Distances(target)), DocValueFormat.RAW);
  }

  /** The distances of one index. */
  private static final class Distances extends XFieldComparatorSource {
    private final Target target;

    Distances(Target target) {
      super(null, MultiValueMode.MIN, null);
      this.target = target;
    }

    @Override
    public SortField.Type reducedType() {
      return SortField.Type.LONG;
    }

    @Override
    public FieldComparator<?> newComparator(
        String name, int hits, Pruning pruning, boolean reversed) {
      return new LongComparator(hits, name, Long.MAX_VALUE, reversed, Pruning.NONE) {
        @Override
        public LeafFieldComparator getLeafComparator(LeafReaderContext context) throws IOException {
          return new LongLeafComparator(context) {
            @Override
            protected NumericDocValues getNumericDocValues(LeafReaderContext leaf, String field)
                throws IOException {
              return distances(leaf.reader(), field);
            }
          };
        }
      };
    }

    private NumericDocValues distances(LeafReader reader, String field) throws IOException {
      return switch (target) {
        case Fingerprints fingerprints -> DistanceValues.of(reader, field, fingerprints.set());
        case Signatures signatures ->
            JaccardDistanceValues.of(reader, field, signatures.list().get(0));
      };
    }

    @Override
    public BucketedSort newBucketedSort(
        BigArrays bigArrays,
        SortOrder order,
        DocValueFormat format,
        int bucketSize,
        BucketedSort.ExtraData extra) {
      throw notInBuckets();
    }
  }

  private static UnsupportedOperationException notInBuckets() {
    return new UnsupportedOperationException("[" + NAME + "] sorts hits only");
  }

  @Override
  public BucketedSort buildBucketedSort(
      QueryShardContext context, int bucketSize, BucketedSort.ExtraData extra) {
    throw notInBuckets();
  }

  @Override
  public DistanceSortBuilder rewrite(QueryRewriteContext context) {
    return this;
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  /** For logs. */
  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.startObject().startObject(NAME).field("field", field).endObject().endObject();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DistanceSortBuilder that
        && field.equals(that.field)
        && target.equals(that.target);
  }

  @Override
  public int hashCode() {
    return Objects.hash(NAME, field, target);
  }
}
