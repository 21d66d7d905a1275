// SPDX-License-Identifier: Apache-2.0
// Copyright the opensearch-near-dup authors.
package io.neardup.cli;

import io.neardup.cli.io.Fault;
import io.neardup.cli.review.ReviewCommand;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The program, with its commands. */
@Command(
    name = "near-dup",
    description = "Near-duplicates of files, and of the indexes of a server.",
    mixinStandardHelpOptions = true,
    versionProvider = NearDup.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      FingerprintCommand.class,
      PairsCommand.class,
      GroupsCommand.class,
      EvaluateCommand.class,
      DestCommands.Apply.class,
      DestCommands.Export.class,
      DestCommands.Resume.class,
      SurveyCommand.class,
      PassagesCommand.class,
      ReviewCommand.class,
      AutoComplete.GenerateCompletion.class
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:the server refused, or its run failed",
      "2:arguments or files cannot be used",
      "3:no connection, no access, or a server without the plugin",
      "4:more documents than fit into memory",
      "130:ended by Ctrl-C",
      "141:the output was closed"
    })
public final class NearDup implements Runnable {
  @Spec private CommandSpec spec;

  /** Runs it; exit codes are those of the help. */
  public static void main(String[] arguments) {
    // Else a console is there from JDK 22 on even where there is no terminal.
    System.setProperty("jdk.console", "java.base");
    PrintWriter out = writer(FileDescriptor.out);
    PrintWriter err = writer(FileDescriptor.err);
    int exitCode = commandLine(out, err).execute(arguments);
    out.flush();
    err.flush();
    System.exit(exitCode);
  }

  private static PrintWriter writer(FileDescriptor descriptor) {
    return new PrintWriter(
        new OutputStreamWriter(
            new BufferedOutputStream(new FileOutputStream(descriptor)), StandardCharsets.UTF_8));
  }

  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return new CommandLine(new NearDup())
        .setOut(out)
        .setErr(err)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(NearDup::refuse)
        .setExecutionExceptionHandler(faults());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }

  /** A sentence, and not the whole help after it, which would hide it. */
  private static int refuse(ParameterException refused, String... arguments) {
    CommandLine command = refused.getCommandLine();
    String help = " (see " + command.getCommandSpec().qualifiedName() + " --help)";
    command.getErr().println("near-dup: " + refused.getMessage() + help);
    UnmatchedArgumentException.printSuggestions(refused, command.getErr());
    command.getErr().flush();
    return Fault.USAGE;
  }

  /** A sentence for what a user can cause; a stack trace for nothing else. */
  private static IExecutionExceptionHandler faults() {
    return (exception, command, parsed) -> {
      Fault fault = fault(exception);
      if (fault == null) {
        throw exception;
      }
      command.getErr().println("near-dup: " + fault.getMessage());
      command.getErr().flush();
      return fault.exitCode();
    };
  }

  private static Fault fault(Throwable exception) {
    return switch (exception) {
      case Fault fault -> fault;
      case UncheckedIOException wrapped -> fault(wrapped.getCause());
      case NoSuchFileException e -> Fault.usage("there is no file [" + e.getFile() + "]");
      case AccessDeniedException e -> Fault.usage("file [" + e.getFile() + "] may not be read");
      case IOException e -> Fault.usage(e.getClass().getSimpleName() + ": " + e.getMessage());
      case IllegalArgumentException e -> Fault.usage(e.getMessage());
      default -> null;
    };
  }

  /** That of the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = NearDup.class.getPackage().getImplementationVersion();
      return new String[] {"near-dup " + (version == null ? "(not packaged)" : version)};
    }
  }
}
