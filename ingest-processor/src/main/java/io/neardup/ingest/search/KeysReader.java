// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.search;

import io.neardup.fingerprint.Fingerprint;
import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.fingerprint.minhash.MinHashSignature;
import io.neardup.fingerprint.passages.TextPassages;
import io.neardup.ingest.domain.ComparedFields;
import io.neardup.ingest.domain.DomainSpec;
import io.neardup.ingest.domain.IndexFields;
import io.neardup.ingest.domain.WindowDates;
import io.neardup.query.ComparedTexts;
import io.neardup.sequencer.keys.Containment;
import io.neardup.sequencer.keys.Keys;
import io.neardup.sequencer.keys.Stage;
import io.neardup.target.PathValues;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.opensearch.common.Nullable;
import org.opensearch.common.hash.MessageDigests;
import org.opensearch.common.time.DateFormatter;

/**
 * Reads the keys of a document, in the same way while it is ingested and from the source of a
 * stored one.
 */
public final class KeysReader {
  /** Of a text: as many as a search takes unless it is told otherwise, those of 500 pages. */
  private static final int MAX_HASHES = 10_000;

  private static final int MAX_WORDS = 1 << 20;

  private final DomainSpec spec;
  private final IndexFields indexFields;

  /** Of what an index does not map as dates; null without a window. */
  @Nullable private final WindowDates dates;

  /**
   * @param indexFields whose account is charged with texts while they are read
   */
  public KeysReader(DomainSpec spec, IndexFields indexFields) {
    this.spec = spec;
    this.indexFields = indexFields;
    this.dates =
        spec.window().field() == null
            ? null
            : new WindowDates(DateFormatter.forPattern(spec.window().format()));
  }

  /**
   * The fields to read in documents of an index.
   *
   * @param compared of the index
   */
  Set<String> fields(ComparedFields compared) {
    Set<String> fields = new LinkedHashSet<>(compared.sources());
    for (Stage stage : spec.stages()) {
      if (stage.kind() == Stage.Kind.SIMHASH || stage.kind() == Stage.Kind.PASSAGES) {
        fields.add(stage.source());
      }
      if (stage.likeness() != null) {
        fields.add(stage.likeness().field());
      }
    }
    fields.addAll(spec.merged());
    if (spec.window().field() != null) {
      fields.add(spec.window().field());
    }
    return fields;
  }

  /**
   * What a document is compared by.
   *
   * @param terms by which it is searched: for each exact stage, then for each field of the scope,
   *     then for each in which documents must differ
   * @param text what it says, where that is looked at too; null if it does not matter, or cannot be
   *     read
   */
  public record Read(Keys keys, List<List<String>> terms, @Nullable String text) {}

  /**
   * Reads the keys.
   *
   * @param compared of the index that the document is in, or is written to
   * @throws IllegalArgumentException for a value that cannot be compared
   */
  public Read read(Map<String, Object> document, ComparedFields compared) {
    int stages = spec.stages().size();
    Map<String, ComparedFields.Values> found = compared.of(document);
    List<List<String>> terms = new ArrayList<>();
    long[] values = new long[2 * stages];
    MinHashSignature[] signatures = new MinHashSignature[stages];
    TextPassages[] passages = null;
    int present = 0;
    for (int i = 0; i < stages; i++) {
      Stage stage = spec.stages().get(i);
      boolean has =
          switch (stage.kind()) {
            case EXACT -> readTerm(found, stage, values, i, terms);
            case SIMHASH -> readFingerprint(document, stage, values, i);
            case MINHASH -> true;
            case PASSAGES -> false;
          };
      if (stage.likeness() != null) {
        signatures[i] = signature(document, stage.likeness().field());
        has &= signatures[i] != null;
      }
      if (stage.containment() != null) {
        TextPassages read = passages(document, stage.containment());
        has = read != null;
        passages = has && passages == null ? new TextPassages[stages] : passages;
        if (has) {
          passages[i] = read;
        }
      }
      present |= has ? 1 << i : 0;
    }
    spec.scope().forEach(field -> terms.add(values(found, field).searched()));
    spec.differs().forEach(field -> terms.add(values(found, field).searched()));
    Keys keys =
        new Keys(
            digest(found, spec.scope()),
            digest(found, spec.differs()),
            time(document, compared.dates()),
            values,
            signatures,
            passages,
            present,
            compared.rank(spec.keep(), found));
    return new Read(keys, terms, spec.loss() == null ? null : spec.loss().text(document));
  }

  /** Null if there is no word. */
  @Nullable private TextPassages passages(Map<String, Object> document, Containment containment) {
    try (MemoryAccount reading = indexFields.openAccount()) {
      TextPassages read =
          ComparedTexts.of(
              PathValues.all(containment.text(), document),
              containment.html(),
              containment.length(),
              reading,
              words -> require(words <= MAX_WORDS, containment));
      require(read == null || read.windows().size() <= MAX_HASHES, containment);
      return read;
    }
  }

  private static void require(boolean few, Containment containment) {
    if (few == false) {
      throw new IllegalArgumentException(
          "field ["
              + containment.text()
              + "] of a near_dup stage of [passages] must have at most ["
              + MAX_HASHES
              + "] hashes, which is about [70000] words for a [min_passage] of [20], got more; split"
              + " the text, or raise [min_passage]");
    }
  }

  private static boolean readTerm(
      Map<String, ComparedFields.Values> found,
      Stage stage,
      long[] values,
      int i,
      List<List<String>> terms) {
    ComparedFields.Values value = values(found, stage.field());
    if (value.compared().size() > 1) {
      throw new IllegalArgumentException(
          "field ["
              + stage.field()
              + "] of a near_dup stage must hold one value, got ["
              + value.compared().size()
              + "]; copy one of them to a separate field");
    }
    if (value.compared().isEmpty() || value.compared().get(0).isEmpty()) {
      terms.add(List.of());
      return false;
    }
    terms.add(value.searched());
    ByteBuffer digest = digest(value.compared());
    values[2 * i] = digest.getLong();
    values[2 * i + 1] = digest.getLong();
    return true;
  }

  private static boolean readFingerprint(
      Map<String, Object> document, Stage stage, long[] values, int i) {
    Object value = single(document, stage.field());
    if (value == null) {
      return false;
    }
    values[2 * i] = parse(stage.field(), value, "simhash", Fingerprint::parseValue);
    return true;
  }

  /** Null if there is none: then there is nothing to compare. */
  private static MinHashSignature signature(Map<String, Object> document, String field) {
    Object value = single(document, field);
    return value == null
        ? null
        : parse(field, value, "minhash", text -> MinHashSignature.parse(text.toString()));
  }

  private static <T> T parse(
      String field, Object value, String processor, Function<Object, T> form) {
    try {
      return form.apply(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "field ["
              + field
              + "] of a near_dup stage: "
              + e.getMessage()
              + "; run a "
              + processor
              + " processor before near_dup",
          e);
    }
  }

  @Nullable private static Object single(Map<String, Object> document, String field) {
    List<Object> values = PathValues.all(field, document);
    Object value = values.isEmpty() ? null : values.get(0);
    if (values.size() > 1 || value instanceof Map<?, ?>) {
      throw new IllegalArgumentException(
          "field ["
              + field
              + "] of a near_dup stage must hold one value, got "
              + (values.size() > 1 ? "a list" : "an object")
              + "; copy one of them to a separate field");
    }
    return value;
  }

  private static ComparedFields.Values values(
      Map<String, ComparedFields.Values> found, String field) {
    return found.getOrDefault(field, ComparedFields.Values.EMPTY);
  }

  /** Documents without a field are equal in it. */
  private static long digest(Map<String, ComparedFields.Values> found, List<String> fields) {
    if (fields.isEmpty()) {
      return 0;
    }
    List<String> parts = new ArrayList<>();
    for (String field : fields) {
      ComparedFields.Values values = values(found, field);
      parts.add("values " + values.compared().size());
      values.compared().forEach(value -> parts.add("value " + value));
    }
    return digest(parts).getLong();
  }

  private static ByteBuffer digest(List<String> parts) {
    MessageDigest digest = MessageDigests.sha256();
    for (String part : parts) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      if (parts.size() > 1) {
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      }
      digest.update(bytes);
    }
    return ByteBuffer.wrap(digest.digest());
  }

  private long time(Map<String, Object> document, @Nullable WindowDates ofIndex) {
    if (dates == null) {
      return 0;
    }
    WindowDates read = ofIndex == null ? dates : ofIndex;
    List<Object> values = PathValues.all(spec.window().field(), document);
    try {
      if (values.size() == 1) {
        return read.millis(values.get(0).toString());
      }
    } catch (RuntimeException e) {
      // Handled below, like a missing date.
    }
    throw new IllegalArgumentException(
        "the field ["
            + spec.window().field()
            + "] of the near_dup [window] must hold a date in the format ["
            + read.pattern()
            + "], got ["
            + (values.isEmpty() ? null : values.size() == 1 ? values.get(0) : values)
            + "]; set the field before near_dup, or "
            + (ofIndex == null ? "set [window.format]" : "send what its mapping takes"));
  }
}
