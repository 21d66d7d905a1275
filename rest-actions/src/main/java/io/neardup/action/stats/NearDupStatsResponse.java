// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.stats;

import io.neardup.ingest.idf.IdfDictionaries;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.opensearch.action.FailedNodeException;
import org.opensearch.action.support.nodes.BaseNodeResponse;
import org.opensearch.action.support.nodes.BaseNodesResponse;
import org.opensearch.cluster.ClusterName;
import org.opensearch.cluster.node.DiscoveryNode;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.ToXContentObject;
import org.opensearch.core.xcontent.XContentBuilder;

/** The counters of every node that answered, their sums, and each node's dictionaries. */
public final class NearDupStatsResponse extends BaseNodesResponse<NearDupStatsResponse.NodeStats>
    implements ToXContentFragment {

  NearDupStatsResponse(
      ClusterName clusterName, List<NodeStats> nodes, List<FailedNodeException> failures) {
    super(clusterName, nodes, failures);
  }

  NearDupStatsResponse(StreamInput in) throws IOException {
    super(in);
  }

  /** The counters of one node. */
  public static final class NodeStats extends BaseNodeResponse {
    private final NearDupStats stats;
    private final List<Dictionary> dictionaries;
    private final List<UsedAnalyzer> analyzers;

    NodeStats(
        DiscoveryNode node,
        NearDupStats stats,
        List<Dictionary> dictionaries,
        List<UsedAnalyzer> analyzers) {
      super(node);
      this.stats = stats;
      this.dictionaries = List.copyOf(dictionaries);
      this.analyzers = List.copyOf(analyzers);
    }

    NodeStats(StreamInput in) throws IOException {
      super(in);
      WireVersion.read(in);
      stats = new NearDupStats(in);
      dictionaries = in.readList(Dictionary::new);
      analyzers = in.readList(UsedAnalyzer::new);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      super.writeTo(out);
      WireVersion.write(out, WireVersion.V_0_1_0);
      stats.writeTo(out);
      out.writeList(dictionaries);
      out.writeList(analyzers);
    }

    /** This node's counters. */
    public NearDupStats stats() {
      return stats;
    }

    /** The idf dictionaries in this node's memory. */
    List<Dictionary> dictionaries() {
      return dictionaries;
    }

    /** This node's versions of the analyzers that pipelines use. */
    List<UsedAnalyzer> analyzers() {
      return analyzers;
    }
  }

  /**
   * An idf dictionary in a node's memory.
   *
   * @param idf its name with the digest
   * @param bytes of memory
   */
  record Dictionary(String idf, int terms, long bytes) implements Writeable, ToXContentObject {
    Dictionary(IdfDictionaries.Named named) {
      this(named.name().toString(), named.dictionary().size(), named.dictionary().ramBytesUsed());
    }

    private Dictionary(StreamInput in) throws IOException {
      this(in.readString(), in.readVInt(), in.readVLong());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeString(idf);
      out.writeVInt(terms);
      out.writeVLong(bytes);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      return builder
          .startObject()
          .field("idf", idf)
          .field("terms", terms)
          .field("size_in_bytes", bytes)
          .endObject();
    }
  }

  /** The sums over all nodes that answered. */
  public NearDupStats total() {
    return getNodes().stream().map(NodeStats::stats).reduce(NearDupStats.NONE, NearDupStats::plus);
  }

  /** The names of analyzers that differ between the nodes that answered. */
  private List<String> differing() {
    Map<String, Set<String>> found = new TreeMap<>();
    for (NodeStats node : getNodes()) {
      for (UsedAnalyzer one : node.analyzers()) {
        found.computeIfAbsent(one.name(), name -> new HashSet<>()).add(one.digest());
      }
    }
    found.values().removeIf(digests -> digests.size() == 1);
    return List.copyOf(found.keySet());
  }

  @Override
  protected List<NodeStats> readNodesFrom(StreamInput in) throws IOException {
    WireVersion.read(in);
    return in.readList(NodeStats::new);
  }

  @Override
  protected void writeNodesTo(StreamOutput out, List<NodeStats> nodes) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeList(nodes);
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject("total");
    total().toXContent(builder, params);
    builder.endObject().field("analyzers_that_differ", differing()).startObject("nodes");
    for (NodeStats node : getNodes()) {
      builder.startObject(node.getNode().getId()).field("name", node.getNode().getName());
      node.stats().toXContent(builder, params);
      builder.field("idf_dictionaries", node.dictionaries());
      builder.field("analyzers", node.analyzers());
      builder.endObject();
    }
    return builder.endObject();
  }
}
