package io.jemscope.agent.web.rendering;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.history.OwnVerdict;
import io.jemscope.agent.profiling.Permit;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Role;
import io.jemscope.report.verdict.ProcessVerdict;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Renders dumps for people and tools. */
public interface Renderings {

    /**
     * Renders a dump. Equal requests share one rendering. Never blocks.
     *
     * @param baseline another dump, whose figures are taken off; empty for all that the dump tells
     * @param format what to make of it
     * @param view what of the dump, and how it is counted and shown
     * @param access the role of the caller
     * @param permit taken where it has to be made anew, and there is a place for that
     * @return completes with what was made; or exceptionally, with a {@link ApiException} where it can't be made
     * @throws ApiException where too much waits already, or the permit refuses
     */
    CompletionStage<Rendering> of(
            Dump dump, Optional<Dump> baseline, ViewFormat format, View view, Role access, Permit<ApiException> permit)
            throws ApiException;

    /**
     * Makes a format of a dump that isn't kept, and removes the dump.
     *
     * @param aside the dump, see {@link io.jemscope.agent.dumps.DumpStore#writeAside}
     * @param format what to make of it
     * @param access the caller's role
     * @return completes with what was made, open for reading, a file that has no name any more; or exceptionally, as above
     */
    CompletionStage<FileChannel> once(Dump aside, ViewFormat format, Role access);

    /**
     * Judges this process.
     *
     * @param dump of this moment; null if nothing is sampled
     * @param large whether the ledger of a large process is read
     * @param access the caller's role
     * @return completes with the verdict; or exceptionally, as above
     */
    CompletionStage<ProcessVerdict> verdict(OwnVerdict verdict, @Nullable Dump dump, boolean large, Role access);

    /** Judges this process by its history, if it can be done now: no caller waits for it. */
    void refresh(OwnVerdict verdict);

    /**
     * Names addresses of this process's stacks.
     *
     * @param returns return addresses, and what stands for Java frames
     * @param symbols the symbols file of a dump, for the names of Java frames; empty where there is none
     * @param access the caller's role
     * @return completes with the names, by address, of those that have one; inlined functions stand behind the one they
     *     are in, with {@code --} between
     */
    CompletionStage<Map<Long, String>> names(long[] returns, Optional<Path> symbols, Role access);
}
