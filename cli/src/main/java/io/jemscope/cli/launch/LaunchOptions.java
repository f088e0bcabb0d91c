package io.jemscope.cli.launch;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How a program is to be started.
 *
 * @param distance how densely to sample
 * @param active whether to sample from the start
 * @param accumulated whether freed memory is to be counted too
 * @param followChildren whether the program's children are to be profiled like itself
 * @param folder where dumps go, with one at the program's end; empty to leave that to the agent, and without a last dump
 */
public record LaunchOptions(
        SampleDistance distance, boolean active, boolean accumulated, boolean followChildren, Optional<Path> folder) {}
