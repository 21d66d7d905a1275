// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it;

import io.neardup.server.Distribution;
import io.neardup.server.Rest;
import io.neardup.server.SecuredNode;
import io.neardup.server.SecurityPlugin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The node with opensearch-security that all tests share, started when the first asks for it, and
 * the users of these tests. It stops when this JVM ends.
 */
final class Secured {
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
      server.install(Clusters.path("near-dup.zip"), zip);
      return SecuredNode.start(server, zip, Clusters.path("near-dup.clusters").resolve("secured"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A client that may do everything. */
  static Rest admin() throws IOException {
    return Shared.NODE.as(SecuredNode.ADMIN);
  }

  /** A client of this user, whom {@link #user} has made. */
  static Rest as(String user) throws IOException {
    return Shared.NODE.as(user);
  }

  /** A role in JSON as the security plugin has it, with single quotes. */
  static void role(String name, String json) throws IOException {
    try (Rest admin = admin()) {
      admin.put("/_plugins/_security/api/roles/" + name, Json.of(json));
    }
  }

  /** A user who has these roles and no other. */
  static void user(String name, String... roles) throws IOException {
    try (Rest admin = admin()) {
      admin.put(
          "/_plugins/_security/api/internalusers/" + name,
          Json.of(
              "{'opendistro_security_roles': [$1], 'hash': $2}",
              List.of(roles).stream().map(Json::quoted).collect(Collectors.joining(",")),
              Json.quoted(SecuredNode.PASSWORD_HASH)));
    }
  }
}
