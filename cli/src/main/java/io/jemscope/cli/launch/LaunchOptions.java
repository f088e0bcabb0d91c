package io.jemscope.cli.launch;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How to start a program.
 *
 * @param distance how densely to sample
 * @param active whether to sample from the start
 * @param accumulated whether to count freed memory, too
 * @param followChildren whether to profile the program's children likewise
 * @param folder where dumps go, with one at the program's end; empty to leave that to the agent, and without a last dump
 * @param mmap whether memory that libraries map themselves is counted, too
 * @param watch when bundles are made, as the setting has it; empty to leave that to the agent
 */
public record LaunchOptions(
        SampleDistance distance,
        boolean active,
        boolean accumulated,
        boolean followChildren,
        Optional<Path> folder,
        boolean mmap,
        String watch) {}
