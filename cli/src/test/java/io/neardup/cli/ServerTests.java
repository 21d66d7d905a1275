// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assert.fail;
import static org.junit.Assume.assumeFalse;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.neardup.cli.io.Fault;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** The commands that ask a server, against one that answers what is prepared. */
public class ServerTests {
  private static final String PASSWORD = "changeit";
  private static final String MAPPING =
      "{\"news\": {\"mappings\": {\"properties\": {\"print\": {\"type\": \"minhash\"}}}}}";
  private static final String RUNNING =
      "{\"completed\": false, \"task\": {\"status\": {\"phase\": \"read\", \"documents\": 9}}}";

  @Rule public TemporaryFolder folder = new TemporaryFolder();

  @Rule public final PreparedServer server = new PreparedServer();

  private String url;

  @Before
  public void start() {
    url = "--url=" + server.url();
  }

  private static void assertFault(int code, String reason, Run run) {
    assertEquals(run.err(), code, run.code());
    assertTrue(run.err(), run.err().contains(reason));
  }

  @Test
  public void noServerIsSaid() {
    server.stop();
    assertFault(Fault.SERVER, "no server answers at", Run.of("groups", url, "news"));
    assertFault(Fault.USAGE, "must be http:// or", Run.of("groups", "--url=localhost", "news"));
    assertFault(Fault.USAGE, "and a host", Run.of("groups", "--url=http:///", "news"));
    assertFault(Fault.USAGE, "got [http://a b]", Run.of("groups", "--url=http://a b", "news"));
  }

  @Test
  public void aServerWithoutThePluginIsNamed() {
    server.on("GET /news/_mapping", MAPPING);
    server.on("POST /news/_near_dup/groups", "{\"error\": \"no handler found for uri [/news]\"}");
    server.on("GET /", "{\"version\": {\"distribution\": \"opensearch\", \"number\": \"2.11.0\"}}");
    assertFault(
        Fault.SERVER, "is opensearch 2.11.0 without the plugin", Run.of("groups", url, "news"));
  }

  @Test
  public void anIndexWithoutFieldsIsNamed() {
    server.on("GET /plain/_mapping", "{\"plain\": {\"mappings\": {}}}");
    assertFault(
        Fault.USAGE, "has no field of type simhash or minhash", Run.of("groups", url, "plain"));
  }

  @Test
  public void aWrongPasswordIsSaid() throws Exception {
    server.refuseWith(401);
    assertFault(Fault.SERVER, "wants a user; give --user", Run.of("export", url, "d"));
    Process process = start(Map.of("NEAR_DUP_PASSWORD", "wrong"), "export", url, "--user=ann", "d");
    String err = read(process.getErrorStream());
    assertEquals(err, Fault.SERVER, process.waitFor());
    assertTrue(err, err.contains("does not accept user [ann] with this password"));
  }

  @Test
  public void aJobIsFollowedToItsAnswer() {
    server.on("GET /news/_mapping", MAPPING);
    server.on("POST /news/_near_dup/groups", "{\"task\": \"n:1\"}");
    server.on(
        "GET /_tasks/n:1",
        RUNNING,
        "{\"completed\": true, \"response\": {\"documents\": 9000, \"groups\": 2, \"largest\":"
            + " [{\"of\": {\"id\": \"a\"}, \"size\": 4}, {\"of\": {\"id\": \"b\"}, \"size\": 2}]}}");
    Run run = Run.of("groups", url + "/", "--order=clicks:desc", "--dest=found", "news");
    assertEquals(run.err(), 0, run.code());
    assertEquals(
        List.of(
            "documents           9,000",
            "groups                  2",
            "####################        4 a",
            "##########                  2 b"),
        run.lines());
    assertTrue(run.out(), run.lines().stream().allMatch(line -> line.length() < 40));
    assertTrue(
        server.asked().toString(),
        server
            .asked()
            .contains(
                "POST /news/_near_dup/groups {\"field\":\"print\",\"similarity\":0.5,"
                    + "\"keep\":[{\"clicks\":\"desc\"}],\"dest\":\"found\"}"));
  }

  @Test
  public void aJobThatFailsIsSaid() {
    server.on("POST /_near_dup/groups/_apply", "{\"task\": \"n:1\"}");
    server.on(
        "GET /_tasks/n:1", "{\"completed\": true, \"error\": {\"reason\": \"[dest] is no dest\"}}");
    assertFault(
        Fault.REFUSED,
        "the run failed: [dest] is no dest",
        Run.of("apply", url, "--action=tag", "d"));
  }

  @Test
  public void aJobIsFollowedThoughTheServerIsBusy() throws Exception {
    server.on("POST /_near_dup/groups/_apply", "{\"task\": \"n:1\"}");
    server.on(
        "GET /_tasks/n:1",
        "{\"error\": \"busy\"}",
        RUNNING,
        "{\"error\": \"busy\"}",
        "{\"completed\": true, \"response\": {\"deleted\": 1}}");
    server.refuseWith(429);
    assertFault(0, "", Run.of("apply", url, "--action=delete", "d"));
    server.on("GET /_tasks/n:1", "{\"error\": \"no task\"}");
    server.refuseWith(404);
    Process process = start(Map.of(), "apply", url, "--action=delete", "d");
    String err = read(process.getErrorStream());
    assertEquals(err, Fault.REFUSED, process.waitFor());
    assertTrue(err, err.contains("the run may go on as task [n:1]: no task"));
    assertFalse(server.asked().toString(), server.asked().toString().contains("_cancel"));
  }

  @Test
  public void whatMayBeLostIsSaid() {
    server.on("POST /_near_dup/groups/_apply", "{\"task\": \"n:1\"}");
    server.on("GET /_tasks/n:1", "{\"completed\": true, \"response\": {\"deleted\": 1}}");
    Run.of("apply", url, "--action=delete", "--text=title,body", "d");
    Run.of("apply", url, "--action=delete", "--any-loss", "d");
    assertTrue(
        server.asked().toString(),
        server
            .asked()
            .toString()
            .contains("\"verify\":{\"text\":{\"fields\":[\"title\",\"body\"]}}"));
    assertTrue(server.asked().toString(), server.asked().toString().contains("\"verify\":false"));
  }

  @Test
  public void anIndexThatIsNotOfTheCommandIsNamed() {
    server.on("GET /news/_mapping", MAPPING);
    assertFault(Fault.USAGE, "[news] has no records", Run.of("export", url, "news"));
    Run passages = Run.of("passages", url, "--field=print", "news");
    assertFault(Fault.USAGE, "[news] has no field of type passages", passages);
  }

  @Test
  public void whatTheServerWouldNameOtherwiseIsRefused() {
    server.on("GET /news/_mapping", MAPPING);
    Run field = Run.of("groups", url, "--field=body", "news");
    assertFault(Fault.USAGE, "[--field] must be one of [print], got [body]", field);
    Run order = Run.of("groups", url, "--order=clicks:up", "news");
    assertFault(Fault.USAGE, "[--order] must be of FIELD:asc or FIELD:desc", order);
    Run query = Run.of("groups", url, "--query={match", "news");
    assertFault(Fault.USAGE, "[--query] must be JSON, got [{match]", query);
    Run distance = Run.of("groups", url, "--max-distance=3", "news");
    assertFault(Fault.REFUSED, "", distance);
    assertTrue(
        server.asked().toString(),
        server
            .asked()
            .toString()
            .contains("{\"field\":\"print\",\"similarity\":0.5,\"max_distance\":3}"));
  }

  @Test
  public void aSurveyIsAHistogram() {
    server.on(
        "POST /news/_near_dup/survey",
        "{\"type\": \"minhash\", \"documents\": 9000, \"sampled\": 1000, \"levels\": ["
            + "{\"similarity\": 1.0, \"pairs\": 1, \"marked\": 1},"
            + "{\"similarity\": 0.95, \"pairs\": 32, \"marked\": 20}],"
            + " \"setting\": {\"similarity\": 0.95, \"reason\": \"few are close\"}}");
    assertEquals(
        List.of(
            "1,000 of 9,000 documents",
            "      marked   pairs",
            "1.0        1       1 #",
            "0.95      20      32 ################",
            "similarity 0.95: few are close"),
        Run.of("survey", url, "--size=1000", "news").lines());
    assertTrue(server.asked().contains("POST /news/_near_dup/survey {\"size\":1000}"));
  }

  @Test
  public void distancesAreLevelsToo() {
    server.on(
        "POST /news/_near_dup/survey",
        "{\"type\": \"simhash\", \"documents\": 9, \"sampled\": 9, \"levels\": ["
            + "{\"max_distance\": 3, \"pairs\": 1, \"marked\": 1}],"
            + " \"setting\": {\"max_distance\": 3, \"reason\": \"few are close\"}}");
    assertEquals(
        List.of(
            "9 of 9 documents",
            "      marked   pairs",
            "3          1       1 ################",
            "max_distance 3: few are close"),
        Run.of("survey", url, "news").lines());
  }

  @Test
  public void whatTextsSayIsNoMarkup() throws IOException {
    server.on(
        "POST /news/_near_dup/survey",
        "{\"type\": \"minhash\", \"levels\": [{\"similarity\": 0.5, \"pairs\": 1, \"marked\": 1,"
            + " \"examples\": [{\"first\": {\"_id\": \"<b>\", \"text\": \"<script>1</script>\","
            + " \"only_here\": [\"65.50\"]}, \"second\": {\"_id\": \"2\", \"text\": \"&amp;\"}}]}],"
            + " \"setting\": {\"similarity\": 0.5, \"reason\": \"x < y\"}}");
    Path file = folder.getRoot().toPath().resolve("survey.html");
    Run run = Run.of("survey", url, "--html=" + file, "--texts=title,content", "news");
    assertEquals(run.err(), 0, run.code());
    assertTrue(
        server.asked().toString(),
        server
            .asked()
            .contains("POST /news/_near_dup/survey {\"fields\":[\"title\",\"content\"]}"));
    String page = Files.readString(file);
    assertTrue(page, page.contains("<p>&lt;script&gt;1&lt;/script&gt;</p>"));
    assertTrue(page, page.contains("<b>&lt;b&gt;</b>"));
    assertTrue(page, page.contains("<p>&amp;amp;</p>"));
    assertTrue(page, page.contains("<mark>65.50</mark>"));
    assertFalse(page, page.contains("<script"));
  }

  @Test
  public void interruptingCancelsTheJob() throws Exception {
    assumeFalse("interrupts are ignored here", ignoresInterrupts());
    server.on("GET /news/_mapping", MAPPING);
    server.on("POST /news/_near_dup/groups", "{\"task\": \"n:1\"}");
    server.on("GET /_tasks/n:1", RUNNING);
    server.on("POST /_tasks/n:1/_cancel", "{}");
    Process process = start(Map.of(), "groups", url, "--dest=found", "news");
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (server.asked().contains("GET /_tasks/n:1 ") == false && System.nanoTime() < deadline) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    if (process.waitFor(1, TimeUnit.MINUTES) == false) {
      process.destroyForcibly();
      fail("the program goes on");
    }
    String err = read(process.getErrorStream());
    assertEquals(err, Fault.INTERRUPTED, process.waitFor());
    assertTrue(err, err.contains("[near-dup resume found] goes on with it"));
    assertTrue(server.asked().toString(), server.asked().contains("POST /_tasks/n:1/_cancel "));
  }

  /** A shell that runs tests in the background has whatever they start ignore interrupts. */
  private static boolean ignoresInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    return Files.exists(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .anyMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
  }

  @Test
  public void certificatesAreChecked() throws Exception {
    Path store = folder.getRoot().toPath().resolve("store.p12");
    Path certificate = folder.getRoot().toPath().resolve("server.pem");
    keytool(store, "-genkeypair", "-keyalg", "EC", "-dname", "CN=x", "-ext", "san=dns:localhost");
    keytool(store, "-exportcert", "-rfc", "-file", certificate.toString());
    HttpsServer secure =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    secure.setHttpsConfigurator(new HttpsConfigurator(context(store)));
    secure.createContext("/", server::answer);
    secure.start();
    try {
      server.records("{}", "");
      String there = "--url=https://localhost:" + secure.getAddress().getPort();
      Run unknown = Run.of("export", there, "d");
      assertFault(Fault.SERVER, "no trusted connection to", unknown);
      assertFault(0, "", Run.of("export", there, "--cacert=" + certificate, "d"));
      assertFault(0, "", Run.of("export", there, "--insecure", "d"));
      Path none = Files.writeString(folder.getRoot().toPath().resolve("none.pem"), "none");
      assertFault(
          Fault.USAGE,
          "[--cacert] has no certificate",
          Run.of("export", there, "--cacert=" + none, "d"));
    } finally {
      secure.stop(0);
    }
  }

  private static SSLContext context(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(factory.getKeyManagers(), null, null);
    return context;
  }

  private static void keytool(Path store, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(java("keytool")));
    command.addAll(List.of(arguments));
    command.addAll(List.of("-alias", "node", "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = read(keytool.getInputStream());
    assertEquals(output, 0, keytool.waitFor());
  }

  private static String java(String program) {
    return Path.of(System.getProperty("java.home"), "bin", program).toString();
  }

  /** The program in a JVM of its own, with these variables. */
  private static Process start(Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(java("java"), "-cp"));
    command.add(System.getProperty("java.class.path"));
    command.add(NearDup.class.getName());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static String read(InputStream in) throws IOException {
    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
  }
}
