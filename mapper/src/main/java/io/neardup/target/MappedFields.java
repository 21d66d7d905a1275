// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.target;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.Nullable;
import org.opensearch.index.mapper.FieldAliasMapper;
import org.opensearch.index.mapper.SourceFieldMapper;

/** The fields of indexes according to the cluster state. */
public record MappedFields(ClusterState state) {
  private static final List<String> CHILDREN = List.of("properties", "fields");

  /** The type of a field, or of the alias's target; null if it is not mapped. */
  @Nullable public String type(String index, String field) {
    Map<?, ?> found = parameters(index, field);
    return found == null || found.get("type") == null ? null : found.get("type").toString();
  }

  /** The parameters of a field, or of that which it is an alias of; null if it is not mapped. */
  @Nullable public Map<?, ?> parameters(String index, String field) {
    IndexMetadata metadata = state.metadata().index(index);
    if (metadata == null || metadata.mapping() == null) {
      return null;
    }
    Map<String, Object> mapping = metadata.mapping().sourceAsMap();
    Map<?, ?> found = find(mapping, field);
    if (found != null && FieldAliasMapper.CONTENT_TYPE.equals(found.get("type"))) {
      found = find(mapping, String.valueOf(found.get(FieldAliasMapper.Names.PATH)));
    }
    return found;
  }

  /** Whether the documents of an index keep what they were made of. */
  public boolean haveSource(String index) {
    IndexMetadata metadata = state.metadata().index(index);
    return metadata == null
        || metadata.mapping() == null
        || (metadata.mapping().sourceAsMap().get(SourceFieldMapper.NAME) instanceof Map<?, ?> source
                && isFalse(source.get("enabled")))
            == false;
  }

  /** Whether a parameter is set to false, as JSON or as text. */
  public static boolean isFalse(@Nullable Object value) {
    return value != null && "false".equals(value.toString());
  }

  /** The kind of a field's values; that of {@code simhash} where the mapping does not tell. */
  public TargetKind kind(String index, String field) {
    return TargetKind.ofType(type(index, field)).orElse(TargetKind.SIMHASH);
  }

  /** The names of an index's fields of a type, multi-fields included. */
  public Set<String> ofType(String index, String type) {
    IndexMetadata metadata = state.metadata().index(index);
    Set<String> names = new TreeSet<>();
    if (metadata != null && metadata.mapping() != null) {
      add(metadata.mapping().sourceAsMap(), "", type, names);
    }
    return names;
  }

  /**
   * The one field of these indexes by which near-duplicates are found. Signatures tell similarities
   * down to .3 apart, so they come first.
   *
   * @throws IllegalArgumentException (HTTP 400) if there is none, or more to choose from
   */
  public String onlyFingerprint(Collection<String> indexes) {
    for (TargetKind kind : List.of(TargetKind.MINHASH, TargetKind.SIMHASH)) {
      Set<String> names = new TreeSet<>();
      indexes.forEach(index -> names.addAll(ofType(index, kind.type())));
      if (names.size() == 1) {
        return names.iterator().next();
      }
      if (names.size() > 1) {
        throw new IllegalArgumentException(
            "[field] must say by which field, got none; the indexes have " + names);
      }
    }
    throw new IllegalArgumentException(
        "[field] must be of type [minhash] or [simhash], got none, and the indexes have none;"
            + " index documents through a processor [minhash] or [simhash]");
  }

  private static void add(Map<?, ?> parent, String path, String type, Set<String> names) {
    for (String kind : CHILDREN) {
      if (parent.get(kind) instanceof Map<?, ?> children) {
        children.forEach(
            (name, child) -> {
              if (child instanceof Map<?, ?> field) {
                if (type.equals(field.get("type"))) {
                  names.add(path + name);
                }
                add(field, path + name + ".", type, names);
              }
            });
      }
    }
  }

  /** Finds the field by the parts of its name, in properties of objects and in multi-fields. */
  @Nullable private static Map<?, ?> find(Map<?, ?> parent, String name) {
    // Where a mapping has no objects, a part has dots itself.
    for (int end = name.length(); end > 0; end = name.lastIndexOf('.', end - 1)) {
      Map<?, ?> child = child(parent, name.substring(0, end));
      if (child != null) {
        return end == name.length() ? child : find(child, name.substring(end + 1));
      }
    }
    return null;
  }

  @Nullable private static Map<?, ?> child(Map<?, ?> parent, String name) {
    for (String kind : CHILDREN) {
      if (parent.get(kind) instanceof Map<?, ?> children
          && children.get(name) instanceof Map<?, ?> child) {
        return child;
      }
    }
    return null;
  }
}
