// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.query;

import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.fingerprint.passages.TextPassages;
import io.neardup.resolve.FingerprintSource;
import io.neardup.resolve.FingerprintSource.OfId;
import io.neardup.target.PathValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * Whose passages are looked for: texts, a document with such, or the id of one; or texts that have
 * been read before.
 *
 * @param texts null for the others
 * @param doc null for the others
 * @param id null for the others
 * @param passages null for the others
 */
public record PassageSubject(
    @Nullable List<String> texts,
    @Nullable Map<String, Object> doc,
    @Nullable OfId id,
    @Nullable TextPassages passages)
    implements Writeable, ToXContentFragment {
  static final String TEXT = "text";
  static final String DOC = "doc";
  static final String ID = "id";

  /** These texts. */
  public static PassageSubject ofTexts(List<String> texts) {
    return new PassageSubject(List.copyOf(texts), null, null, null);
  }

  /** What has been made of texts. */
  public static PassageSubject of(TextPassages passages) {
    return new PassageSubject(null, null, null, passages);
  }

  /** Mirrors {@link #writeTo}. */
  public static PassageSubject readFrom(StreamInput in) throws IOException {
    List<String> texts = in.readOptionalStringList();
    Map<String, Object> doc = in.readBoolean() ? in.readMap() : null;
    OfId id = (OfId) in.readOptionalWriteable(FingerprintSource::readFrom);
    return new PassageSubject(texts, doc, id, in.readBoolean() ? readPassages(in) : null);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeOptionalStringCollection(texts);
    out.writeBoolean(doc != null);
    if (doc != null) {
      out.writeMap(doc);
    }
    out.writeOptionalWriteable(id);
    out.writeBoolean(passages != null);
    if (passages != null) {
      writePassages(passages, out);
    }
  }

  /** Mirrors {@link #writePassages}. */
  public static TextPassages readPassages(StreamInput in) throws IOException {
    return new TextPassages(
        new PassageLength(in.readVInt()), in.readLongArray(), in.readVIntArray());
  }

  /** Words of texts, by hash; what finds others follows from them. */
  public static void writePassages(TextPassages passages, StreamOutput out) throws IOException {
    out.writeVInt(passages.length().tokens());
    out.writeLongArray(passages.tokens());
    out.writeVIntArray(passages.breaks());
  }

  /**
   * The texts, or those that the document has at these paths.
   *
   * @throws IllegalArgumentException if it has none
   */
  public List<String> texts(Collection<String> paths) {
    if (doc == null) {
      return Objects.requireNonNull(texts);
    }
    List<String> found = new ArrayList<>();
    for (String path : paths) {
      for (Object value : PathValues.all(path, doc)) {
        if (value instanceof Map == false) {
          found.add(String.valueOf(value));
        }
      }
    }
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "[doc] must have the text of the field, in " + paths + ", got " + doc.keySet());
    }
    return found;
  }

  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    if (id != null) {
      return id.toXContent(builder, params);
    }
    if (passages != null) {
      return builder.field(TEXT, "of [" + passages.words() + "] words");
    }
    if (doc != null) {
      return builder.field(DOC, doc);
    }
    // As it was asked for, so that it can be parsed again: only those of an id are several.
    return builder.field(TEXT, texts.size() == 1 ? texts.get(0) : texts);
  }
}
