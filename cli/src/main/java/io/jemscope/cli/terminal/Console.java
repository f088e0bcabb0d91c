package io.jemscope.cli.terminal;

import java.io.PrintStream;

/**
 * Where the command's output goes.
 *
 * @param out for results
 * @param err for everything else; the program's own output is never mixed with {@code out}
 */
public record Console(PrintStream out, PrintStream err) {}
