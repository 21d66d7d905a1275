// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.action.passages;

import io.neardup.analyzer.NearDupAnalyzer;
import io.neardup.fingerprint.passages.PassageLength;
import io.neardup.request.EndpointAggregation;
import io.neardup.request.WireVersion;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.search.aggregations.InternalAggregation;

/**
 * What shards know of a question about passages: how its field makes tokens, where its texts stand
 * in documents, which of its hashes too many documents of a shard have, and how many hits a search
 * may have.
 */
public final class InternalPassageFacts extends EndpointAggregation {
  /** How the field makes tokens, in the order of their parameters. */
  record Form(int minPassage, boolean html) implements Comparable<Form> {
    private Form(StreamInput in) throws IOException {
      this(in.readVInt(), in.readBoolean());
    }

    private void writeTo(StreamOutput out) throws IOException {
      out.writeVInt(minPassage);
      out.writeBoolean(html);
    }

    @Override
    public int compareTo(Form other) {
      int compared = Integer.compare(minPassage, other.minPassage);
      return compared == 0 ? Boolean.compare(html, other.html) : compared;
    }

    private String shown() {
      return "[min_passage] [" + minPassage + "], [html] [" + html + "]";
    }
  }

  /** None if no shard maps the field. */
  private final Set<Form> forms;

  private final Set<String> paths;
  private final BitSet common;
  private final int window;

  InternalPassageFacts(
      String name,
      Map<String, Object> metadata,
      Set<Form> forms,
      Set<String> paths,
      BitSet common,
      int window) {
    super(name, metadata);
    this.forms = forms;
    this.paths = paths;
    this.common = common;
    this.window = window;
  }

  /** Mirrors {@link #doWriteTo}. */
  public InternalPassageFacts(StreamInput in) throws IOException {
    super(in);
    WireVersion.read(in);
    forms = in.readSet(Form::new);
    paths = new TreeSet<>(in.readStringList());
    common = BitSet.valueOf(in.readLongArray());
    window = in.readVInt();
  }

  @Override
  protected void doWriteTo(StreamOutput out) throws IOException {
    WireVersion.write(out, WireVersion.V_0_1_0);
    out.writeCollection(forms, (to, form) -> form.writeTo(to));
    out.writeStringCollection(paths);
    out.writeLongArray(common.toLongArray());
    out.writeVInt(window);
  }

  /**
   * Refuses a field that no index maps.
   *
   * @throws IllegalArgumentException naming it
   */
  public void requireField(String field) {
    if (forms.isEmpty()) {
      throw new IllegalArgumentException(
          "[field] must be mapped as [passages] in an index that is asked, got ["
              + field
              + "], which none maps; correct the name, or map it");
    }
  }

  /**
   * How the field makes tokens, which an index maps.
   *
   * @throws IllegalArgumentException if the fields of indexes differ: not where they are reduced,
   *     since what fails there is the search, for whatever cause
   */
  private Form form() {
    if (forms.size() > 1) {
      throw new IllegalArgumentException(
          "[field] must be mapped alike in all indexes, got "
              + forms.stream().sorted().map(Form::shown).collect(Collectors.joining(" and "))
              + "; ask for each index by itself");
    }
    return forms.iterator().next();
  }

  /** The shortest passage that the field finds. */
  public PassageLength length() {
    return new PassageLength(form().minPassage);
  }

  /** What cuts texts as the field does. */
  public NearDupAnalyzer analyzer() {
    return NearDupAnalyzer.of(form().html);
  }

  Set<String> paths() {
    return paths;
  }

  BitSet common() {
    return common;
  }

  /** How many hits a search may have, in whichever cluster. */
  int window() {
    return window;
  }

  /** What is common on one shard is boilerplate on all. */
  @Override
  public InternalAggregation reduce(List<InternalAggregation> parts, ReduceContext context) {
    Set<Form> found = new HashSet<>();
    Set<String> all = new TreeSet<>();
    BitSet any = new BitSet();
    int least = Integer.MAX_VALUE;
    for (InternalAggregation part : parts) {
      InternalPassageFacts facts = (InternalPassageFacts) part;
      found.addAll(facts.forms);
      all.addAll(facts.paths);
      any.or(facts.common);
      least = Math.min(least, facts.window);
    }
    return new InternalPassageFacts(name, metadata, found, all, any, least);
  }
}
