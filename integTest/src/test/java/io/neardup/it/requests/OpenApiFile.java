// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.requests;

import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.Request.Method;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.atlassian.oai.validator.report.ValidationReport;
import com.atlassian.oai.validator.report.ValidationReport.Message;
import com.atlassian.oai.validator.report.ValidationReport.MessageContext;
import com.fasterxml.jackson.databind.JsonNode;
import io.neardup.server.Rest;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.parser.OpenAPIV3Parser;
import io.swagger.v3.parser.core.models.SwaggerParseResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The file docs/openapi.yaml, and what it says of requests and answers. Answers are judged more
 * strictly than clients should: they may have no property that the file does not name.
 */
final class OpenApiFile {
  static final Path PATH = Path.of("..", "docs", "openapi.yaml").toAbsolutePath().normalize();

  /** Neither is part of the API. */
  private static final Set<String> NO_OPERATION =
      Set.of("validation.request.path.missing", "validation.request.operation.notAllowed");

  private static final String MISSING = "validation.response.body.schema.required";

  /** Parameters that may stand without a value, which then means true. */
  private static final Set<String> FLAGS = Set.of("pretty", "human", "error_trace");

  private final String text;
  private final SwaggerParseResult parsed;
  private final OpenApiInteractionValidator validator;

  private OpenApiFile(String text) {
    this.text = text;
    this.parsed = new OpenAPIV3Parser().readContents(text);
    // It validates JSON alone; of lines of JSON, the first one is judged.
    String json = text.replace("application/x-ndjson", "application/json");
    this.validator = OpenApiInteractionValidator.createForInlineApiSpecification(json).build();
  }

  static OpenApiFile read() {
    try {
      return of(Files.readString(PATH));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static OpenApiFile of(String text) {
    return new OpenApiFile(text);
  }

  String text() {
    return text;
  }

  OpenAPI api() {
    return parsed.getOpenAPI();
  }

  /** What the parser has to say; empty for a valid file. */
  List<String> warnings() {
    return parsed.getMessages();
  }

  /** Whether the file has this operation. */
  boolean has(String method, String target) {
    return keys(request(method, target, null)).stream().noneMatch(NO_OPERATION::contains);
  }

  /**
   * Why a request is not as in the file; empty if it is.
   *
   * @param target path and query
   * @param body null for none
   */
  List<String> faultsOfRequest(String method, String target, String body) {
    return shown(request(method, target, body).getMessages());
  }

  /** Why an answer is not as in the file; empty if it is. */
  List<String> faultsOfAnswer(String method, String target, Rest.Answer answer) {
    JsonNode body = answer.body();
    SimpleResponse.Builder response = SimpleResponse.Builder.status(answer.status());
    response.withContentType(body.isTextual() ? "text/plain" : "application/json");
    response.withBody(body.isTextual() ? body.textValue() : body.toString());
    List<Message> messages =
        validator
            .validateResponse(path(target), Method.valueOf(method), response.build())
            .getMessages();
    boolean partial = query(target).containsKey("filter_path");
    return shown(
        messages.stream().filter(m -> (partial && m.getKey().equals(MISSING)) == false).toList());
  }

  private ValidationReport request(String method, String target, String body) {
    SimpleRequest.Builder request = new SimpleRequest.Builder(Method.valueOf(method), path(target));
    query(target).forEach(request::withQueryParam);
    if (body != null) {
      request.withContentType("application/json").withBody(body);
    }
    return validator.validateRequest(request.build());
  }

  private static List<String> keys(ValidationReport report) {
    return report.getMessages().stream().map(Message::getKey).toList();
  }

  private static List<String> shown(List<Message> messages) {
    return messages.stream().map(OpenApiFile::shown).toList();
  }

  private static String shown(Message message) {
    String where =
        message
            .getContext()
            .flatMap(MessageContext::getPointers)
            .map(pointers -> " at " + pointers.getInstance())
            .orElse("");
    return message.getKey() + where + ": " + message.getMessage();
  }

  private static String path(String target) {
    int query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  private static Map<String, List<String>> query(String target) {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    int query = target.indexOf('?');
    if (query >= 0) {
      for (String one : target.substring(query + 1).split("&", -1)) {
        String[] parts = one.split("=", 2);
        String name = decoded(parts[0]);
        String value = parts.length == 2 ? decoded(parts[1]) : "";
        parameters
            .computeIfAbsent(name, first -> new ArrayList<>())
            .add(value.isEmpty() && FLAGS.contains(name) ? "true" : value);
      }
    }
    return parameters;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return text;
    }
  }
}
