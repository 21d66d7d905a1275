// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.collapse;

import io.neardup.collapse.SearchedFields.Mapped;
import io.neardup.fingerprint.minhash.NumbersRule;
import io.neardup.target.FieldTypes;
import io.neardup.target.Nearness;
import io.neardup.target.TargetKind;
import java.util.List;
import java.util.Objects;
import org.opensearch.action.search.SearchRequest;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.Nullable;

/** Checks the fields of a collapse against the mappings of the indexes that are searched. */
final class CollapseFields {
  private final CollapseOptions options;
  private final SearchedFields searched;
  private final List<IndexMetadata> indices;

  /** Whether all indexes are known, so that a field that none of them maps is an error. */
  private final boolean allKnown;

  CollapseFields(CollapseOptions options, SearchedFields searched, SearchRequest request) {
    this.options = options;
    this.searched = searched;
    this.indices = searched.indices(request);
    this.allKnown = indices.isEmpty() == false && SearchedFields.isRemote(request) == false;
  }

  CollapseOptions options() {
    return options;
  }

  /** How many hits of the indexes a search can ask for, at most so many. */
  int resultWindow(int most) {
    return searched.resultWindow(indices, most);
  }

  private List<Mapped> mapped(String parameter, String field) {
    List<Mapped> mapped = searched.mapped(indices, field);
    if (mapped.isEmpty() && allKnown) {
      throw options.refused(
          "["
              + parameter
              + "] must be mapped by an index of the search, and none maps ["
              + field
              + "]; correct the name, or map it");
    }
    return mapped;
  }

  /**
   * The kind of the fingerprints, and how near they must be.
   *
   * @throws IllegalArgumentException if they are none, or near in another way
   */
  Measure measure() {
    String field = options.field();
    List<Mapped> mapped = mapped(Parameters.FIELD, field);
    if (mapped.isEmpty() == false && mapped.get(0).passages() != null) {
      return Measure.of(passages(mapped));
    }
    if (options.coverage() != null) {
      throw options.refused(
          "[coverage] is for a [field] of type [passages], got ["
              + field
              + "]; name another field, or leave it out");
    }
    TargetKind kind = mapped.isEmpty() ? askedKind() : kind(mapped);
    try {
      if (kind == TargetKind.SIMHASH) {
        return new Measure(
            kind, options.nearness().distance(field, false), null, NumbersRule.KEPT, null);
      }
      if (kind == TargetKind.MINHASH) {
        options.nearness().requireSimilarity(field);
      }
    } catch (IllegalArgumentException e) {
      throw options.refused(e.getMessage());
    }
    Double asked = options.nearness().similarity();
    return new Measure(
        kind,
        options.nearness().maxDistance(),
        asked == null ? least(mapped) : asked,
        options.nearness().numbersRule(),
        null);
  }

  private PassagesMeasure passages(List<Mapped> mapped) {
    for (Mapped field : mapped) {
      if (field.type().equals(mapped.get(0).type()) == false) {
        throw differs(options.field(), mapped.get(0), field);
      }
      if (field.passages().equals(mapped.get(0).passages()) == false) {
        throw options.refused(
            "field ["
                + options.field()
                + "] must have one [min_passage] and one [html], and they differ in index ["
                + mapped.get(0).index()
                + "] and ["
                + field.index()
                + "]; search them one after the other");
      }
    }
    Nearness nearness = options.nearness();
    if (nearness.maxDistance() != null
        || nearness.similarity() != null
        || nearness.numbers() != null) {
      throw options.refused(
          "field ["
              + options.field()
              + "] is of type [passages], which takes [coverage], got [max_distance], [similarity]"
              + " or [numbers]; leave these out");
    }
    PassagesMeasure there = mapped.get(0).passages();
    return options.coverage() == null
        ? there
        : new PassagesMeasure(there.length(), there.html(), options.coverage());
  }

  /** What is asked for tells the kind where mappings do not; null if it does not either. */
  @Nullable private TargetKind askedKind() {
    Nearness nearness = options.nearness();
    return nearness.maxDistance() != null
        ? TargetKind.SIMHASH
        : nearness.similarity() != null || nearness.numbers() != null ? TargetKind.MINHASH : null;
  }

  private TargetKind kind(List<Mapped> mapped) {
    for (Mapped field : mapped) {
      if (TargetKind.ofType(field.type()).isEmpty()) {
        throw wrongType(
            Parameters.FIELD, options.field(), field, "[simhash], [minhash] or [passages]");
      }
      if (field.type().equals(mapped.get(0).type()) == false) {
        throw differs(options.field(), mapped.get(0), field);
      }
    }
    return TargetKind.ofType(mapped.get(0).type()).orElseThrow();
  }

  @Nullable private static Double least(List<Mapped> mapped) {
    return mapped.stream()
        .map(Mapped::similarity)
        .filter(Objects::nonNull)
        .min(Double::compare)
        .orElse(null);
  }

  /** Whether a hit is kept by dates rather than numbers; null if no mapping tells. */
  @Nullable Boolean checkKeep() {
    String field = options.keep().field();
    List<Mapped> mapped = mapped(Parameters.KEEP, field);
    for (Mapped index : mapped) {
      if (FieldTypes.NUMBERS.contains(index.type()) == false
          && FieldTypes.DATES.contains(index.type()) == false) {
        throw wrongType(Parameters.KEEP, field, index, "a number or a date");
      }
      requireDocValues(Parameters.KEEP, field, index, "a number or a date");
      if (FieldTypes.DATES.contains(index.type())
          != FieldTypes.DATES.contains(mapped.get(0).type())) {
        throw differs(field, mapped.get(0), index);
      }
    }
    return mapped.isEmpty() ? null : (Boolean) FieldTypes.DATES.contains(mapped.get(0).type());
  }

  /** Checks the scope. */
  void checkScope() {
    for (String field : options.scope()) {
      for (Mapped index : mapped(Parameters.SCOPE, field)) {
        requireDocValues(Parameters.SCOPE, field, index, "a [keyword]");
      }
    }
  }

  /** Checks that texts can be read. */
  void checkTexts() {
    for (Mapped index : mapped(Parameters.FIELD, options.field())) {
      if (index.hasSource() == false) {
        throw options.refused(
            "[verify] reads texts from [_source], which the documents of index ["
                + index.index()
                + "] do not have, by its mapping; leave out [verify], or that index");
      }
    }
  }

  private void requireDocValues(String parameter, String field, Mapped index, String example) {
    if (index.hasDocValues() == false) {
      throw options.refused(
          "["
              + parameter
              + "] needs doc values, which field ["
              + field
              + "] of type ["
              + index.type()
              + "] does not have in index ["
              + index.index()
              + "]; use a field with doc values, such as "
              + example
              + " beside it");
    }
  }

  private IllegalArgumentException wrongType(
      String parameter, String field, Mapped index, String wanted) {
    return options.refused(
        "["
            + parameter
            + "] must be "
            + wanted
            + ", got ["
            + field
            + "], which is of type ["
            + index.type()
            + "] in index ["
            + index.index()
            + "]; name another field, or leave out that index");
  }

  private IllegalArgumentException differs(String field, Mapped first, Mapped second) {
    return options.refused(
        "field ["
            + field
            + "] must be of one type, and is ["
            + first.type()
            + "] in index ["
            + first.index()
            + "] and ["
            + second.type()
            + "] in index ["
            + second.index()
            + "]; search them one after the other");
  }
}
