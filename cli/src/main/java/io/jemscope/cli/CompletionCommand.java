package io.jemscope.cli;

import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.terminal.Console;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints the script that makes a shell complete verbs and options. */
@Command(
        name = "completion",
        header = "Prints a script that completes verbs and options in bash or zsh.",
        description = {"", "Save it where your shell reads it at its start.", ""},
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(jemscope completion bash)",
            "  jemscope completion bash > ~/.local/share/bash-completion/completions/jemscope",
            "  echo 'source <(jemscope completion zsh)' >> ~/.zshrc",
            "",
            "Exit code: 0; 2 for a wrong command line."
        })
final class CompletionCommand implements Callable<Integer> {

    /** A shell that there is a script for. */
    enum Shell {
        BASH,
        ZSH
    }

    private final Console console;

    @Parameters(paramLabel = "SHELL", description = "bash or zsh.")
    private Shell shell = Shell.BASH;

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (shell == Shell.ZSH) {
            // zsh reads bash's scripts once it is told how.
            console.out().println("autoload -U +X compinit && compinit");
            console.out().println("autoload -U +X bashcompinit && bashcompinit");
        }
        console.out().print(AutoComplete.bash("jemscope", Verbs.commandLine(null, console)));
        return ExitCode.OK;
    }
}
