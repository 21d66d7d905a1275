// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.mapper.SimHashNodeTestCase;
import java.util.Collection;
import java.util.List;
import org.opensearch.plugins.Plugin;

/** Six documents at known distances, and a query for them. */
public abstract class NearDupSearchTestCase extends SimHashNodeTestCase {
  static final String NEAR = "{'near_dup':{'hash':{'hash':'00000000000000ff'}}}";

  @Override
  protected Collection<Class<? extends Plugin>> getPlugins() {
    return List.of(NearDupTestPlugin.class);
  }

  /** Document n differs from 00000000000000ff in n bits. */
  void indexSix() {
    createNews(
        "{'properties':{'hash':{'type':'simhash'},'lang':{'type':'keyword'},"
            + "'twin':{'type':'alias','path':'hash'}}}");
    index("0", "{'hash':'00000000000000ff','lang':'en'}");
    index("1", "{'hash':'00000000000000fe','lang':'de'}");
    index("2", "{'hash':'00000000000000fc','lang':'en'}");
    index("3", "{'hash':'80000000000000fc','lang':'de'}");
    index("4", "{'hash':'00000000000000f0','lang':'en'}");
    index("none", "{'lang':'en'}");
  }
}
