package io.jemscope.cli;

import io.jemscope.cli.terminal.Console;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes the verbs for the help that lists them all, and for the manual pages. */
final class ConsoleFactory implements IFactory {

    private final Console console;

    /** picocli's generator of manual pages calls it. */
    @SuppressWarnings("unused")
    ConsoleFactory() {
        this(new Console(System.out, System.err));
    }

    ConsoleFactory(Console console) {
        this.console = console;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        for (String verb : JemscopeCommand.VERBS) {
            Object command = JemscopeCommand.verb(verb, console);
            if (type.isInstance(command)) {
                return type.cast(command);
            }
        }
        return CommandLine.defaultFactory().create(type);
    }
}
