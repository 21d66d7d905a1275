// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.ingest.domain;

import io.neardup.fingerprint.memory.MemoryAccount;
import io.neardup.request.IndexLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.opensearch.cluster.ClusterState;
import org.opensearch.cluster.metadata.IndexMetadata;
import org.opensearch.common.Nullable;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.core.index.Index;
import org.opensearch.index.IndexSettings;
import org.opensearch.index.mapper.DateFieldMapper;
import org.opensearch.index.mapper.KeywordFieldMapper;
import org.opensearch.index.mapper.MappedFieldType;
import org.opensearch.index.mapper.MapperParsingException;
import org.opensearch.index.mapper.MapperService;
import org.opensearch.index.mapper.TextFieldMapper;
import org.opensearch.indices.IndicesService;
import org.opensearch.search.aggregations.MultiBucketConsumerService;

/**
 * The {@link ComparedFields} of indexes, each made once for a mapping: by a mapper of the index
 * that has these fields only, so that neither the others nor what documents must have are in its
 * way.
 */
public final class IndexFields {
  /** More indexes than a node decides for; each is looked up at every search. */
  private static final int MAX_KNOWN = 20_000;

  static final String PROPERTIES = "properties";
  static final Map<String, Object> KEYWORD = Map.of("type", KeywordFieldMapper.CONTENT_TYPE);

  private final Supplier<ClusterState> state;
  private final Supplier<MemoryAccount> memory;

  /** Mappers are left to the garbage collector: others may be reading by one that is forgotten. */
  private final Map<Known, ComparedFields> known = new ConcurrentHashMap<>();

  private final PartMappers mappers;

  /** What is known to map decisions, and does so for good. */
  private final Set<Decided> decided = ConcurrentHashMap.newKeySet();

  private record Decided(Index index, String targetField) {}

  private record Known(
      Index index,
      long mapping,
      long settings,
      Set<String> exact,
      Set<String> scope,
      Map<String, String> ordered,
      Set<String> texts,
      @Nullable String window) {}

  /**
   * @param memory opens an account for texts that are read to be compared
   */
  public IndexFields(
      IndicesService indices, Supplier<ClusterState> state, Supplier<MemoryAccount> memory) {
    this.mappers = new PartMappers(indices);
    this.state = state;
    this.memory = memory;
  }

  /** Opens an account for texts that are read to be compared; the caller must close it. */
  public MemoryAccount openAccount() {
    return memory.get();
  }

  /**
   * The fields of an index.
   *
   * @throws IllegalArgumentException with the way out if one of them cannot be compared
   */
  public ComparedFields of(DomainSpec spec, String index) {
    return of(spec, index, null);
  }

  /**
   * The same for documents that are written: a field that is not mapped yet is read as it will be.
   *
   * @param wanted how it will be mapped; null for a keyword
   */
  public ComparedFields of(
      DomainSpec spec, String index, @Nullable Function<String, Map<String, Object>> wanted) {
    ComparedFields found = read(spec, index, wanted);
    found.requireFit(field -> true);
    return found;
  }

  /**
   * The same for documents that are stored: a field that cannot be compared has no values. Without
   * those of the scope, nothing is known of them: they must not seem to be without a scope.
   */
  public ComparedFields ofStored(DomainSpec spec, String index) {
    ComparedFields found = read(spec, index, null);
    return found.areFit(spec.scope()) && found.areFit(spec.differs()) ? found : ComparedFields.NONE;
  }

  private ComparedFields read(
      DomainSpec spec, String index, @Nullable Function<String, Map<String, Object>> wanted) {
    Set<String> exact = spec.exact();
    Set<String> scope = new TreeSet<>(spec.scope());
    scope.addAll(spec.differs());
    Map<String, String> ordered = spec.ordered();
    Set<String> texts = spec.containers();
    if (exact.isEmpty()
        && scope.isEmpty()
        && ordered.isEmpty()
        && texts.isEmpty()
        && spec.window().field() == null) {
      return ComparedFields.NONE;
    }
    IndexMetadata metadata = state.get().metadata().index(index);
    if (metadata == null) {
      return ComparedFields.NONE;
    }
    if (known.size() > MAX_KNOWN) {
      known.clear();
    }
    Known key =
        new Known(
            metadata.getIndex(),
            metadata.getMappingVersion(),
            metadata.getSettingsVersion(),
            exact,
            scope,
            ordered,
            texts,
            spec.window().field());
    ComparedFields found = known.get(key);
    if (found == null) {
      found = make(key, metadata, field -> KEYWORD);
      known.put(key, found);
    }
    // What the others map may change, so that this is not kept.
    return wanted != null && found.hasUnmapped() ? make(key, metadata, wanted) : found;
  }

  /**
   * Rejects an index whose documents cannot be compared with those of another one that has
   * decisions, or not be ordered among those of the older ones. What another index does not map,
   * its documents do not have.
   *
   * @param all concrete names, the oldest first
   */
  public void requireOthers(DomainSpec spec, String index, List<String> all) {
    Set<String> compared = spec.compared();
    List<ComparedFields> older = new ArrayList<>();
    boolean isOlder = all.contains(index);
    for (String other : all) {
      isOlder &= other.equals(index) == false;
      if (isDecided(spec, other)) {
        ComparedFields fields = read(spec, other, null);
        Map<String, Object> mapping = MappedField.mapping(state.get().metadata().index(other));
        fields.requireFit(
            field -> compared.contains(field) && MappedField.at(mapping, field).missing() == false);
        if (isOlder) {
          older.add(fields);
        }
      }
    }
    of(spec, index).requireOrder(spec.keep(), older);
  }

  /** Rejects an index that does not take what discarded duplicates leave in its documents. */
  public void requireMergeTargets(DomainSpec spec, String index) {
    IndexMetadata metadata = spec.merge().isEmpty() ? null : state.get().metadata().index(index);
    if (metadata != null && metadata.mapping() != null) {
      MergeTargets targets = new MergeTargets(spec.merge(), metadata, mappers);
      spec.merge().forEach(targets::require);
    }
  }

  /**
   * Those of these indexes that map decisions, or all if none does. The others have no document
   * with a decision, and a search that sorts by what they do not map fails.
   */
  public List<String> decided(DomainSpec spec, List<String> indices) {
    List<String> found = indices.stream().filter(index -> isDecided(spec, index)).toList();
    return found.isEmpty() ? indices : found;
  }

  private boolean isDecided(DomainSpec spec, String index) {
    IndexMetadata metadata = state.get().metadata().index(index);
    if (metadata == null || metadata.mapping() == null) {
      // If it is gone, the search has to say so.
      return metadata == null;
    }
    Decided key = new Decided(metadata.getIndex(), spec.targetField());
    if (decided.contains(key)) {
      return true;
    }
    if (MappedField.at(metadata.mapping().sourceAsMap(), spec.field("group")).missing()) {
      return false;
    }
    if (decided.size() > MAX_KNOWN) {
      decided.clear();
    }
    return decided.add(key);
  }

  /** How many hits a search of these indexes may ask for. */
  public int resultWindow(Collection<String> indices, int most) {
    return IndexLimits.least(IndexSettings.MAX_RESULT_WINDOW_SETTING, state.get(), indices, most);
  }

  /** How many terms a query may have, at most this many. */
  public int terms(Collection<String> indices, int most) {
    return IndexLimits.least(IndexSettings.MAX_TERMS_COUNT_SETTING, state.get(), indices, most);
  }

  /** How many buckets an aggregation may have, at most this many. */
  public int buckets(int most) {
    int buckets =
        MultiBucketConsumerService.MAX_BUCKET_SETTING.get(state.get().metadata().settings());
    return Math.min(most, Math.max(1, buckets));
  }

  /** Whether a field is a date in all of these indexes, and takes these, in milliseconds. */
  public boolean isDate(String field, Collection<String> indices, long from, long to) {
    boolean nanos = from >= 0 && to <= TimeUnit.NANOSECONDS.toMillis(Long.MAX_VALUE);
    for (String index : indices) {
      Map<String, Object> mapping = MappedField.mapping(state.get().metadata().index(index));
      Object type = MappedField.at(mapping, field).parameters().get("type");
      if (DateFieldMapper.CONTENT_TYPE.equals(type) == false
          && (nanos && DateFieldMapper.DATE_NANOS_CONTENT_TYPE.equals(type)) == false) {
        return false;
      }
    }
    return true;
  }

  /**
   * How an index of a domain is to map a field by whose values documents are compared: as the
   * oldest that has decisions, so that values are equal in both; as a keyword if none maps it.
   *
   * @param all concrete names, the oldest first
   */
  Map<String, Object> wanted(DomainSpec spec, String field, List<String> all) {
    Map<String, Object> found =
        all.stream()
            .filter(index -> isDecided(spec, index) && ofStored(spec, index).has(field))
            .map(index -> MappedField.mapping(state.get().metadata().index(index)))
            .map(mapping -> MappedField.behind(mapping, field))
            .map(MappedField::parameters)
            .filter(mapped -> mapped.get("type") instanceof String)
            .<Map<String, Object>>map(TreeMap::new)
            .findFirst()
            .orElseGet(TreeMap::new);
    found.keySet().removeAll(List.of("fields", "copy_to"));
    return found.isEmpty() ? KEYWORD : found;
  }

  /**
   * @param wanted how a field that is missing will be mapped
   */
  private ComparedFields make(
      Known key, IndexMetadata metadata, Function<String, Map<String, Object>> wanted) {
    Map<String, Object> mapping = MappedField.mapping(metadata);
    Set<String> names = new TreeSet<>(key.exact);
    names.addAll(key.scope);
    names.addAll(key.ordered.keySet());
    Set<String> parsed = new HashSet<>();
    Map<String, Map<String, Object>> missing = new LinkedHashMap<>();
    for (String name : names) {
      parsed.add(MappedField.named(mapping, name));
      if (MappedField.at(mapping, name).missing() && key.ordered.containsKey(name) == false) {
        missing.put(name, wanted.apply(name));
      }
    }
    Map<String, Map<String, Object>> unmapped = new HashMap<>(missing);
    key.texts.stream()
        .filter(text -> MappedField.at(mapping, text).missing())
        .forEach(text -> unmapped.put(text, Map.of("type", TextFieldMapper.CONTENT_TYPE)));
    if (key.window != null) {
      parsed.add(key.window);
    }
    Map<String, Object> part = new HashMap<>(part(mapping, "", parsed));
    XContentHelper.mergeDefaults(part, MappingJson.properties(missing));
    part.put("dynamic", "false");
    MapperService mapper;
    try {
      mapper = mappers.of(metadata, part);
    } catch (MapperParsingException e) {
      // Its own part has a mapper already.
      throw UnfitFields.notAsOlder(missing, key.index.getName(), e);
    }
    Map<String, ComparedFields.Field> fields = new HashMap<>();
    Map<String, String> unfit = new TreeMap<>();
    for (String name : names) {
      try {
        fields.put(name, field(key, name, mapping, mapper));
      } catch (IllegalArgumentException e) {
        unfit.put(name, e.getMessage());
      }
    }
    WindowDates dates =
        key.window != null
                && mapper.fieldType(key.window) instanceof DateFieldMapper.DateFieldType type
            ? new WindowDates(type.dateTimeFormatter())
            : null;
    return new ComparedFields(
        key.index.getName(), mapper.documentMapper(), fields, unfit, unmapped, dates);
  }

  private static ComparedFields.Field field(
      Known key, String name, Map<String, Object> mapping, MapperService mapper) {
    MappedField mapped = MappedField.at(mapping, name);
    if (mapped.obstacle() != null) {
      throw UnfitFields.incomparable(name, key.index.getName(), mapping, mapped.seen());
    }
    MappedFieldType type = mapper.fieldType(MappedField.named(mapping, name));
    String parameter = key.ordered.get(name);
    RankOrder ranks = type != null && parameter != null ? FieldValues.ranks(type) : null;
    if (parameter != null && ranks == null) {
      throw UnfitFields.unordered(
          parameter, name, key.index.getName(), mapped.missing() ? null : mapped.seen());
    }
    if (type == null || FieldValues.isComparable(type, key.exact.contains(name)) == false) {
      throw UnfitFields.incomparable(name, key.index.getName(), mapping, mapped.seen());
    }
    Set<String> sources = Set.copyOf(mapper.sourcePath(type.name()));
    if ("merge".equals(parameter) && sources.equals(Set.of(name)) == false) {
      throw UnfitFields.copied(name, key.index.getName(), sources);
    }
    return new ComparedFields.Field(
        type.name(),
        sources,
        type.typeName(),
        new SearchForm(type, FieldValues.number(type)),
        ranks);
  }

  /** The part of a mapping that these fields need, with what is copied to them. */
  @SuppressWarnings("unchecked")
  static Map<String, Object> part(Map<String, Object> object, String above, Set<String> names) {
    Map<String, Object> kept = new LinkedHashMap<>();
    if (object.get(PROPERTIES) instanceof Map<?, ?> properties) {
      properties.forEach(
          (name, mapped) -> {
            Map<String, Object> config = (Map<String, Object>) mapped;
            String path = above + name;
            if (config.containsKey(PROPERTIES)) {
              Map<String, Object> inner = part(config, path + ".", names);
              if (inner.isEmpty() == false) {
                Map<String, Object> whole = new HashMap<>(config);
                whole.remove("dynamic");
                whole.putAll(inner);
                kept.put((String) name, whole);
              }
            } else if (isNeeded(path, config.get("copy_to"), names)) {
              kept.put((String) name, config);
            }
          });
    }
    Map<String, Object> part = new HashMap<>();
    if (kept.isEmpty() == false) {
      part.put(PROPERTIES, kept);
    }
    if (above.isEmpty() && object.containsKey("disable_objects")) {
      part.put("disable_objects", object.get("disable_objects"));
    }
    return part;
  }

  private static boolean isNeeded(String path, @Nullable Object copies, Set<String> names) {
    List<?> targets =
        copies instanceof List<?> list ? list : copies == null ? List.of() : List.of(copies);
    return names.stream()
        .anyMatch(
            name ->
                name.equals(path)
                    || name.startsWith(path + ".")
                    || targets.stream().anyMatch(t -> name.equals(t) || name.startsWith(t + ".")));
  }
}
