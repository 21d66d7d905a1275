// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.groups.pit;

import io.neardup.groups.request.GroupsRequest;
import io.neardup.groups.request.Job;
import java.util.List;
import java.util.Map;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.common.Strings;
import org.opensearch.core.xcontent.MediaTypeRegistry;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.index.query.BaseQueryRewriteContext;
import org.opensearch.index.query.MoreLikeThisQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryCoordinatorContext;
import org.opensearch.index.query.Rewriteable;
import org.opensearch.transport.client.Client;

/**
 * The one moment that the queries of a job are of, which it asks again for each page: what they
 * look up in other documents, such as a list of terms, is looked up once, as the user.
 *
 * @param contents what queries within queries are read by
 */
public record Moment(Job job, NamedXContentRegistry contents) {
  /** Has the queries be of it. */
  public void fix() {
    job.request().replaceQueries(this::fixed);
  }

  private QueryBuilder fixed(String parameter, QueryBuilder query) {
    GroupsRequest request = job.request();
    Client client = job.client();
    QueryBuilder moment =
        new MomentQueryBuilder(parameter, query, request.now(), job.node().indexes());
    QueryBuilder fixed =
        job.task()
            .await(
                listener ->
                    Rewriteable.rewriteAndFetch(
                        moment,
                        new QueryCoordinatorContext(
                            new BaseQueryRewriteContext(
                                contents, job.node().registry(), client, request::now),
                            request.search()),
                        listener));
    if (likesDocuments(
        XContentHelper.convertToMap(
            MediaTypeRegistry.JSON.xContent(),
            Strings.toString(MediaTypeRegistry.JSON, fixed),
            false))) {
      throw new IllegalArgumentException(
          "["
              + parameter
              + "] must not have [more_like_this] of documents by [_id], which core reads anew in"
              + " each search of a run; put their texts into [like], or what they are into its"
              + " [doc]");
    }
    return fixed;
  }

  /** In the JSON of a query, since not all queries tell which ones they are made of. */
  private static boolean likesDocuments(Object json) {
    if (json instanceof List<?> list) {
      return list.stream().anyMatch(Moment::likesDocuments);
    }
    return json instanceof Map<?, ?> map
        && ((map.get(MoreLikeThisQueryBuilder.NAME) instanceof Map<?, ?> like
                && (areIds(like.get("like")) || areIds(like.get("unlike"))))
            || map.values().stream().anyMatch(Moment::likesDocuments));
  }

  private static boolean areIds(Object liked) {
    return liked instanceof List<?> items
        && items.stream().anyMatch(item -> item instanceof Map<?, ?> of && of.containsKey("_id"));
  }
}
