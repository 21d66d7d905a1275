// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.AssumptionViolatedException;

/** A headless Chromium, driven as the WebDriver standard says: JSON over HTTP. */
final class Browser implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger(Browser.class.getName());
  private static final String DRIVER = "chromedriver";
  private static final Pattern STARTED = Pattern.compile("started successfully on port (\\d+)");
  private static final long PATIENCE = TimeUnit.MINUTES.toNanos(2);
  private static final long POLLED = TimeUnit.MILLISECONDS.toNanos(50);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process driver;
  private URI session;

  private Browser(Process driver) {
    this.driver = driver;
  }

  /** One, or a test that is skipped where there is none. */
  static Browser open() throws IOException {
    boolean there =
        List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, DRIVER)));
    if (there == false) {
      String skipped = "Not run: the page in a browser, for lack of chromium and " + DRIVER;
      LOGGER.log(System.Logger.Level.WARNING, skipped);
      throw new AssumptionViolatedException(skipped);
    }
    Process driver = new ProcessBuilder(DRIVER, "--port=0").redirectErrorStream(true).start();
    Browser browser = new Browser(driver);
    try {
      browser.start();
    } catch (IOException | RuntimeException e) {
      driver.destroy();
      throw e;
    }
    return browser;
  }

  private void start() throws IOException {
    BufferedReader said = driver.inputReader();
    while (session == null) {
      String line = said.readLine();
      if (line == null) {
        throw new IOException(DRIVER + " ended");
      }
      Matcher started = STARTED.matcher(line);
      if (started.find()) {
        session = URI.create("http://127.0.0.1:" + started.group(1) + "/session");
      }
    }
    List<String> arguments = new ArrayList<>(List.of("--headless=new", "--window-size=1280,900"));
    arguments.add("--disable-dev-shm-usage");
    if ("root".equals(System.getProperty("user.name"))) {
      // Chromium's own sandbox refuses root.
      arguments.add("--no-sandbox");
    }
    Map<String, Object> wanted =
        Map.of(
            "browserName",
            "chrome",
            "goog:chromeOptions",
            Map.of("args", arguments),
            "goog:loggingPrefs",
            Map.of("browser", "ALL"));
    JsonNode created = send("", Map.of("capabilities", Map.of("alwaysMatch", wanted)));
    session = URI.create(session + "/" + created.path("sessionId").asText());
  }

  private JsonNode send(String path, Object body) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(session + path));
    if (body == null) {
      request.GET();
    } else {
      String json = JSON.writeValueAsString(body);
      request.POST(HttpRequest.BodyPublishers.ofString(json));
    }
    try {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new AssertionError(path + ": " + answer.body());
      }
      return JSON.readTree(answer.body()).path("value");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  void go(String address) throws IOException {
    send("/url", Map.of("url", address));
  }

  /** What a function with this body returns, or the promise that it returns is fulfilled with. */
  JsonNode run(String script) throws IOException {
    return send("/execute/sync", Map.of("script", script, "args", List.of()));
  }

  /** Presses a key, wherever the focus is. */
  void press(String key) throws IOException {
    Map<String, Object> keys =
        Map.of(
            "type",
            "key",
            "id",
            "keyboard",
            "actions",
            List.of(
                Map.of("type", "keyDown", "value", key), Map.of("type", "keyUp", "value", key)));
    send("/actions", Map.of("actions", List.of(keys)));
  }

  /** Waits until an expression is true. */
  void await(String expression) throws IOException {
    long deadline = System.nanoTime() + PATIENCE;
    while (run("return Boolean(" + expression + ")").asBoolean() == false) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("never: " + expression + "\n" + text());
      }
      LockSupport.parkNanos(POLLED);
    }
  }

  /** What a person reads. */
  String text() throws IOException {
    return run("return document.body.innerText").asText();
  }

  /** A command of the browser's own protocol. */
  void command(String name, Map<String, Object> parameters) throws IOException {
    send("/goog/cdp/execute", Map.of("cmd", name, "params", parameters));
  }

  /** What the console has got since it was asked last, as errors and refusals. */
  List<String> complaints() throws IOException {
    List<String> all = new ArrayList<>();
    send("/se/log", Map.of("type", "browser")).forEach(each -> all.add(each.toString()));
    return all;
  }

  void picture(Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(send("/screenshot", null).asText()));
  }

  @Override
  public void close() throws IOException {
    try {
      HttpRequest end = HttpRequest.newBuilder(session).DELETE().build();
      client.send(end, HttpResponse.BodyHandlers.discarding());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      driver.destroy();
    }
  }
}
