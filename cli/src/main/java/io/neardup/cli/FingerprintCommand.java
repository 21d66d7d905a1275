// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import io.neardup.cli.io.Notes;
import io.neardup.cli.io.Output;
import io.neardup.fingerprint.Fingerprint;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Texts to fingerprints and signatures. */
@Command(
    name = "fingerprint",
    description = {
      "Prints the fingerprint, the signature and the id of each text, separated by tabs: the same"
          + " as those of the processors with the analyzer near_dup."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
final class FingerprintCommand implements Callable<Integer> {
  private static final String NONE = "-";

  @Spec private CommandSpec spec;
  @Mixin private Documents documents;
  @Mixin private Features features;

  @Option(names = "--json", description = "prints an object in each line")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    features.orElse(false, "shingle:3");
    Output out = new Output(spec.commandLine().getOut());
    Features.Sketcher sketcher = features.sketcher();
    documents.forEach(
        document -> print(document, sketcher.sketch(document.text()), out), without -> {});
    out.check();
    documents.report(Notes.of(spec));
    return 0;
  }

  private void print(TextDocument document, Features.Sketch sketch, Output out) {
    String fingerprint =
        sketch.fingerprint() == null ? null : Fingerprint.toHex(sketch.fingerprint());
    String signature = sketch.signature() == null ? null : sketch.signature().toString();
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("id", document.id());
      line.put("fingerprint", fingerprint);
      line.put("signature", signature);
      out.json(line);
    } else {
      out.line(shown(fingerprint) + "\t" + shown(signature) + "\t" + document.id());
    }
  }

  private static String shown(String value) {
    return value == null ? NONE : value;
  }
}
