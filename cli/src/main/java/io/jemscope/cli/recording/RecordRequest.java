package io.jemscope.cli.recording;

import io.jemscope.cli.launch.SampleDistance;
import io.jemscope.report.pipeline.ReportRequest;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What to record, and how.
 *
 * @param command the program and its arguments
 * @param output the recording's file; empty for a new name in the current folder
 * @param force whether it may replace another file
 * @param html whether to write what the page shows of the recording into a file, too
 * @param page that file; empty for the recording's name with the ending {@code .html}
 * @param report the report at the end
 * @param distance how densely to sample
 * @param accumulated whether to count freed memory too
 * @param duration when to report while the program runs on; empty to report at its end
 * @param snapshotEvery the pause between two snapshots; zero for none
 * @param every how often to keep a dump in a folder of its own; empty to keep none
 * @param keepRaw whether to keep the dump that the recording was made of
 * @param followChildren whether to profile the program's children too
 * @param jemalloc the library to preload; empty to look for one
 * @param mmap whether to count memory that libraries map themselves, too; only without jemalloc
 * @param liveLine whether to show figures while the program runs
 * @param outputLines takes the lines of the program's standard output; empty to leave the output alone
 * @param livePage takes the address of the page that the program's agent serves, once it does; empty to not ask for it
 */
public record RecordRequest(
        List<String> command,
        Optional<Path> output,
        boolean force,
        boolean html,
        Optional<Path> page,
        ReportRequest report,
        SampleDistance distance,
        boolean accumulated,
        Optional<Duration> duration,
        Duration snapshotEvery,
        Optional<Duration> every,
        boolean keepRaw,
        boolean followChildren,
        Optional<Path> jemalloc,
        boolean mmap,
        boolean liveLine,
        Optional<Consumer<String>> outputLines,
        Optional<Consumer<URI>> livePage) {

    /**
     * Keeps the command unchangeable.
     *
     * @param command the program and its arguments; copied
     * @param output the recording's file
     * @param force whether it may replace another file
     * @param html whether to write a page, too
     * @param page the page's file
     * @param report the report at the end
     * @param distance how densely to sample
     * @param accumulated whether to count freed memory too
     * @param duration when to report
     * @param snapshotEvery the pause between two snapshots
     * @param every how often to keep a dump
     * @param keepRaw whether to keep the dump
     * @param followChildren whether to profile the children too
     * @param jemalloc the library to preload
     * @param mmap whether to count memory that libraries map themselves
     * @param liveLine whether to show figures
     * @param outputLines takes the program's output
     * @param livePage takes the address of the agent's page
     */
    public RecordRequest {
        command = List.copyOf(command);
    }
}
