// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import io.neardup.plugin.OpenApiFile.Operation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.opensearch.common.settings.Setting;
import org.opensearch.common.settings.Settings;
import org.opensearch.rest.action.RestCancellableNodeClient;
import org.opensearch.test.OpenSearchTestCase;

/**
 * docs/openapi.yaml says what the parsers do: it has the routes of the plugin and no others, and at
 * each bound, name and constant that it gives, the parser accepts what it allows and refuses what
 * it does not.
 */
public class OpenApiTests extends OpenSearchTestCase {
  /** Checked when the job starts, since it is a setting. */
  private static final String SETTING = "plugins.near_dup.groups.max_distance";

  /** Bodies in which parameters make sense that no example has. */
  private static final List<Map<String, Object>> MORE =
      List.of(
          Map.of("text", "a", "weights", "tf_idf", "idf", "news", "idf_default", 1),
          Map.of("text", "a", "features", Map.of("type", "char_ngram")),
          Map.of("field", "f", "id", "1", "verify", Map.of("minhash", "m", "similarity", 0.8)),
          Map.of("field", "f", "id", "1", "_source", Map.of("includes", List.of("title"))),
          Map.of("field", "f", "id", "1", "fields", Map.of("field", "title")),
          Map.of("field", "f", "id", "1", "docvalue_fields", Map.of("field", "title")));

  /** The same in URLs. */
  private static final List<Map<String, Object>> MORE_IN_URL =
      List.of(
          Map.of(),
          Map.of("id", "1"),
          Map.of("explain", true),
          Map.of("weights", "tf_idf", "idf", "news"),
          Map.of("pipeline", "news"));

  private static final List<String> BOUNDS = List.of("minimum", "maximum");

  private final NearDupPlugin plugin = new NearDupPlugin(Settings.EMPTY, Path.of("config"));
  private OpenApiFile file;
  private Endpoints endpoints;

  @Override
  public void setUp() throws Exception {
    super.setUp();
    file = OpenApiFile.read();
    endpoints = new Endpoints(plugin, getTestName());
  }

  @Override
  public void tearDown() throws Exception {
    endpoints.close();
    assertEquals("channels left to other tests", 0, RestCancellableNodeClient.getNumChannels());
    super.tearDown();
  }

  public void testPathsAreTheRoutes() {
    assertEquals(
        endpoints.routes(),
        file.operations().stream()
            .map(Operation::toString)
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  public void testExamplesAreAccepted() throws Exception {
    for (Operation operation : withBody()) {
      for (Map<String, Object> example : operation.examples()) {
        assertNull(operation + " " + example, endpoints.refusal(operation, Map.of(), example));
      }
    }
  }

  public void testParametersOfUrls() throws Exception {
    for (Operation operation : file.operations()) {
      for (Map<String, Object> parameter : operation.queryParameters()) {
        String name = parameter.get("name").toString();
        assertNull(operation + " " + name, refusal(operation, name, parameter.get("example")));
      }
      assertNotNull(operation.toString(), refusal(operation, "no_such_parameter", "1"));
    }
  }

  public void testBoundsInUrls() throws Exception {
    int checked = 0;
    for (Operation operation : file.operations()) {
      for (Map<String, Object> parameter : operation.queryParameters()) {
        Map<String, Object> schema = file.schema(parameter);
        for (String bound : BOUNDS) {
          if (schema.get(bound) != null) {
            Bound of = new Bound(schema, bound);
            String name = parameter.get("name").toString();
            String where = operation + " " + name + " " + of;
            assertNull(where, refusal(operation, name, of.inside()));
            assertNotNull(where, refusal(operation, name, of.outside()));
            checked++;
          }
        }
      }
    }
    assertTrue("bounds: " + checked, checked > 20);
  }

  /** Why a parameter is refused in the URL, whatever else is there; null if it is not. */
  private String refusal(Operation operation, String name, Object value) {
    Map<String, Object> body = operation.body() == null ? null : operation.examples().get(0);
    String refusal = null;
    for (Map<String, Object> more : MORE_IN_URL) {
      Map<String, Object> query = operation.requiredInUrl();
      query.putAll(more);
      query.keySet().removeIf(one -> operation.hasInUrl(one) == false);
      query.put(name, value);
      refusal = endpoints.refusal(operation, query, body);
      if (refusal == null) {
        return null;
      }
    }
    return refusal;
  }

  public void testNoOtherParameters() throws Exception {
    for (Operation operation : withBody()) {
      file.schemas(
          operation,
          (path, schema) -> {
            if (Boolean.FALSE.equals(schema.get("additionalProperties"))) {
              List<String> unknown = new ArrayList<>(path);
              unknown.add("no_such_parameter");
              assertRefused(operation, unknown, 1);
            }
          });
    }
  }

  public void testNamesAreKnown() throws Exception {
    for (Operation operation : withBody()) {
      file.schemas(
          operation,
          (path, schema) -> {
            for (Map<String, Object> body :
                path.isEmpty() ? List.<Map<String, Object>>of() : bodies(operation, path, null)) {
              String refusal = endpoints.refusal(operation, Map.of(), body);
              assertFalse(
                  operation + " " + path + ": " + refusal,
                  refusal != null && refusal.matches("(?s).*(unknown|does not know).*"));
            }
          });
    }
  }

  public void testRequiredParameters() throws Exception {
    for (Operation operation : withBody()) {
      Object required = OpenApiFile.object(operation.content().get("schema")).get("required");
      for (Map<String, Object> example : operation.examples()) {
        Map<String, Object> without = new HashMap<>(example);
        Stream.of("text", "field", "dest")
            .filter(example::containsKey)
            .findFirst()
            .ifPresent(without::remove);
        if (required != null) {
          assertNotNull(
              operation + " " + without + required,
              endpoints.refusal(operation, Map.of(), without));
        }
      }
    }
  }

  public void testBounds() throws Exception {
    List<String> checked = new ArrayList<>();
    for (Operation operation : withBody()) {
      file.schemas(
          operation,
          (path, schema) -> {
            for (String bound : BOUNDS) {
              if (schema.get(bound) != null && isHash(path) == false) {
                assertBound(operation, path, new Bound(schema, bound));
                checked.add(operation + " " + path + " " + bound);
              }
            }
          });
    }
    assertTrue(checked.toString(), checked.size() > 40);
  }

  /** A fingerprint may be a number; its bounds are those of 64 bits. */
  private static boolean isHash(List<String> path) {
    return path.equals(List.of("hash"));
  }

  private void assertBound(Operation operation, List<String> path, Bound bound) {
    assertAccepted(operation, path, bound.inside());
    if (operation.path().contains("/_near_dup/groups")
        && path.equals(List.of("max_distance"))
        && bound.isMaximum()) {
      assertEquals(greatestDistanceOfGroups(), bound.inside().intValue());
    } else {
      assertRefused(operation, path, bound.outside());
    }
  }

  private Object greatestDistanceOfGroups() {
    Setting<?> setting =
        plugin.getSettings().stream().filter(s -> s.getKey().equals(SETTING)).findFirst().get();
    return setting.get(Settings.EMPTY);
  }

  public void testConstants() throws Exception {
    for (Operation operation : withBody()) {
      file.schemas(
          operation,
          (path, schema) -> {
            if (schema.get("enum") instanceof List<?> constants) {
              assertRefused(operation, path, "no_such_constant");
              for (Object constant : constants) {
                if (constant.equals("tf_idf") == false) {
                  assertAccepted(operation, path, constant);
                }
              }
            }
          });
    }
  }

  private List<Operation> withBody() {
    return file.operations().stream().filter(operation -> operation.body() != null).toList();
  }

  private void assertAccepted(Operation operation, List<String> path, Object value) {
    List<String> refusals = new ArrayList<>();
    for (Map<String, Object> body : bodies(operation, path, value)) {
      String refusal = endpoints.refusal(operation, Map.of(), body);
      if (refusal == null) {
        return;
      }
      refusals.add(body + ": " + refusal);
    }
    fail(operation + " refuses " + path + " of [" + value + "]: " + refusals);
  }

  private void assertRefused(Operation operation, List<String> path, Object value) {
    List<Map<String, Object>> bodies = bodies(operation, path, value);
    assertFalse(operation + " has no example for " + path, bodies.isEmpty());
    for (Map<String, Object> body : bodies) {
      assertNotNull(operation + " accepts " + body, endpoints.refusal(operation, Map.of(), body));
    }
  }

  /** All known good bodies that have room for the value. */
  private List<Map<String, Object>> bodies(Operation operation, List<String> path, Object value) {
    return Stream.concat(operation.examples().stream(), MORE.stream())
        .filter(body -> endpoints.refusal(operation, Map.of(), body) == null)
        .map(body -> OpenApiFile.with(body, path, value))
        .filter(body -> body != null)
        .toList();
  }
}
