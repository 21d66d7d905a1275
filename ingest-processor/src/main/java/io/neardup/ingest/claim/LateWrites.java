// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.claim;

import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.search.CanonicalReader;
import io.neardup.ingest.search.PrimaryGet;
import io.neardup.request.Listeners;
import io.neardup.request.NodeWork;
import io.neardup.sequencer.DocRef;
import io.neardup.sequencer.InFlightClaim;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.opensearch.action.bulk.BulkItemResponse;
import org.opensearch.action.bulk.BulkRequest;
import org.opensearch.action.get.GetResponse;
import org.opensearch.action.update.UpdateRequest;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.rest.RestStatus;
import org.opensearch.transport.client.Client;

/**
 * Marks documents that were written after their home had given them up: a near-duplicate of them
 * may have become new as well. It marks only the version that was decided, by compare and set; a
 * later one has its own decision.
 */
record LateWrites(Client client, NodeWork work) {
  private static final Logger LOGGER = LogManager.getLogger(LateWrites.class);
  private static final int TRIES = 10;
  private static final TimeValue PAUSE = TimeValue.timeValueSeconds(1);

  /**
   * A claim whose document was written late.
   *
   * @param index it was written to
   */
  record Late(InFlightClaim claim, String index) {
    /** The document in that index. */
    DocRef ref() {
      DocRef claimed = claim.claim().ref();
      return new DocRef(index, claimed.id(), claimed.routing());
    }
  }

  /**
   * Retries for a while, as the node.
   *
   * @param done called when all are marked, or it gave up
   */
  void mark(DomainSpec spec, List<Late> claims, Runnable done) {
    if (claims.isEmpty()) {
      done.run();
    } else {
      mark(spec, claims, TRIES, done);
    }
  }

  private void mark(DomainSpec spec, List<Late> claims, int tries, Runnable done) {
    PrimaryGet get =
        new PrimaryGet().addAll(claims.stream().map(Late::ref).toList(), spec.field("seq"));
    get.read(
        client,
        Listeners.listener(
            found -> {
              BulkRequest marks = new BulkRequest();
              boolean all = true;
              for (int i = 0; i < claims.size(); i++) {
                GetResponse now = found.get(i);
                all &= now != null;
                if (now != null
                    && now.isExists()
                    && CanonicalReader.seq(now.getSourceAsMap(), spec)
                        == claims.get(i).claim.seq()) {
                  marks.add(mark(spec, claims.get(i), now));
                }
              }
              write(marks, all, done, () -> again(spec, claims, tries, done));
            },
            e -> again(spec, claims, tries, done)));
  }

  private static UpdateRequest mark(DomainSpec spec, Late late, GetResponse version) {
    return DecisionUpdate.merge(
        spec,
        late.ref(),
        version.getSeqNo(),
        version.getPrimaryTerm(),
        Map.of("checked", "index_only", "reason", "late"));
  }

  private void write(BulkRequest marks, boolean all, Runnable done, Runnable again) {
    if (marks.numberOfActions() == 0) {
      (all ? done : again).run();
      return;
    }
    client.bulk(
        marks,
        Listeners.listener(
            written -> {
              boolean marked = all;
              for (BulkItemResponse item : written) {
                marked &=
                    item.isFailed() == false
                        || item.getFailure().getStatus() == RestStatus.NOT_FOUND;
              }
              (marked ? done : again).run();
            },
            e -> again.run()));
  }

  /** Marks documents again if they are marked already; skips those rewritten meanwhile. */
  private void again(DomainSpec spec, List<Late> claims, int tries, Runnable done) {
    if (tries <= 1) {
      LOGGER.warn(
          "{} documents of [{}] were written late and could not be marked [index_only]",
          claims.size(),
          spec.key());
      done.run();
    } else {
      work.later(PAUSE, () -> mark(spec, claims, tries - 1, done));
    }
  }
}
