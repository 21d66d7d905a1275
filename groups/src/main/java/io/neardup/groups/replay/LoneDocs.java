// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.replay;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.groups.job.Work;
import io.neardup.groups.page.FingerprintPage;
import io.neardup.groups.pit.Columns;
import io.neardup.groups.pit.Columns.Part;
import io.neardup.groups.pit.DocCursor;
import io.neardup.groups.pit.PageReader;
import io.neardup.groups.pit.PointInTime;
import io.neardup.groups.pit.RankedDocs;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The documents to group that a table leaves out, because they are near no other one: a few pages
 * at a time, in the order of their shards, so that it does not matter how many there are.
 */
public final class LoneDocs {
  private final Work work;
  private final PointInTime pointInTime;
  private final DocumentTable table;
  private final MemoryAccount memory;

  /**
   * @param others that are in the table
   * @param memory takes what is read, as long as it is held
   */
  public LoneDocs(Work work, PointInTimeDocs<DocumentTable> others, MemoryAccount memory) {
    this.work = work;
    this.pointInTime = others.pointInTime();
    this.table = others.rows();
    this.memory = memory;
  }

  /** Passes all of them on; none if the table leaves nothing out. */
  public void forEachPage(Consumer<RankedDocs> step) {
    if (table.isPart()) {
      new PageReader(
              pointInTime,
              DocCursor.all(pointInTime.shardIds()),
              Columns.prints(Part.GROUPED, null),
              work.node().pageSize(pointInTime.shards(), DocumentTable.pageBytes(0, false, false)))
          .read(pages -> take(pages, step));
    }
  }

  private boolean take(List<FingerprintPage> pages, Consumer<RankedDocs> step) {
    work.task().checkCancelled();
    List<FingerprintPage> lone =
        pages.stream()
            .map(page -> page.only(fingerprint -> table.covers(fingerprint) == false))
            .filter(page -> page.size() > 0)
            .toList();
    int size = lone.stream().mapToInt(FingerprintPage::size).sum();
    try (MemoryAccount held = memory.part()) {
      DocumentTable some = new DocumentTable(size, 0, false, false, held);
      lone.forEach(some::add);
      step.accept(new Docs(new PointInTimeDocs<>(pointInTime, some)));
    }
    return true;
  }

  private record Docs(PointInTimeDocs<DocumentTable> docs) implements CanonicalDocs {
    @Override
    public int size() {
      return docs.rows().size();
    }

    @Override
    public Supplier<Map<Integer, Doc>> read(int[] rows, String... fields) {
      return docs.read(rows, fields);
    }
  }
}
