// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.lucene.passages.PassagesQuery;
import io.neardup.mapper.PassagesFieldMapper;
import io.neardup.mapper.PassagesFieldType;
import io.neardup.request.SearchMemory;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.Objects;
import org.apache.lucene.search.Query;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.common.Nullable;
import org.opensearch.common.lucene.search.Queries;
import org.opensearch.core.ParseField;
import org.opensearch.core.common.ParsingException;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.xcontent.ObjectParser;
import org.opensearch.core.xcontent.ObjectParser.ValueType;
import org.opensearch.core.xcontent.XContentBuilder;
import org.opensearch.core.xcontent.XContentLocation;
import org.opensearch.core.xcontent.XContentParser;
import org.opensearch.core.xcontent.XContentParser.Token;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.query.AbstractQueryBuilder;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryCoordinatorContext;
import org.opensearch.index.query.QueryRewriteContext;
import org.opensearch.index.query.QueryShardContext;
import org.opensearch.index.query.QueryShardException;
import org.opensearch.index.query.WithFieldName;

/**
 * The query {@code passages}: documents that share a passage with a text, a document or the
 * document of an id, by how much of it passages can cover.
 *
 * <pre>{@code
 * {"passages": {"content.passages": {"text": "…", "min_words": 20, "coverage": 0.5}}}
 * }</pre>
 *
 * <p>An {@code id} is replaced by its texts on the node that coordinates the search.
 */
public final class PassagesQueryBuilder extends AbstractQueryBuilder<PassagesQueryBuilder>
    implements WithFieldName {
  public static final String NAME = "passages";

  private final String fieldName;
  private final PassageSubject subject;
  private final PassagesOptions options;
  private final boolean ignoreUnmapped;

  /** Null until an id has been asked for. Belongs to one rewrite, not to what the query says. */
  @Nullable private final PassageTexts pending;

  public PassagesQueryBuilder(
      String fieldName, PassageSubject subject, PassagesOptions options, boolean ignoreUnmapped) {
    this(fieldName, subject, options, ignoreUnmapped, null);
  }

  private PassagesQueryBuilder(
      String fieldName,
      PassageSubject subject,
      PassagesOptions options,
      boolean ignoreUnmapped,
      @Nullable PassageTexts pending) {
    this.fieldName = fieldName;
    this.subject = subject;
    this.options = options;
    this.ignoreUnmapped = ignoreUnmapped;
    this.pending = pending;
  }

  public PassagesQueryBuilder(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    fieldName = in.readString();
    subject = PassageSubject.readFrom(in);
    options = PassagesOptions.readFrom(in);
    ignoreUnmapped = in.readBoolean();
    pending = null;
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeString(fieldName);
    subject.writeTo(out);
    options.writeTo(out);
    out.writeBoolean(ignoreUnmapped);
  }

  /** The query's own parameters. */
  private static final class Body extends PassagesParameters {
    private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>(NAME, Body::new);

    static {
      declareAll(PARSER);
      PARSER.declareBoolean(
          (to, ignore) -> to.ignoreUnmapped = ignore,
          new ParseField(QueryParameters.IGNORE_UNMAPPED));
      PARSER.declareFloat((to, boost) -> to.boost = boost, BOOST_FIELD);
      PARSER.declareField(
          (to, name) -> to.queryName = name, (p, v) -> p.text(), NAME_FIELD, ValueType.STRING);
    }

    private boolean ignoreUnmapped;
    private float boost = DEFAULT_BOOST;
    private String queryName;

    PassagesQueryBuilder query(String field) {
      return new PassagesQueryBuilder(field, subject(), options(), ignoreUnmapped)
          .boost(boost)
          .queryName(queryName);
    }
  }

  /** Parses {@code {"field": {...}}}; the parser is at the start of the object. */
  public static PassagesQueryBuilder fromXContent(XContentParser parser) throws IOException {
    XContentLocation location = parser.getTokenLocation();
    try {
      if (parser.nextToken() != Token.FIELD_NAME) {
        throw new IllegalArgumentException("[passages] requires a field, got none");
      }
      String field = parser.currentName();
      location = parser.getTokenLocation();
      Token value = parser.nextToken();
      if (value != Token.START_OBJECT) {
        throw new IllegalArgumentException(
            "[passages] takes the name of a field, and an object with its parameters, as in"
                + " {\"passages\": {\"content.passages\": {\"text\": \"a text\"}}}, got ["
                + field
                + "] and a ["
                + value
                + "]");
      }
      PassagesQueryBuilder query = Body.PARSER.parse(parser, null).query(field);
      if (parser.nextToken() != Token.END_OBJECT) {
        throw new IllegalArgumentException(
            "[passages] query doesn't support multiple fields, found ["
                + field
                + "] and ["
                + parser.currentName()
                + "]");
      }
      return query;
    } catch (IllegalArgumentException | IOException e) {
      throw new ParsingException(location, NearDupQueryParser.message(e), e);
    }
  }

  @Override
  protected void doXContent(XContentBuilder builder, Params params) throws IOException {
    builder.startObject(NAME).startObject(fieldName);
    subject.toXContent(builder, params);
    options.toXContent(builder, params);
    builder.field(QueryParameters.IGNORE_UNMAPPED, ignoreUnmapped);
    printBoostAndQueryName(builder);
    builder.endObject().endObject();
  }

  @Override
  protected QueryBuilder doRewrite(QueryRewriteContext context) {
    if (subject.id() == null) {
      return this;
    }
    if (pending == null) {
      PassageTexts texts = new PassageTexts();
      SearchRequest search = search(context);
      context.registerAsyncAction(
          (client, listener) -> texts.find(client, search, fieldName, listener));
      return new PassagesQueryBuilder(fieldName, subject, options, ignoreUnmapped, texts);
    }
    return pending.texts() == null
        ? this
        : new PassagesQueryBuilder(
            fieldName, PassageSubject.ofTexts(pending.texts()), options, ignoreUnmapped);
  }

  private SearchRequest search(QueryRewriteContext context) {
    QueryCoordinatorContext coordinator = context.convertToCoordinatorContext();
    if (coordinator == null || coordinator.getSearchRequest() == null) {
      throw new IllegalArgumentException(ONLY_IN_SEARCHES);
    }
    return PassageTexts.search(
        subject.id(),
        FingerprintResolution.targets(coordinator.getSearchRequest(), context),
        coordinator.getSearchRequest().indicesOptions(),
        fieldName);
  }

  private static final String ONLY_IN_SEARCHES =
      "[passages] [id] works only in searches, where the coordinating node looks the text up; in"
          + " alias filters and stored queries use [text]";

  @Override
  protected Query doToQuery(QueryShardContext context) throws IOException {
    if (subject.id() != null) {
      throw new QueryShardException(context, ONLY_IN_SEARCHES);
    }
    PassagesFieldType field = field(fieldName, context);
    if (field == null) {
      if (ignoreUnmapped) {
        return Queries.newMatchNoDocsQuery("[passages] field [" + fieldName + "] is not mapped");
      }
      throw new QueryShardException(
          context,
          "[passages] field [{}] is not mapped: map it as [passages], or set [{}] to leave out"
              + " indexes without it",
          fieldName,
          QueryParameters.IGNORE_UNMAPPED);
    }
    MemoryAccount memory = SearchMemory.of(context);
    return new PassagesQuery(
        field.name(),
        subject.passages() == null
            ? field.question(subject.texts(context.sourcePath(field.name())), memory)
            : field.question(subject.passages(), memory),
        options.bounds(field),
        memory);
  }

  /**
   * The field of this name, or that it is an alias of; null if it is not mapped.
   *
   * @throws QueryShardException if it is of another type
   */
  @Nullable public static PassagesFieldType field(String name, QueryShardContext context) {
    MappedFieldType type = context.fieldMapper(name);
    if (type == null) {
      return null;
    }
    if (type.unwrap() instanceof PassagesFieldType field) {
      return field;
    }
    throw new QueryShardException(
        context,
        "[passages] field [{}] is of type [{}]; use one of type [{}], such as a multi-field of it",
        name,
        type.typeName(),
        PassagesFieldMapper.CONTENT_TYPE);
  }

  @Override
  public String fieldName() {
    return fieldName;
  }

  @Override
  public String getWriteableName() {
    return NAME;
  }

  @Override
  protected boolean doEquals(PassagesQueryBuilder other) {
    return fieldName.equals(other.fieldName)
        && subject.equals(other.subject)
        && options.equals(other.options)
        && ignoreUnmapped == other.ignoreUnmapped;
  }

  @Override
  protected int doHashCode() {
    return Objects.hash(fieldName, subject, options, ignoreUnmapped);
  }
}
