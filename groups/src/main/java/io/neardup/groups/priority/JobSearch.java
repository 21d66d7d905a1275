// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.priority;

import io.neardup.request.InternalExt;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.plugins.SearchPlugin.SearchExtSpec;
import org.opensearch.search.SearchExtBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;

/** Marks a search of a job, which can wait, for the nodes that have the shards. */
public final class JobSearch extends SearchExtBuilder {
  public static final String NAME = "near_dup_job";

  private JobSearch() {}

  /** Mirrors {@link #writeTo}. */
  private JobSearch(StreamInput in) throws IOException {
    WireVersion.read(in);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
  }

  /** Marks a search. */
  public static void mark(SearchSourceBuilder source) {
    List<SearchExtBuilder> exts = new ArrayList<>(source.ext());
    exts.add(new JobSearch());
    source.ext(exts);
  }

  static boolean isMarked(SearchSourceBuilder source) {
    return source.ext().stream().anyMatch(JobSearch.class::isInstance);
  }

  /** How it travels; requests of users are refused. */
  public static SearchExtSpec<JobSearch> spec() {
    return InternalExt.spec(NAME, JobSearch::new);
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    return builder.field(NAME, true);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JobSearch;
  }

  @Override
  public int hashCode() {
    return NAME.hashCode();
  }
}
