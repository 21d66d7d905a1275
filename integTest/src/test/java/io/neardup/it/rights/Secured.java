// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.rights;

import io.neardup.it.Clusters;
import io.neardup.it.Json;
import io.neardup.server.Distribution;
import io.neardup.server.Rest;
import io.neardup.server.SecuredNode;
import io.neardup.server.SecurityPlugin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The node with opensearch-security that all tests share, started on first use and stopped when
 * this JVM ends, and the users of these tests. It has analysis-ik-lite, too.
 */
public final class Secured {
  private Secured() {}

  private static final class Shared {
    static final SecuredNode NODE = start();
  }

  private static SecuredNode start() {
    try {
      Path folder = Clusters.path("near-dup.security");
      Path zip = folder.resolve("opensearch-security-adapted.zip");
      SecurityPlugin.adapt(
          folder.resolve("opensearch-security.zip"),
          folder.resolve("commons-collections4.jar"),
          System.getProperty("near-dup.opensearch"),
          zip);
      Distribution server = Clusters.server("secured");
      server.install(Clusters.path("near-dup.zip"), Clusters.path("near-dup.ik-zip"), zip);
      return SecuredNode.start(server, zip, Clusters.path("near-dup.clusters").resolve("secured"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A client with all permissions. */
  public static Rest admin() throws IOException {
    return Shared.NODE.as(SecuredNode.ADMIN);
  }

  /** A client of a user created by {@link #user}. */
  static Rest as(String user) throws IOException {
    return Shared.NODE.as(user);
  }

  /** Creates a role from the security plugin's JSON, with single quotes. */
  static void role(String name, String json) throws IOException {
    try (Rest admin = admin()) {
      admin.put("/_plugins/_security/api/roles/" + name, Json.of(json));
    }
  }

  /**
   * Creates users, each with only the role of the same name, with two requests in total, since each
   * request makes the security plugin reload its configuration.
   *
   * @param roles by name, in the security plugin's JSON
   */
  static void users(Map<String, String> roles) throws IOException {
    Map<String, String> users = new LinkedHashMap<>();
    for (String name : roles.keySet()) {
      users.put(name, user(List.of(name)));
    }
    try (Rest admin = admin()) {
      admin.patch("/_plugins/_security/api/roles", additions(roles));
      admin.patch("/_plugins/_security/api/internalusers", additions(users));
    }
  }

  private static String additions(Map<String, String> values) {
    List<String> operations = new ArrayList<>();
    values.forEach(
        (name, value) ->
            operations.add(
                Json.of("{'op': 'add', 'path': $1, 'value': ", Json.quoted("/" + name))
                    + value
                    + "}"));
    return "[" + String.join(",", operations) + "]";
  }

  private static String user(List<String> roles) {
    return Json.of(
        "{'opendistro_security_roles': [$1], 'hash': $2}",
        roles.stream().map(Json::quoted).collect(Collectors.joining(",")),
        Json.quoted(SecuredNode.PASSWORD_HASH));
  }

  /** Creates a user with only these roles. */
  static void user(String name, String... roles) throws IOException {
    try (Rest admin = admin()) {
      admin.put("/_plugins/_security/api/internalusers/" + name, user(List.of(roles)));
    }
  }
}
