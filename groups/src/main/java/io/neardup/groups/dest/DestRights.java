// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.dest;

import io.neardup.groups.job.Work;
import io.neardup.groups.write.BoundIndexes;
import java.util.List;
import java.util.Map;
import org.opensearch.ExceptionsHelper;
import org.opensearch.OpenSearchStatusException;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.bulk.BulkResponse;
import org.opensearch.cluster.block.ClusterBlock;
import org.opensearch.cluster.block.ClusterBlockException;
import org.opensearch.cluster.block.ClusterBlockLevel;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.cluster.metadata.Metadata;
import org.opensearch.index.seqno.SequenceNumbers;
import org.opensearch.indices.IndexClosedException;

/**
 * Has a write to {@code dest} refused that cannot be done, so that the user is known to be allowed
 * to write if there is such an index.
 *
 * @param dest its name
 */
public record DestRights(Work work, String dest) {
  private static final String PROBE = "probe";

  /** Throws what a write of the user would. */
  public void require() {
    Metadata metadata = work.node().clusterService().state().metadata();
    if (metadata.getIndicesLookup().containsKey(dest) == false) {
      return;
    }
    IndexMetadata index = metadata.index(dest);
    BulkRequest bulk = new BulkRequest();
    bulk.add(
        RecordWriter.withoutPipelines(dest)
            .id(PROBE)
            // An index may require one, an alias have another one.
            .routing(index == null ? null : PROBE)
            // A field would be mapped before the write is refused.
            .source(Map.of())
            // No document has been written so often.
            .setIfSeqNo(Long.MAX_VALUE)
            .setIfPrimaryTerm(SequenceNumbers.UNASSIGNED_PRIMARY_TERM + 1));
    BoundIndexes bound =
        new BoundIndexes(index == null ? Map.of() : Map.of(dest, index.getIndexUUID()));
    BulkResponse probed =
        work.task().await(bound.bind(work, listener -> work.client().bulk(bulk, listener)));
    Exception failure = probed.getItems()[0].getFailure().getCause();
    if (failure instanceof ClusterBlockException block) {
      throw blocked(block);
    }
    if (failure instanceof IndexClosedException closed) {
      throw closed;
    }
    switch (ExceptionsHelper.status(failure)) {
      // What is refused because it would go elsewhere, through an alias, is not forbidden.
      case CONFLICT, GONE -> {}
      case BAD_REQUEST ->
          throw new IllegalArgumentException(
              "[dest] takes no records, got ["
                  + dest
                  + "]: "
                  + failure.getMessage()
                  + "; name another one",
              failure);
      default -> throw ExceptionsHelper.convertToRuntime(failure);
    }
    requireOpen();
  }

  /** What is written is mapped before, and read again. */
  void requireOpen() {
    for (ClusterBlockLevel level :
        List.of(
            ClusterBlockLevel.WRITE, ClusterBlockLevel.METADATA_WRITE, ClusterBlockLevel.READ)) {
      ClusterBlockException block =
          work.node().clusterService().state().blocks().indexBlockedException(level, dest);
      if (block != null) {
        throw blocked(block);
      }
    }
  }

  private OpenSearchStatusException blocked(ClusterBlockException block) {
    return new OpenSearchStatusException(
        "[dest] must be open to reads and writes, got [{}] with the blocks {}: take them off by"
            + " PUT {}/_settings, and in a template that has them, or name another one",
        block.status(),
        dest,
        block.blocks().stream().map(ClusterBlock::description).sorted().toList(),
        dest);
  }
}
