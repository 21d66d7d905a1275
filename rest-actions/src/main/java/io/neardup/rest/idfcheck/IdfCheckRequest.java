// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.rest.idfcheck;

import io.neardup.ingest.idf.IdfName;
import io.neardup.mapper.WireVersion;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.opensearch.action.support.nodes.BaseNodesRequest;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;

/** The dictionaries to look for, and the nodes to ask. */
public final class IdfCheckRequest extends BaseNodesRequest<IdfCheckRequest> {
  private final List<String> names;

  /**
   * @param nodes their ids
   */
  public IdfCheckRequest(Collection<IdfName> names, Collection<String> nodes) {
    super(nodes.toArray(String[]::new));
    this.names = names.stream().map(IdfName::toString).toList();
  }

  IdfCheckRequest(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    names = in.readStringList();
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    super.writeTo(out);
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeStringCollection(names);
  }

  List<String> names() {
    return names;
  }
}
