// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.it.docs;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;
import static org.junit.Assume.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.Test;

/**
 * The files of {@code deploy/} and the workflows, as far as they can be judged without Docker,
 * Kubernetes and a hosted runner: they parse, and what they name is there.
 */
public class DeployTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final YAMLMapper YAML = new YAMLMapper();

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  private static JsonNode yaml(String file) throws IOException {
    return YAML.readTree(read(file));
  }

  private static String pom(String element) throws IOException {
    Matcher found = Pattern.compile("<" + element + ">([^<$]+)<").matcher(read("pom.xml"));
    assertTrue(element, found.find());
    return found.group(1);
  }

  @Test
  public void allFilesParse() throws IOException {
    try (Stream<Path> deploy = Files.list(ROOT.resolve("deploy"));
        Stream<Path> workflows = Files.list(ROOT.resolve(".github/workflows"))) {
      for (Path file : Stream.concat(deploy, workflows).toList()) {
        if (file.toString().endsWith("Dockerfile") == false) {
          assertTrue(file.toString(), yaml(ROOT.relativize(file).toString()).isObject());
        }
      }
    }
  }

  @Test
  public void theImageIsOfThisBuild() throws IOException {
    String dockerfile = read("deploy/Dockerfile");
    assertTrue(dockerfile, dockerfile.contains("ARG OPENSEARCH=" + pom("opensearch.version")));
    String zip = "plugin/target/near-dup-" + pom("version") + ".zip";
    assertTrue(dockerfile, dockerfile.contains("COPY --chown=1000:1000 " + zip));
    List<String> instructions =
        dockerfile
            .lines()
            .filter(line -> line.startsWith("#") == false)
            .map(line -> line.split(" ", -1)[0])
            .toList();
    assertEquals(List.of("ARG", "FROM", "COPY", "RUN"), instructions);
  }

  @Test
  public void theServicesFitTogether() throws IOException {
    JsonNode compose = yaml("deploy/compose.yaml");
    JsonNode services = compose.path("services");
    for (JsonNode service : services) {
      String image = service.path("image").asText();
      assertTrue(image, image.endsWith(':' + pom("opensearch.version")));
      for (JsonNode port : service.path("ports")) {
        assertTrue("reached from elsewhere: " + port, port.asText().startsWith("127.0.0.1:"));
      }
      assertNamed(services, service.path("depends_on"));
      for (JsonNode volume : service.path("volumes")) {
        String source = volume.asText().split(":", -1)[0];
        boolean there =
            source.startsWith(".")
                ? Files.isDirectory(ROOT.resolve("deploy").resolve(source))
                : compose.path("volumes").has(source);
        assertTrue(volume.toString(), there);
      }
    }
    JsonNode build = services.at("/opensearch/build");
    Path context = ROOT.resolve("deploy").resolve(build.path("context").asText());
    assertTrue(Files.exists(context.resolve(build.path("dockerfile").asText())));
  }

  /** Compose's own word, where it is installed. */
  @Test
  public void composeTakesTheFile() throws IOException {
    Shell shell = new Shell(ROOT);
    for (String compose : List.of("docker compose", "docker-compose")) {
      if (shell.result(compose + " version").status() == 0) {
        Shell.Result linted = shell.result(compose + " -f deploy/compose.yaml config --quiet");
        assertEquals(linted.output(), 0, linted.status());
        return;
      }
    }
    assumeTrue("deploy/compose.yaml is not linted: there is no docker compose", false);
  }

  private static void assertNamed(JsonNode services, JsonNode dependencies) {
    if (dependencies.isArray()) {
      dependencies.forEach(name -> assertTrue(name.asText(), services.has(name.asText())));
    } else {
      dependencies.fieldNames().forEachRemaining(name -> assertTrue(name, services.has(name)));
    }
  }

  /** The import is the one of docs/dashboards.md, of the same file. */
  @Test
  public void theDashboardIsImported() throws IOException {
    JsonNode service = yaml("deploy/compose.yaml").at("/services/import");
    String command =
        Stream.iterate(0, i -> i < service.path("command").size(), i -> i + 1)
            .map(i -> service.path("command").path(i).asText())
            .collect(Collectors.joining(" "));
    assertTrue(
        command,
        command.endsWith(
            "-X POST http://dashboards:5601/api/saved_objects/_import?overwrite=true"
                + " -H osd-xsrf:true --form file=@/dashboards/near-dup.ndjson"));
    assertTrue(Files.exists(ROOT.resolve("dashboards/near-dup.ndjson")));
  }

  @Test
  public void aReleaseIsForEachServer() throws IOException {
    JsonNode helm = yaml("deploy/helm-values.yaml");
    assertEquals(pom("opensearch.version"), helm.at("/image/tag").asText());
    String release = read(".ci/release");
    for (String version : List.of("3.6.0", "3.7.0", pom("opensearch.version"))) {
      assertTrue(version, release.contains(version));
    }
    assertTrue(release, release.contains("cp cli/target/near-dup.jar"));
    for (String script : List.of(".ci/release", ".ci/reproducible")) {
      assertTrue(script, Files.isExecutable(ROOT.resolve(script)));
    }
    String workflow = read(".github/workflows/release.yml");
    assertTrue(workflow, workflow.contains("run: .ci/reproducible"));
    assertFalse(workflow, workflow.contains("pull_request"));
  }
}
