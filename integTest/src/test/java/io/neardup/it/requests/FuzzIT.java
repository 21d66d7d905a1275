// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.requests;

import static org.junit.Assert.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import io.neardup.it.Clusters;
import io.neardup.it.faults.NothingHeld;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.After;
import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

/**
 * Thousands of mutated requests to every entry point of the plugin: endpoints, queries, mappings,
 * pipelines, documents and settings. None of them causes a server error (5xx) thrown in the plugin,
 * what is accepted, and each answer, is as in docs/openapi.yaml, and the node survives, with
 * writers beside; afterwards nothing is held. Reproducible by seed.
 */
public class FuzzIT {
  private static final long SEED = Long.getLong("near-dup.fuzz.seed", 1);
  private static final int REQUESTS = Integer.getInteger("near-dup.fuzz.requests", 300);

  /** For how long, whatever the number of requests; 0 for that number. */
  private static final long MINUTES = Long.getLong("near-dup.fuzz.minutes", 0);

  /** Often enough that a state broken by one request does not affect all later ones. */
  private static final int FRESH = 250;

  /** The plugin's filters pass every request on, including those at which the server fails. */
  private static final Pattern PASSED_THROUGH =
      Pattern.compile(
          "at io\\.neardup\\.[\\w.$]+(?:Filter\\.(?:lambda\\$)?apply|Listeners)[\\w$.]*\\([^)]*\\)");

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** The server's own answer, before any endpoint is asked. */
  private static final int UNKNOWN_TYPE = 406;

  private static final int TOO_MANY_REQUESTS = 429;

  /** The server takes comments in JSON, and answers a source as it was sent. */
  private static final Pattern COMMENT = Pattern.compile("/[/*]");

  /** Of an index that another request has just created. */
  private static final String NOT_STARTED = "shards unavailable)";

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final PrintStream OUT =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

  private static ServerCluster cluster;
  private static URI server;

  private final Map<Integer, Integer> statuses = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

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
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES);
    int sent = 0;
    try (FuzzWriters writers = FuzzWriters.start(server);
        Rest rest = Rest.to(cluster.http())) {
      while (MINUTES == 0 ? sent < REQUESTS : System.nanoTime() < end) {
        if (sent % FRESH == 0) {
          freshen();
        }
        FuzzRequest request = good.get(random.nextInt(good.size()));
        judge(request, new Mutator(SEED * 1_000_003 + sent), sent);
        sent++;
      }
      freshen();
      writers.stop().forEach(this::fault);
      NothingHeld.await(rest);
    }
    report(sent);
    assertTrue(faults.size() + " faults:\n" + String.join("\n\n", faults), faults.isEmpty());
  }

  /** Otherwise bad requests might be rejected for other reasons than their mutations. */
  @Test
  public void theRequestsThatAreMutatedAreGood() throws Exception {
    freshen();
    List<String> refused = new ArrayList<>();
    for (FuzzRequest good : FuzzRequest.all("fuzz-requests.txt")) {
      HttpResponse<String> answer = send(good);
      if (answer.statusCode() >= 300 && isRefusedHere(good, answer) == false) {
        refused.add(good + "\n" + answer.statusCode() + ": " + head(answer.body(), 300));
      }
    }
    assertTrue(String.join("\n\n", refused), refused.isEmpty());
  }

  /** No job is cut short here, so there is none to resume, and none that ended stays. */
  private static boolean isRefusedHere(FuzzRequest good, HttpResponse<String> answer) {
    return (good.path().endsWith("_resume") || good.path().endsWith("_apply"))
        && answer.body().contains("[dest]");
  }

  /** Resets settings, pipelines and documents. */
  private void freshen() throws Exception {
    for (FuzzRequest step : FuzzRequest.all("fuzz-setup.txt")) {
      HttpResponse<String> answer = send(step);
      long end = System.nanoTime() + PATIENCE.toNanos();
      // Garbage that is not collected yet counts towards the heap that a request may not exceed.
      while (answer.statusCode() == TOO_MANY_REQUESTS && System.nanoTime() < end) {
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
        answer = send(step);
      }
      assertTrue(step + "\n" + answer.body(), answer.statusCode() < 300);
    }
  }

  private HttpResponse<String> send(FuzzRequest request) throws Exception {
    byte[] body = request.body() == null ? null : request.body().getBytes(StandardCharsets.UTF_8);
    return send(request, body, "application/json");
  }

  private HttpResponse<String> send(FuzzRequest request, byte[] body, String type)
      throws Exception {
    String traced =
        request.path() + (request.path().contains("?") ? "&" : "?") + "error_trace=true";
    return client.send(
        HttpRequest.newBuilder(server.resolve(traced))
            .header("Content-Type", type)
            .header("Accept", "application/json")
            .timeout(PATIENCE)
            .method(
                request.method(),
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
            .build(),
        BodyHandlers.ofString());
  }

  private void judge(FuzzRequest good, Mutator mutator, int number) throws Exception {
    FuzzRequest request = mutator.mutate(good);
    byte[] body = request.body() == null ? null : mutator.bytes(request);
    String type = mutator.contentType();
    HttpResponse<String> answer;
    try {
      answer = send(request, body, type);
    } catch (IOException e) {
      if (type.equals(Mutator.NO_TYPE)) {
        // If other things are wrong as well, the server closes the connection.
        return;
      }
      // Later requests would tell nothing more.
      throw new AssertionError("no answer to request " + number + "\n" + shown(request), e);
    }
    statuses.merge(answer.statusCode(), 1, Integer::sum);
    try {
      read(answer.body());
    } catch (JsonProcessingException e) {
      // OpenSearch stores malformed UTF-8 in a source, and returns it.
      if (answer.body().indexOf('\uFFFD') < 0) {
        fault("answer " + number + " is no JSON: " + answer.body() + "\n" + shown(request));
      }
      return;
    }
    if (isFault(request, answer)) {
      fault(
          "request "
              + number
              + " as "
              + type
              + " was answered "
              + answer.statusCode()
              + ": "
              + head(answer.body(), 3_000)
              + "\n"
              + shown(request));
    }
    for (String unlike : unlikeTheFile(request, answer)) {
      fault(
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
    if (type.contains("json") == false
        || answer.statusCode() == UNKNOWN_TYPE
        || read(answer.body()).isNull()
        || OpenApiTraffic.isEndpoint(request.path()) == false) {
      return List.of();
    }
    // What is refused may be no JSON at all.
    FuzzRequest sent = answer.statusCode() < 300 ? request.plain() : request;
    return OpenApiTraffic.faults(
        sent.method(),
        sent.path(),
        sent.body(),
        new Rest.Answer(answer.statusCode(), read(answer.body())));
  }

  /** Nothing for what is no object, or is none because of a comment. */
  private static JsonNode read(String body) throws JsonProcessingException {
    try {
      return body.startsWith("{") ? JSON.readTree(body) : NullNode.instance;
    } catch (JsonProcessingException e) {
      if (COMMENT.matcher(body).find()) {
        return NullNode.instance;
      }
      throw e;
    }
  }

  /**
   * Whether one of the plugin's endpoints failed, or another request with an exception that was
   * thrown in the plugin.
   */
  private boolean isFault(FuzzRequest request, HttpResponse<String> answer) throws Exception {
    JsonNode json = read(answer.body());
    if (answer.statusCode() < 500 && says500(json) == false) {
      return false;
    }
    if (OpenApiTraffic.isEndpoint(request.path())) {
      return answer.body().contains(NOT_STARTED) == false && failsInSearches(request) == false;
    }
    return json.findValuesAsText("stack_trace").stream().anyMatch(FuzzIT::isOurs);
  }

  /** Whether the server itself fails at a query within the request. */
  private boolean failsInSearches(FuzzRequest request) throws Exception {
    for (JsonNode query : request.plain().queries()) {
      String search = JSON.createObjectNode().set("query", query).toString();
      if (send(new FuzzRequest("POST", "/fuzz/_search", search)).statusCode() >= 500) {
        return true;
      }
    }
    return false;
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

  /** Printed at once, because a run may take an hour. */
  private void fault(String fault) {
    faults.add(fault);
    OUT.println("fuzz: fault " + faults.size() + ": " + fault);
  }

  private void report(int sent) {
    OUT.println(
        "fuzz: seed "
            + SEED
            + ", "
            + sent
            + " requests, answered with "
            + statuses
            + ", "
            + faults.size()
            + " faults; again by -Dnear_dup.fuzz.seed="
            + SEED
            + " -Dnear_dup.fuzz.requests="
            + sent);
  }
}
