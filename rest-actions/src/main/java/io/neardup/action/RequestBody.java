// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.NearDupLimits;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import org.opensearch.OpenSearchException;
import org.opensearch.common.CheckedFunction;
import org.opensearch.common.collect.Tuple;
import org.opensearch.common.xcontent.LoggingDeprecationHandler;
import org.opensearch.common.xcontent.XContentType;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.common.bytes.BytesReference;
import org.opensearch.core.xcontent.MediaType;
import org.opensearch.core.xcontent.NamedXContentRegistry;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentParseException;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;
import org.opensearch.rest.RestRequest;

/**
 * The body of a request, which every endpoint reads in this way: one JSON object in UTF-8, and
 * nothing behind it. What is wrong with it is an {@link IllegalArgumentException} (HTTP 400) that
 * says so itself, not by one of its causes.
 */
public final class RequestBody {
  private static final String SOURCE = "source";
  private static final String SOURCE_TYPE = "source_content_type";

  private RequestBody() {}

  /**
   * What is read from the body, or from the parameter {@code source} that stands for it.
   *
   * @param limits of requests, whose memory is charged meanwhile
   * @param reader gets a parser at the start of the object, and has to read all of it
   */
  public static <T> T read(
      RestRequest request,
      NearDupLimits limits,
      CheckedFunction<XContentParser, T, IOException> reader) {
    return charged(request, limits, json -> parse(json, request.getXContentRegistry(), reader));
  }

  /**
   * The same of JSON that is read in another way.
   *
   * @param reader gets the JSON, which is in UTF-8
   */
  public static <T> T charged(
      RestRequest request, NearDupLimits limits, Function<BytesReference, T> reader) {
    JsonWeight weight = new JsonWeight();
    BytesReference json = json(request, weight);
    try (MemoryAccount memory = limits.bodies().open()) {
      memory.take(weight.bytes());
      return reader.apply(json);
    }
  }

  /**
   * The same where parameters may stand in the URL as well, or instead of a body.
   *
   * @param url what they are in JSON
   * @throws IllegalArgumentException if a parameter is in both
   */
  public static <T> T read(
      RestRequest request,
      NearDupLimits limits,
      Map<String, Object> url,
      CheckedFunction<XContentParser, T, IOException> reader) {
    boolean both = request.hasContentOrSourceParam();
    if (both && url.isEmpty()) {
      return read(request, limits, reader);
    }
    Map<String, Object> joined =
        both ? UrlParameters.join(read(request, limits, XContentParser::mapOrdered), url) : url;
    try (XContentBuilder json = JsonXContent.contentBuilder().map(joined)) {
      return parse(BytesReference.bytes(json), request.getXContentRegistry(), reader);
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  /** The same of a body that was kept. */
  public static <T> T parse(
      BytesReference json,
      NamedXContentRegistry registry,
      CheckedFunction<XContentParser, T, IOException> reader) {
    try (XContentParser parser =
        XContentType.JSON
            .xContent()
            .createParser(registry, LoggingDeprecationHandler.INSTANCE, json.streamInput())) {
      return read(parser, reader);
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  private static <T> T read(
      XContentParser parser, CheckedFunction<XContentParser, T, IOException> reader)
      throws IOException {
    if (parser.nextToken() != Token.START_OBJECT) {
      throw new IllegalArgumentException(
          "[body] must be a JSON object, got " + parser.currentToken());
    }
    T read;
    try {
      read = reader.apply(parser);
    } catch (XContentParseException e) {
      throw unwrapped(e);
    }
    if (parser.nextToken() != null) {
      throw new IllegalArgumentException(
          "[body] must be one JSON object, got more behind it at ["
              + parser.getTokenLocation()
              + "]; leave that out");
    }
    return read;
  }

  /**
   * The body itself, or the parameter {@code source} that stands for it.
   *
   * @throws IllegalArgumentException if it is no JSON, or none is there
   */
  public static BytesReference json(RestRequest request) {
    return json(request, Writer.nullWriter());
  }

  private static BytesReference json(RestRequest request, Writer decoded) {
    if (request.hasContent() == false && request.hasParam(SOURCE)) {
      String type = request.param(SOURCE_TYPE);
      requireJson(SOURCE_TYPE, type == null ? null : MediaType.fromMediaType(type), type);
    }
    Tuple<? extends MediaType, BytesReference> body = request.contentOrSourceParam();
    requireJson("Content-Type", body.v1(), body.v1().mediaTypeWithoutParameters());
    try (InputStreamReader text =
        new InputStreamReader(body.v2().streamInput(), StandardCharsets.UTF_8.newDecoder())) {
      text.transferTo(decoded);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("[body] must be in UTF-8, got other bytes", e);
    } catch (IOException e) {
      throw malformed(e);
    }
    return body.v2();
  }

  private static void requireJson(String parameter, MediaType type, String given) {
    if (type != XContentType.JSON) {
      throw new IllegalArgumentException(
          "[" + parameter + "] must be [application/json], got [" + given + "]");
    }
  }

  /**
   * What is wrong: object parsers wrap whatever is thrown inside, once for each level.
   *
   * @throws IOException if that is that the body is no JSON
   */
  public static RuntimeException unwrapped(XContentParseException wrapper) throws IOException {
    Throwable cause = wrapper;
    while (cause instanceof XContentParseException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof IOException malformed) {
      throw malformed;
    }
    return cause instanceof IllegalArgumentException || cause instanceof OpenSearchException
        ? (RuntimeException) cause
        : wrapper;
  }

  private static IllegalArgumentException malformed(IOException e) {
    String what = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return new IllegalArgumentException("[body] must be JSON: " + what, e);
  }
}
