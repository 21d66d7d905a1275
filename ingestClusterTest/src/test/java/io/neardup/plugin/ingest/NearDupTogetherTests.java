// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin.ingest;

import io.neardup.plugin.NodeTestCase;
import java.io.IOException;

/** Several near_dup that one pipeline leads to. */
public class NearDupTogetherTests extends NodeTestCase {
  private static final String APART =
      "[domain] must be another one than that of a near_dup before it with other parameters, got"
          + " the same, where %; give it a name of its own here, with [indices]";

  /** Compares addresses, with more parameters. */
  private static String url(String more) {
    return "{'near_dup':{'stages':[{'exact':'url'}]" + more + "}}";
  }

  private static void assertRefused(String reason, String... processors) throws IOException {
    String json = "{'processors':[" + String.join(",", processors) + "]}";
    assertRefused(400, reason, call("PUT", "_ingest/pipeline/p", json));
  }

  public void testEachDecisionHasItsField() throws IOException {
    pipeline("inner", url(""));
    for (String first : new String[] {url(""), "{'pipeline':{'name':'inner'}}"}) {
      for (String target : new String[] {"near_dup", "_source.near_dup", "near_dup.b", "url.dup"}) {
        String path = target.replace("_source.", "");
        assertRefused(
            "[target_field] must not overlap with ["
                + (path.startsWith("url") ? "url" : "near_dup")
                + "], which a near_dup before it compares or writes, got ["
                + path
                + "]; set it to another field, or give both an [if]",
            first,
            "{'near_dup':{'stages':[{'exact':'a'}],'target_field':'" + target + "'}}");
      }
    }
    pipeline("p", url(",'if':'ctx.a'"), url(",'if':'ctx.b'"));
  }

  /** The claims of the first are on their way when the second asks, in each bulk. */
  public void testEachComparisonHasItsDomain() throws IOException {
    String other = ",'target_field':'other'";
    assertRefused(
        APART.replace("%", "[target_field] was [near_dup] and is [other]"), url(""), url(other));
    pipeline("p", url(""), url(other + ",'domain':'d','indices':'news'"));
    assertRefused(
        APART.replace("%", "[scope] was [] and is [lang]"),
        url(",'if':'ctx.a'"),
        url(",'if':'ctx.b','scope':'lang'"));
  }

  public void testOnlyOneDiscards() throws IOException {
    String other = ",'target_field':'other','domain':'d','indices':'news'";
    String drop = ",'on_duplicate':'drop'";
    String replace = ",'on_duplicate':'replace','keep':[{'clicks':'desc'}]";
    String reason =
        "[on_duplicate] must not be [drop] or [replace] in two near_dup of one pipeline, since one"
            + " may delete what the other has dropped a document for, got [drop]; put the stages of"
            + " both into one near_dup, or give both an [if]";
    assertRefused(reason, url(replace), url(other + drop + ",'if':'ctx.b'"));
    assertRefused(reason, url(drop), url(other + drop));
    pipeline("p", url(drop), url(other));
    pipeline("p", url(drop + ",'if':'ctx.a'"), url(other + drop + ",'if':'ctx.b'"));
  }
}
