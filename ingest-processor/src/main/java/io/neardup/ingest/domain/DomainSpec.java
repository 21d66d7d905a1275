// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.sequencer.keys.Containment;
import io.neardup.sequencer.keys.Likeness;
import io.neardup.sequencer.keys.Rules;
import io.neardup.sequencer.keys.Stage;
import io.neardup.target.KeepField;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.opensearch.common.Nullable;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;

/**
 * What documents that compete with each other have in common. Different specs with the same key
 * contradict each other.
 *
 * @param key the name of the domain
 * @param indices names, aliases, data streams and patterns that it spans
 * @param stages what is compared, in order
 * @param scope fields in which documents must be equal
 * @param differs fields in at least one of which they must differ; empty if they need not
 * @param window how far apart in time documents may be to be compared
 * @param targetField the field of decisions
 * @param keep what orders the documents of a group, of which the first is canonical; empty if that
 *     is the one decided first
 * @param merge what discarded duplicates leave in the documents that are kept
 * @param passages fields of texts below which passages are indexed
 * @param loss what may be lost with a duplicate; null if it does not matter
 */
public record DomainSpec(
    String key,
    List<String> indices,
    List<Stage> stages,
    List<String> scope,
    List<String> differs,
    WindowOptions window,
    String targetField,
    List<KeepField> keep,
    List<MergeRule> merge,
    PassageFields passages,
    @Nullable StageLoss loss)
    implements Writeable {

  /**
   * The spec of these options.
   *
   * @param indices from {@link DomainNames}
   */
  public static DomainSpec of(NearDupOptions options, List<String> indices) {
    return new DomainSpec(
        key(options.domain(), String.join(",", indices)),
        indices,
        options.stages(),
        options.scope(),
        options.differs(),
        options.window(),
        options.targetField(),
        options.keep(),
        options.merge(),
        options.passages(),
        options.loss());
  }

  /** A configured name never equals that of an index, unless it stands for exactly that index. */
  private static String key(@Nullable String domain, String indices) {
    return domain == null || domain.equals(indices) ? indices : "domain " + domain;
  }

  public DomainSpec(StreamInput in) throws IOException {
    this(
        in.readString(),
        in.readStringList(),
        in.readList(DomainSpec::readStage),
        in.readStringList(),
        in.readStringList(),
        new WindowOptions(in),
        in.readString(),
        in.readList(KeepField::new),
        in.readList(MergeRule::new),
        new PassageFields(in),
        in.readOptionalWriteable(StageLoss::new));
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(key);
    out.writeStringCollection(indices);
    out.writeCollection(stages, DomainSpec::writeStage);
    out.writeStringCollection(scope);
    out.writeStringCollection(differs);
    window.writeTo(out);
    out.writeString(targetField);
    out.writeList(keep);
    out.writeList(merge);
    passages.writeTo(out);
    out.writeOptionalWriteable(loss);
  }

  private static Stage readStage(StreamInput in) throws IOException {
    return new Stage(
        in.readEnum(Stage.Kind.class),
        in.readString(),
        in.readVInt(),
        in.readBoolean()
            ? new Likeness(
                in.readString(), in.readDouble(), in.readEnum(NumbersRule.class), in.readDouble())
            : null,
        in.readBoolean()
            ? new Containment(
                in.readString(),
                in.readBoolean(),
                new PassageLength(in.readVInt()),
                in.readDouble())
            : null);
  }

  private static void writeStage(StreamOutput out, Stage stage) throws IOException {
    out.writeEnum(stage.kind());
    out.writeString(stage.field());
    out.writeVInt(stage.maxDistance());
    Likeness likeness = stage.likeness();
    out.writeBoolean(likeness != null);
    if (likeness != null) {
      out.writeString(likeness.field());
      out.writeDouble(likeness.similarity());
      out.writeEnum(likeness.numbers());
      out.writeDouble(likeness.recall());
    }
    Containment containment = stage.containment();
    out.writeBoolean(containment != null);
    if (containment != null) {
      out.writeString(containment.text());
      out.writeBoolean(containment.html());
      out.writeVInt(containment.length().tokens());
      out.writeDouble(containment.coverage());
    }
  }

  /** It is asked for with each document, and the key nearly always tells specs apart. */
  @Override
  public int hashCode() {
    return key.hashCode();
  }

  /** The fields of a document that decide what it is near to, and what is kept. */
  public Set<String> compared() {
    return NearDupOptions.compared(stages, scope, differs, window, keep);
  }

  /** Those of them that are compared by their values. */
  public Set<String> terms() {
    Set<String> terms = exact();
    terms.addAll(scope);
    terms.addAll(differs);
    return terms;
  }

  /** Fields that documents have if their names are right. */
  public Set<String> named() {
    Set<String> named = terms();
    named.addAll(texts());
    return named;
  }

  /** The fields whose values are equal in documents that an {@code exact} stage matches. */
  Set<String> exact() {
    return stages.stream()
        .filter(stage -> stage.kind() == Stage.Kind.EXACT)
        .map(Stage::field)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The fields by whose values documents are ordered, each with the parameter that names it. */
  Map<String, String> ordered() {
    Map<String, String> ordered = new TreeMap<>();
    merge.stream().filter(MergeRule::isOrdered).forEach(rule -> ordered.put(rule.field(), "merge"));
    keep.forEach(order -> ordered.put(order.field(), "keep"));
    return ordered;
  }

  /** The fields that merging reads and writes. */
  public Set<String> merged() {
    return MergeRule.fields(merge);
  }

  /** The fields of texts below which passages are mapped. */
  Set<String> texts() {
    Set<String> texts = containers();
    texts.addAll(passages.texts());
    return texts;
  }

  /** Those of them that stages compare. */
  Set<String> containers() {
    Set<String> texts = new TreeSet<>();
    for (Stage stage : stages) {
      if (stage.containment() != null) {
        texts.add(stage.containment().text());
      }
    }
    return texts;
  }

  /** How documents are compared. */
  public Rules rules() {
    return new Rules(stages, window.age(), window.both(), differs.isEmpty() == false);
  }

  /** The path of a part of the decision, by its name inside the target field. */
  public String field(String name) {
    return targetField + "." + name;
  }

  /** How many stored documents may be read at once: few where it is with their texts. */
  public int atOnce(int most) {
    return loss == null && containers().isEmpty() ? most : Math.min(most, StageLoss.MAX_READ);
  }
}
