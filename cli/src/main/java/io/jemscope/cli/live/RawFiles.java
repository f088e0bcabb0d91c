package io.jemscope.cli.live;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.AgentException;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.recording.OutputFile;
import io.jemscope.profile.file.ProfileFile;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** A dump as its agent has it: jemalloc's file, and the names of its Java frames in another one beside it. */
public final class RawFiles {

    private RawFiles() {}

    /**
     * Says early whether both files can be written.
     *
     * @param heap where the dump is to be
     * @param force whether other files may be replaced
     * @throws CommandFailure where they can't
     */
    public static void check(Path heap, boolean force) throws CommandFailure {
        OutputFile.check(heap, force);
        OutputFile.check(symbols(heap), force);
    }

    /**
     * Downloads both.
     *
     * @param agent who has the dump
     * @param id the dump's id
     * @param heap where the dump is to be
     * @param force whether other files may be replaced
     * @return the dump's file
     * @throws IOException where the agent can't be reached or refuses
     * @throws CommandFailure where the files can't be written
     */
    public static Path write(AgentClient agent, String id, Path heap, boolean force)
            throws IOException, CommandFailure {
        write(symbols(heap), force, out -> agent.downloadSymbols(id, out));
        write(heap, force, out -> agent.download(id, out));
        return heap;
    }

    private static Path symbols(Path heap) {
        return heap.resolveSibling(heap.getFileName() + ProfileFile.SYMBOLS_SUFFIX);
    }

    /** Gets a file from an agent. */
    @FunctionalInterface
    public interface Download {

        /** Writes it. */
        void to(OutputStream out) throws IOException;
    }

    /** Downloads a file, and tells apart whose fault it was where that fails, the agent's or the disk's. */
    public static Path download(Path file, boolean force, Download download) throws IOException, CommandFailure {
        write(file, force, download);
        return file;
    }

    private static void write(Path file, boolean force, Download download) throws IOException, CommandFailure {
        Watched[] watched = new Watched[1];
        try {
            OutputFile.write(file, force, out -> {
                watched[0] = new Watched(out);
                download.to(watched[0]);
            });
        } catch (AgentException e) {
            throw e;
        } catch (IOException e) {
            if (watched[0] != null && !watched[0].failed) {
                throw e;
            }
            throw new CommandFailure(
                    ExitCode.UNWRITABLE, "can't write " + file, Failures.words(e), "choose another file with -o");
        }
    }

    /** Notices when writing fails. */
    private static final class Watched extends FilterOutputStream {

        private boolean failed;

        Watched(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            try {
                out.write(bytes, from, count);
            } catch (IOException e) {
                failed = true;
                throw e;
            }
        }
    }
}
