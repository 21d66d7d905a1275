// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.opensearch.common.io.PathUtils;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.core.xcontent.DeprecationHandler;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentParser;

/** The file docs/openapi.yaml as maps and lists, with references followed. */
final class OpenApiFile {
  private static final List<String> METHODS = List.of("get", "post", "put", "delete");

  private final Map<String, Object> root;

  private OpenApiFile(Map<String, Object> root) {
    this.root = root;
  }

  static OpenApiFile read() throws IOException {
    try (InputStream in = Files.newInputStream(PathUtils.get("../docs/openapi.yaml"));
        XContentParser yaml =
            XContentType.YAML
                .xContent()
                .createParser(
                    NamedXContentRegistry.EMPTY, DeprecationHandler.IGNORE_DEPRECATIONS, in)) {
      return new OpenApiFile(yaml.mapOrdered());
    }
  }

  /** What a method of a path takes. */
  record Operation(
      String method, String path, List<Map<String, Object>> parameters, Map<?, ?> body) {
    List<Map<String, Object>> queryParameters() {
      return parameters.stream().filter(one -> one.get("in").equals("query")).toList();
    }

    boolean hasInUrl(String name) {
      return queryParameters().stream().anyMatch(one -> one.get("name").equals(name));
    }

    /** Examples of those that must be there. */
    Map<String, Object> requiredInUrl() {
      Map<String, Object> required = new LinkedHashMap<>();
      for (Map<String, Object> one : queryParameters()) {
        if (Boolean.TRUE.equals(one.get("required"))) {
          required.put(one.get("name").toString(), one.get("example"));
        }
      }
      return required;
    }

    /** Whether each element of a list is a parameter of its own. */
    boolean isRepeated(String name) {
      return queryParameters().stream()
          .anyMatch(
              one ->
                  one.get("name").equals(name)
                      && Boolean.FALSE.equals(one.get("explode")) == false);
    }

    /** Examples of the names in the path. */
    Map<String, String> namesInPath() {
      Map<String, String> names = new LinkedHashMap<>();
      for (Map<String, Object> one : parameters) {
        if (one.get("in").equals("path")) {
          names.put(one.get("name").toString(), one.get("example").toString());
        }
      }
      return names;
    }

    /** Null if it has no body. */
    Map<?, ?> content() {
      return body == null
          ? null
          : (Map<?, ?>) ((Map<?, ?>) body.get("content")).get("application/json");
    }

    /** Bodies that are accepted. */
    List<Map<String, Object>> examples() {
      List<Map<String, Object>> examples = new ArrayList<>();
      if (content().get("example") != null) {
        examples.add(object(content().get("example")));
      }
      if (content().get("examples") instanceof Map<?, ?> several) {
        several.values().forEach(one -> examples.add(object(object(one).get("value"))));
      }
      return examples;
    }

    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  List<Operation> operations() {
    List<Operation> operations = new ArrayList<>();
    object(root.get("paths"))
        .forEach(
            (path, item) -> {
              for (String method : METHODS) {
                if (object(item).get(method) != null) {
                  Map<String, Object> operation = object(object(item).get(method));
                  List<Map<String, Object>> parameters = new ArrayList<>();
                  parameters.addAll(resolvedList(object(item).get("parameters")));
                  parameters.addAll(resolvedList(operation.get("parameters")));
                  operations.add(
                      new Operation(
                          method.toUpperCase(Locale.ROOT),
                          path,
                          parameters,
                          (Map<?, ?>) operation.get("requestBody")));
                }
              }
            });
    return operations;
  }

  /** The schema of a parameter. */
  Map<String, Object> schema(Map<String, Object> parameter) {
    return resolved(object(parameter.get("schema")));
  }

  /** Calls back with every schema of a body that is not a list's, by its path of names. */
  void schemas(Operation operation, BiConsumer<List<String>, Map<String, Object>> found) {
    visit(List.of(), object(operation.content().get("schema")), found);
  }

  private void visit(
      List<String> path,
      Map<String, Object> schema,
      BiConsumer<List<String>, Map<String, Object>> found) {
    Map<String, Object> resolved = resolved(schema);
    found.accept(path, resolved);
    for (String combination : List.of("oneOf", "allOf", "anyOf")) {
      if (resolved.get(combination) instanceof List<?> options) {
        options.forEach(option -> visit(path, object(option), found));
      }
    }
    if (resolved.get("properties") instanceof Map<?, ?> properties) {
      object(properties)
          .forEach(
              (name, property) -> {
                List<String> inner = new ArrayList<>(path);
                inner.add(name);
                visit(inner, object(property), found);
              });
    }
  }

  private List<Map<String, Object>> resolvedList(Object list) {
    return list == null
        ? List.of()
        : ((List<?>) list).stream().map(one -> resolved(object(one))).toList();
  }

  private Map<String, Object> resolved(Map<String, Object> node) {
    Object reference = node.get("$ref");
    if (reference == null) {
      return node;
    }
    Map<String, Object> target = root;
    for (String name : reference.toString().substring("#/".length()).split("/", -1)) {
      target = object(target.get(name));
    }
    return target;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object value) {
    return (Map<String, Object>) value;
  }

  /** A body with another value at this path; null if there is no object on the way. */
  static Map<String, Object> with(Map<String, Object> body, List<String> path, Object value) {
    Map<String, Object> copy = new LinkedHashMap<>(body);
    String name = path.get(0);
    if (path.size() == 1) {
      copy.put(name, value);
      return copy;
    }
    if (body.get(name) instanceof Map<?, ?> inner) {
      Map<String, Object> changed = with(object(inner), path.subList(1, path.size()), value);
      copy.put(name, changed);
      return changed == null ? null : copy;
    }
    return null;
  }
}
