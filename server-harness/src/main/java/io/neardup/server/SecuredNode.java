// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.server;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * One node with opensearch-security in addition to the plugin: its own users and roles, HTTP
 * without TLS on the loopback interface, and a fresh certificate from the JDK's own tool. Users are
 * added with the security plugin's REST API, as {@link #ADMIN}.
 */
public final class SecuredNode implements AutoCloseable {
  /** The user with all permissions. */
  public static final String ADMIN = "admin";

  /** The password of all test users, on the loopback interface only. */
  public static final String PASSWORD = "near-dup-Tests-7-only";

  /** The hash of {@link #PASSWORD}: bcrypt with the minimum number of rounds. */
  public static final String PASSWORD_HASH =
      "$2y$04$eoj/Go4pKAKyquvUF1U4a.w0/GMCvmY15gdoxsKgzYgHaULFfI3Oi";

  private static final String KEYSTORE = "node.p12";
  private static final String TRUSTSTORE = "trusted.p12";
  private static final String STORE_PASSWORD = "changeit";
  private static final String NODE_NAME = "CN=near-dup-test-node";
  private static final Duration READY_LIMIT = Duration.ofMinutes(5);
  private static final int OK = 200;

  private final ServerNode node;

  private SecuredNode(ServerNode node) {
    this.node = node;
  }

  /**
   * Starts a new node, and returns when the admin can log in.
   *
   * @param server with both plugins installed
   * @param security the zip of the security plugin
   * @param folder is emptied
   */
  public static SecuredNode start(Distribution server, Path security, Path folder)
      throws IOException {
    Folders.delete(folder);
    NodeConfig config = new NodeConfig(folder, settings(), NodeConfig.SHORT_LIVED);
    Path users = config.config().resolve("opensearch-security");
    SecurityPlugin.unpackConfig(security, users);
    Files.writeString(users.resolve("internal_users.yml"), admin());
    Files.writeString(users.resolve("roles_mapping.yml"), rolesOfAdmin());
    makeCertificate(config.config());
    SecuredNode secured = new SecuredNode(new ServerNode(server, config));
    try {
      secured.node.start();
      secured.awaitUsers();
      return secured;
    } catch (IOException | RuntimeException e) {
      secured.close();
      throw e;
    }
  }

  private static Map<String, Object> settings() {
    return Map.ofEntries(
        Map.entry("discovery.type", "single-node"),
        Map.entry("plugins.security.allow_default_init_securityindex", true),
        Map.entry("plugins.security.restapi.roles_enabled", List.of("all_access")),
        Map.entry("plugins.security.nodes_dn", List.of(NODE_NAME)),
        Map.entry("plugins.security.ssl.http.enabled", false),
        Map.entry("plugins.security.ssl.transport.enforce_hostname_verification", false),
        Map.entry("plugins.security.ssl.transport.keystore_type", "PKCS12"),
        Map.entry("plugins.security.ssl.transport.keystore_filepath", KEYSTORE),
        Map.entry("plugins.security.ssl.transport.keystore_password", STORE_PASSWORD),
        Map.entry("plugins.security.ssl.transport.truststore_type", "PKCS12"),
        Map.entry("plugins.security.ssl.transport.truststore_filepath", TRUSTSTORE),
        Map.entry("plugins.security.ssl.transport.truststore_password", STORE_PASSWORD));
  }

  /** JSON is YAML. */
  private static String admin() throws IOException {
    return new ObjectMapper()
        .writeValueAsString(
            Map.of(
                "_meta",
                Map.of("type", "internalusers", "config_version", 2),
                ADMIN,
                Map.of(
                    "hash",
                    PASSWORD_HASH,
                    "reserved",
                    true,
                    "backend_roles",
                    List.of("admin"),
                    "description",
                    "of tests")));
  }

  /** Only for the admin: the default mappings of the plugin give permissions to all users. */
  private static String rolesOfAdmin() throws IOException {
    return new ObjectMapper()
        .writeValueAsString(
            Map.of(
                "_meta",
                Map.of("type", "rolesmapping", "config_version", 2),
                "all_access",
                Map.of("backend_roles", List.of("admin"))));
  }

  /** Creates a self-signed certificate, the only trusted one. */
  private static void makeCertificate(Path folder) throws IOException {
    Path certificate = folder.resolve("node.cer");
    keytool(
        folder.resolve(KEYSTORE),
        List.of("-genkeypair", "-keyalg", "EC", "-dname", NODE_NAME, "-ext", "san=dns:localhost"));
    keytool(folder.resolve(KEYSTORE), List.of("-exportcert", "-file", certificate.toString()));
    keytool(
        folder.resolve(TRUSTSTORE),
        List.of("-importcert", "-noprompt", "-file", certificate.toString()));
  }

  private static void keytool(Path store, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(arguments);
    command.addAll(List.of("-alias", "node", "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", STORE_PASSWORD));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    keytool.getOutputStream().close();
    String output =
        new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    try {
      if (keytool.waitFor() != 0) {
        throw new IOException("keytool failed:\n" + output.indent(4));
      }
    } catch (InterruptedException e) {
      keytool.destroy();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while making a certificate", e);
    }
  }

  /**
   * Waits for the security plugin to write its users into an index; before that, all logins fail.
   */
  private void awaitUsers() throws IOException {
    Instant deadline = Instant.now().plus(READY_LIMIT);
    try (Rest rest = as(ADMIN)) {
      while (isReady(rest) == false) {
        if (Instant.now().isAfter(deadline)) {
          throw new IOException("security was not ready after " + READY_LIMIT.toSeconds() + " s");
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(250));
      }
    }
  }

  /** The client throws on a 503. */
  private static boolean isReady(Rest rest) {
    try {
      return rest.send("GET", "/_cluster/health?wait_for_status=yellow", null).status() == OK;
    } catch (IOException e) {
      return false;
    }
  }

  /** A client of this user. */
  public Rest as(String user) throws IOException {
    URI http = node.http();
    return Rest.to(List.of(http), user, PASSWORD);
  }

  @Override
  public void close() {
    node.close();
  }
}
