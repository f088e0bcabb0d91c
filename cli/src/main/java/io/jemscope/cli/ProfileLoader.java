package io.jemscope.cli;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import io.jemscope.cli.exit.Failures;
import io.jemscope.profile.FormatException;
import io.jemscope.profile.Location;
import io.jemscope.profile.Profile;
import io.jemscope.profile.file.DumpFile;
import io.jemscope.profile.file.ProfileFile;
import io.jemscope.profile.file.ProfileFiles;
import io.jemscope.profile.filter.DroppedFrames;
import io.jemscope.profile.merge.Merge;
import io.jemscope.symbols.MangledNames;
import io.jemscope.symbols.NamedProgram;
import io.jemscope.symbols.Symbolizer;
import io.jemscope.symbols.binaries.FileSystemBinaries;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the files that a report is wanted of. */
final class ProfileLoader {

    /** What programs and libraries begin with. */
    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

    private final Symbolizer symbolizer;
    private final boolean births;

    /** A reader for several files, which takes the names of native functions from where it is told. */
    ProfileLoader(Symbolizer symbolizer) {
        this(symbolizer, false);
    }

    /** The same; {@code births} says whether the samples keep theirs. */
    ProfileLoader(Symbolizer symbolizer, boolean births) {
        this.symbolizer = symbolizer;
        this.births = births;
    }

    /** The file's profile, with its frames known as far as the files of this machine tell them. */
    static Profile read(Path file) throws CommandFailure {
        return new ProfileLoader(new Symbolizer(new FileSystemBinaries())).profile(file);
    }

    /** A file's profile likewise. */
    Profile profile(Path file) throws CommandFailure {
        return profile(file, null);
    }

    private Profile profile(Path file, @Nullable Path program) throws CommandFailure {
        try {
            Profile profile = births ? ProfileFile.readNamedWithBirths(file) : ProfileFile.readNamed(file);
            if (program != null && !hasFrames(profile)) {
                profile = place(profile, program);
            }
            // A recording has its frames; then no file of this machine need be opened.
            return DroppedFrames.of(
                    hasFrames(profile) ? MangledNames.demangle(profile) : symbolizer.symbolize(profile));
        } catch (FormatException e) {
            throw new CommandFailure(ExitCode.UNREADABLE, e.what(), e.why(), e.next());
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNREADABLE, "can't read " + file, Failures.words(e), "name a recording or a heap dump");
        }
    }

    private static Profile place(Profile profile, Path program) throws CommandFailure {
        try {
            return NamedProgram.place(profile, program);
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNREADABLE,
                    "can't take names from the program " + program,
                    Failures.words(e),
                    "name the program that ran, or the dump alone");
        }
    }

    /** The sum of the profiles that paths, folders and globs name. */
    Profile sum(List<String> arguments) throws CommandFailure {
        List<Profile> profiles = new ArrayList<>();
        Path program = program(arguments);
        for (DumpFile file : files(arguments)) {
            profiles.add(profile(file.path(), program));
        }
        return Merge.of(profiles);
    }

    /** The files that paths, folders and globs name, without the program that may stand before them, as for jeprof and pprof. */
    static List<DumpFile> files(List<String> arguments) throws CommandFailure {
        try {
            return ProfileFiles.find(program(arguments) == null ? arguments : arguments.subList(1, arguments.size()));
        } catch (FormatException e) {
            throw new CommandFailure(ExitCode.UNREADABLE, e.what(), e.why(), e.next());
        } catch (InvalidPathException e) {
            throw new CommandFailure(
                    ExitCode.UNREADABLE,
                    "can't look for '" + e.getInput() + "'",
                    "the locale's letters (" + System.getProperty("sun.jnu.encoding") + ") can't express its name",
                    "export LC_ALL=C.UTF-8");
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.UNREADABLE, "can't read the folder", Failures.words(e), "name the files themselves");
        }
    }

    /** The program that stands before the profiles; null where none does. */
    private static @Nullable Path program(List<String> arguments) {
        if (arguments.size() < 2) {
            return null;
        }
        try {
            Path file = Path.of(arguments.get(0));
            if (!Files.isRegularFile(file)) {
                return null;
            }
            try (InputStream in = Files.newInputStream(file)) {
                return Arrays.equals(in.readNBytes(ELF.length), ELF) ? file : null;
            }
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    private static boolean hasFrames(Profile profile) {
        for (Location location : profile.locations()) {
            if (location.frames().isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
