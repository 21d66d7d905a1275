// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hc.core5.http.HttpHost;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.opensearch._types.FieldValue;
import org.opensearch.client.opensearch._types.Refresh;
import org.opensearch.client.opensearch._types.query_dsl.Query;
import org.opensearch.client.opensearch.core.BulkRequest;
import org.opensearch.client.opensearch.core.search.Hit;
import org.opensearch.client.opensearch.generic.OpenSearchGenericClient.ClientOptions;
import org.opensearch.client.opensearch.generic.Requests;
import org.opensearch.client.opensearch.generic.Response;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;

/** The Java code that docs/clients.md shows, and ClientsIT runs. */
final class ClientExample {
  private final OpenSearchClient client;

  ClientExample(OpenSearchClient client) {
    this.client = client;
  }

  static OpenSearchClient connect(URI server) {
    return new OpenSearchClient(
        ApacheHttpClient5TransportBuilder.builder(HttpHost.create(server)).build());
  }

  /** A request that the client has no method for; an error is an exception. */
  JsonNode send(String method, String path, String json) throws IOException {
    var request = Requests.builder().method(method).endpoint(path).json(json).build();
    var generic = client.generic().withClientOptions(ClientOptions.throwOnHttpErrors());
    try (Response response = generic.execute(request)) {
      return new ObjectMapper().readTree(response.getBody().orElseThrow().bodyAsBytes());
    }
  }

  void create() throws IOException {
    send(
        "PUT",
        "/_ingest/pipeline/clips",
        """
        {"processors": [
          {"simhash": {"fields": ["text"], "target_field": "text_simhash"}},
          {"near_dup": {"field": "text_simhash", "max_distance": 7, "reveal": true}}]}
        """);
    client
        .indices()
        .create(index -> index.index("clips").settings(with -> with.defaultPipeline("clips")));
  }

  void write(Map<String, String> texts) throws IOException {
    var bulk = new BulkRequest.Builder().index("clips").refresh(Refresh.True);
    texts.forEach(
        (id, text) ->
            bulk.operations(one -> one.index(doc -> doc.id(id).document(Map.of("text", text)))));
    if (client.bulk(bulk.build()).errors()) {
      throw new IOException("a document was rejected");
    }
  }

  /** Any term query of the client. */
  private List<Hit<JsonNode>> find(String field, String value) throws IOException {
    var query = Query.of(of -> of.term(term -> term.field(field).value(FieldValue.of(value))));
    return client
        .search(search -> search.index("clips").query(query), JsonNode.class)
        .hits()
        .hits();
  }

  /** The ids of the duplicates, each with the document that it is a duplicate of. */
  Map<String, String> duplicates() throws IOException {
    return find("near_dup.status", "duplicate").stream()
        .collect(Collectors.toMap(Hit::id, hit -> hit.source().at("/near_dup/of/id").asText()));
  }

  /** The documents within a distance of a fingerprint. */
  List<String> within(String hash, int distance) throws IOException {
    return find("text_simhash", hash + "~" + distance).stream().map(Hit::id).sorted().toList();
  }

  /** The near-duplicates of a document, nearest first. */
  List<String> near(String id) throws IOException {
    JsonNode answer =
        send(
            "POST",
            "/clips/_near_dup",
            "{\"field\": \"text_simhash\", \"max_distance\": 7, \"id\": \"" + id + "\"}");
    return answer.at("/results/0/hits").findValuesAsText("_id");
  }
}
