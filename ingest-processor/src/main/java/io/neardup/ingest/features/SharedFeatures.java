// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.features;

import io.neardup.ingest.config.FieldPath;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.opensearch.common.Nullable;

/**
 * Has the processors {@code simhash} and {@code minhash} of a node analyze a text once where both
 * read the same fields and cut them into the same features: whichever comes first makes, while it
 * has the features, what the other one will want, which costs microseconds. A processor does not
 * see its pipeline, so this goes by what processors there are on the node. One object per node.
 */
public final class SharedFeatures {
  private final Map<Source, List<WeakReference<DocumentSketcher>>> sketchers =
      new ConcurrentHashMap<>();
  private final SketchMemo memo = new SketchMemo();

  /** Which features of which fields. */
  private record Source(List<FieldPath> paths, FeatureRecipe recipe) {
    static Source of(DocumentSketcher sketcher) {
      return new Source(sketcher.text().paths(), sketcher.reader().recipe());
    }
  }

  /** What was made ahead. */
  SketchMemo memo() {
    return memo;
  }

  /** Has others think of this one as long as it is in use. */
  void register(DocumentSketcher sketcher) {
    sketchers.values().removeIf(all -> all.stream().allMatch(one -> one.refersTo(null)));
    sketchers.compute(
        Source.of(sketcher),
        (source, before) -> {
          List<WeakReference<DocumentSketcher>> all = new ArrayList<>();
          all.add(new WeakReference<>(sketcher));
          if (before != null) {
            before.stream().filter(one -> one.refersTo(null) == false).forEach(all::add);
          }
          return List.copyOf(all);
        });
  }

  /**
   * The newest one of the other kind, weighted or not; null if there is none. Only one is served:
   * each that nobody waits for would be made in vain.
   */
  @Nullable DocumentSketcher companion(DocumentSketcher sketcher) {
    for (WeakReference<DocumentSketcher> one :
        sketchers.getOrDefault(Source.of(sketcher), List.of())) {
      DocumentSketcher other = one.get();
      if (other != null && other.weighted() != sketcher.weighted()) {
        return other;
      }
    }
    return null;
  }
}
