// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.resolve;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import org.opensearch.core.common.Strings;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/** Where the fingerprint of a query comes from if the query does not contain it. */
public sealed interface FingerprintSource extends Writeable, ToXContentFragment {
  String ID = "id";
  String INDEX = "index";
  String ROUTING = "routing";
  String DOC = "doc";
  String PIPELINE = "pipeline";

  /**
   * The fingerprint of an indexed document.
   *
   * @param id of the document
   * @param index of the document, or null for the one that is searched
   * @param routing of the document, or null
   */
  record OfId(String id, String index, String routing) implements FingerprintSource {
    public OfId {
      requireText(ID, id);
      if (index != null) {
        requireText(INDEX, index);
      }
      if (routing != null && routing.isEmpty()) {
        throw new IllegalArgumentException(
            "[" + ROUTING + "] must not be empty, got []; leave it out if the document has none");
      }
    }

    private OfId(StreamInput in) throws IOException {
      this(in.readString(), in.readOptionalString(), in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeBoolean(true);
      out.writeString(id);
      out.writeOptionalString(index);
      out.writeOptionalString(routing);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      builder.field(ID, id);
      fieldUnlessNull(builder, INDEX, index);
      return fieldUnlessNull(builder, ROUTING, routing);
    }

    @Override
    public String parameter() {
      return ID;
    }
  }

  /**
   * The fingerprint that a document would get when indexed.
   *
   * @param doc the document's source
   * @param pipeline that fingerprints it, or null for those of the index that is searched
   */
  record OfDoc(Map<String, Object> doc, String pipeline) implements FingerprintSource {
    public OfDoc {
      if (doc == null || doc.isEmpty()) {
        throw new IllegalArgumentException(
            "[doc] must be an object with the fields to fingerprint, got [" + doc + "]");
      }
      if (pipeline != null) {
        requireText(PIPELINE, pipeline);
      }
      doc = Collections.unmodifiableMap(doc);
    }

    private OfDoc(StreamInput in) throws IOException {
      this(in.readMap(), in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      out.writeBoolean(false);
      out.writeMap(doc);
      out.writeOptionalString(pipeline);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
      builder.field(DOC, doc);
      return fieldUnlessNull(builder, PIPELINE, pipeline);
    }

    @Override
    public String parameter() {
      return DOC;
    }
  }

  /** The parameter's name: {@code id} or {@code doc}. */
  String parameter();

  /** Reads either kind from the wire. */
  static FingerprintSource readFrom(StreamInput in) throws IOException {
    return in.readBoolean() ? new OfId(in) : new OfDoc(in);
  }

  private static XContentBuilder fieldUnlessNull(XContentBuilder builder, String name, String value)
      throws IOException {
    return value == null ? builder : builder.field(name, value);
  }

  private static void requireText(String parameter, String value) {
    if (Strings.hasText(value) == false) {
      throw new IllegalArgumentException(
          "[" + parameter + "] must not be empty, got [" + value + "]");
    }
  }
}
