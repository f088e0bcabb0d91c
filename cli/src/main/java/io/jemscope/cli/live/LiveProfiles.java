package io.jemscope.cli.live;

import io.jemscope.cli.control.AgentClient;
import io.jemscope.cli.control.OwnerOnly;
import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.cli.recording.MainClass;
import io.jemscope.cli.target.JvmProcess;
import io.jemscope.cli.target.Target;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.Profile;
import io.jemscope.profile.ProfileMetadata;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.symbols.Symbolizer;
import io.jemscope.symbols.binaries.Binaries;
import io.jemscope.symbols.binaries.FileSystemBinaries;
import io.jemscope.symbols.binaries.LiveBinaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Dumps of a running JVM as profiles with names. They are downloaded from its agent and read here: the program isn't to pay
 * for its analysis. Functions' names come from the files that the program has mapped, also those deleted meanwhile.
 */
public final class LiveProfiles {

    private final AgentClient agent;
    private final Target target;
    private final Optional<LiveBinaries> mapped;
    private final Symbolizer symbolizer;

    /**
     * Makes one for a JVM.
     *
     * @param target the JVM
     */
    public LiveProfiles(AgentClient agent, Target target) {
        this.agent = agent;
        this.target = target;
        this.mapped = target.process().map(JvmProcess::pid).map(LiveBinaries::new);
        Binaries binaries = mapped.<Binaries>map(live -> live).orElseGet(FileSystemBinaries::new);
        this.symbolizer = new Symbolizer(binaries);
    }

    /** The JVM. */
    Target target() {
        return target;
    }

    /**
     * Fetches a dump and reads it.
     *
     * @param id the dump's id
     * @return its profile, with its frames known
     * @throws IOException where the agent can't be reached or refuses, or what it sends can't be read or kept
     * @throws CommandFailure where what it sends can't be kept
     */
    public Profile read(String id) throws IOException, CommandFailure {
        return readWithBirths(id).withoutBirths();
    }

    /** Fetches a dump and reads it as {@link #read} does, with the samples' births. */
    public Profile readWithBirths(String id) throws IOException, CommandFailure {
        Path folder = temporaryFolder();
        Path heap = folder.resolve("dump.heap");
        try {
            mapped.ifPresent(LiveBinaries::refresh);
            RawFiles.write(agent, id, heap, true);
            return withMainClass(symbolizer.symbolize(ProfileFile.readWithBirths(heap)));
        } catch (FormatException e) {
            throw new CommandFailure(ExitCode.UNREADABLE, e.what(), e.why(), e.next());
        } finally {
            Files.deleteIfExists(heap);
            Files.deleteIfExists(heap.resolveSibling(heap.getFileName() + ProfileFile.SYMBOLS_SUFFIX));
            Files.deleteIfExists(folder);
        }
    }

    /** Reads a profile that the agent has stored, with the samples' births. */
    Profile readStored(Path file) throws IOException {
        mapped.ifPresent(LiveBinaries::refresh);
        return withMainClass(symbolizer.symbolize(ProfileFile.readWithBirths(file)));
    }

    private static Path temporaryFolder() throws CommandFailure {
        try {
            return Files.createTempDirectory("jemscope-fetch-", OwnerOnly.FOLDER);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNWRITABLE,
                    "there is no place to read a dump in",
                    Failures.words(e),
                    "make room in the folder for temporary files, or name another one: TMPDIR");
        }
    }

    /** Of a program that was started as a jar the profile names the jar only. */
    private static Profile withMainClass(Profile profile) {
        ProfileMetadata facts = profile.metadata();
        return facts.get(ProfileMetadata.MAIN)
                .flatMap(MainClass::inJar)
                .map(main -> new Profile(
                        profile.rate(),
                        profile.samples(),
                        profile.mappings(),
                        facts.with(ProfileMetadata.MAIN_CLASS, main)))
                .orElse(profile);
    }
}
