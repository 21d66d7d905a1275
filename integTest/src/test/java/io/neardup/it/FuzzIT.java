// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import io.neardup.server.Rest;
import io.neardup.server.ServerCluster;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * Thousands of mutated requests to every entry point of the plugin: endpoints, queries, mappings,
 * pipelines, documents and settings. None of them causes a server error (5xx) thrown in the plugin,
 * what is accepted, and each answer, is as in docs/openapi.yaml, and the node survives.
 * Reproducible by seed.
 */
public class FuzzIT {
  private static final long SEED = Long.getLong("near-dup.fuzz.seed", 1);
  private static final int REQUESTS = Integer.getInteger("near-dup.fuzz.requests", 1_000);

  /** Often enough that a state broken by one request does not affect all later ones. */
  private static final int FRESH = 250;

  /** The plugin's filters pass every request on, including those at which the server fails. */
  private static final Pattern PASSED_THROUGH =
      Pattern.compile("at io\\.neardup\\.[\\w.]+Filter\\.apply\\([^)]*\\)");

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int MAX_SHOWN = 10;
  private static final ObjectMapper JSON = new ObjectMapper();

  private static ServerCluster cluster;
  private static URI server;

  private final Map<Integer, Integer> statuses = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeClass
  public static void start() throws IOException {
    cluster = Clusters.start("fuzz", 1, Map.of("action.auto_create_index", "fuzz*"));
    server = cluster.http().get(0);
    Path dictionaries = Files.createDirectories(cluster.config(0).resolve("near-dup/idf"));
    Files.writeString(dictionaries.resolve("news.txt"), "one 1.5\nstory 2.5\n");
  }

  @AfterClass
  public static void stop() {
    cluster.close();
  }

  @After
  public void disconnect() {
    client.close();
  }

  @Test
  public void noBadRequestIsAnErrorOfTheServer() throws Exception {
    List<FuzzRequest> good = FuzzRequest.all("fuzz-requests.txt");
    Random random = new Random(SEED);
    for (int i = 0; i < REQUESTS; i++) {
      if (i % FRESH == 0) {
        freshen();
      }
      FuzzRequest request = good.get(random.nextInt(good.size()));
      judge(new Mutator(SEED * 1_000_003 + i).mutate(request), i);
    }
    report();
    assertTrue(faults.size() + " faults:\n" + String.join("\n\n", faults), faults.isEmpty());
  }

  /** Otherwise bad requests might be rejected for other reasons than their mutations. */
  @Test
  public void theRequestsThatAreMutatedAreGood() throws Exception {
    freshen();
    List<String> refused = new ArrayList<>();
    for (FuzzRequest good : FuzzRequest.all("fuzz-requests.txt")) {
      HttpResponse<String> answer = send(good);
      if (answer.statusCode() >= 300) {
        refused.add(good + "\n" + answer.statusCode() + ": " + head(answer.body(), 300));
      }
    }
    assertTrue(String.join("\n\n", refused), refused.isEmpty());
  }

  /** Resets settings, pipelines and documents. */
  private void freshen() throws Exception {
    for (FuzzRequest step : FuzzRequest.all("fuzz-setup.txt")) {
      HttpResponse<String> answer = send(step);
      assertTrue(step + "\n" + answer.body(), answer.statusCode() < 300);
    }
  }

  private HttpResponse<String> send(FuzzRequest request) throws Exception {
    String traced =
        request.path() + (request.path().contains("?") ? "&" : "?") + "error_trace=true";
    HttpRequest.BodyPublisher body =
        request.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofString(request.body());
    return client.send(
        HttpRequest.newBuilder(server.resolve(traced))
            .header("Content-Type", "application/json")
            .timeout(PATIENCE)
            .method(request.method(), body)
            .build(),
        BodyHandlers.ofString());
  }

  private void judge(FuzzRequest request, int number) throws Exception {
    HttpResponse<String> answer;
    try {
      answer = send(request);
    } catch (IOException e) {
      // Later requests would tell nothing more.
      throw new AssertionError("no answer to request " + number + "\n" + shown(request), e);
    }
    statuses.merge(answer.statusCode(), 1, Integer::sum);
    if (isFault(answer)) {
      faults.add(
          "request "
              + number
              + " was answered "
              + answer.statusCode()
              + ": "
              + head(answer.body(), 3_000)
              + "\n"
              + shown(request));
    }
    for (String unlike : unlikeTheFile(request, answer)) {
      faults.add(
          "answer "
              + number
              + ": "
              + unlike
              + "\n"
              + head(answer.body(), 3_000)
              + "\n"
              + shown(request));
    }
  }

  /** What docs/openapi.yaml does not have so: of the answer, and of the request if accepted. */
  private static List<String> unlikeTheFile(FuzzRequest request, HttpResponse<String> answer)
      throws IOException {
    String type = answer.headers().firstValue("Content-Type").orElse("");
    if (type.contains("json") == false || OpenApiTraffic.isEndpoint(request.path()) == false) {
      return List.of();
    }
    // What is refused may be no JSON at all.
    FuzzRequest sent = answer.statusCode() < 300 ? request.plain() : request;
    return OpenApiTraffic.faults(
        sent.method(),
        sent.path(),
        sent.body(),
        new Rest.Answer(answer.statusCode(), JSON.readTree(answer.body())));
  }

  /** Whether the request failed with an exception that was thrown in the plugin. */
  private static boolean isFault(HttpResponse<String> answer) throws IOException {
    String body = answer.body();
    JsonNode json = body.startsWith("{") ? JSON.readTree(body) : NullNode.instance;
    return (answer.statusCode() >= 500 || says500(json))
        && json.findValuesAsText("stack_trace").stream().anyMatch(FuzzIT::isOurs);
  }

  private static boolean isOurs(String trace) {
    String first = trace.substring(Math.max(0, trace.lastIndexOf("Caused by: ")));
    return PASSED_THROUGH.matcher(first).replaceAll("").contains("io.neardup");
  }

  /** Whether an item of a bulk, a document of a simulation or a question failed with a 500. */
  private static boolean says500(JsonNode node) {
    if (node.path("status").isInt() && node.path("status").asInt() >= 500) {
      return true;
    }
    for (JsonNode child : node) {
      if (says500(child)) {
        return true;
      }
    }
    return false;
  }

  private static String shown(FuzzRequest request) {
    return head(request.toString(), 2_000);
  }

  private static String head(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length) + "…";
  }

  private void report() {
    PrintStream out =
        new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
    out.println(
        "fuzz: seed "
            + SEED
            + ", "
            + REQUESTS
            + " requests, answered with "
            + statuses
            + "; again by -Dnear_dup.fuzz.seed="
            + SEED
            + " -Dnear_dup.fuzz.requests="
            + REQUESTS);
    faults.stream().limit(MAX_SHOWN).forEach(out::println);
  }
}
