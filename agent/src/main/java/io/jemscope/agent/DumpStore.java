package io.jemscope.agent;

import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.DumpKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The dumps in the process's folder. Each has a name of its own, {@code <pid>.<UTC time>.<number>.<kind>.heap}, whose
 * order is the order of their making; none is ever overwritten. Of those that this process has made the newest are kept,
 * as {@link KeptDumps} says; what an earlier process or another has left is not touched.
 */
final class DumpStore {

    private static final String ENDING = ".heap";
    private static final int MOST = 20;
    private static final long MOST_BYTES = 1L << 30; // 1 GiB
    private static final int ATTEMPTS = 100;

    private final DumpFolder folder;
    private final long pid;
    private final Allocator allocator;
    private final Clock clock;
    private final Consumer<String> notices;
    private final KeptDumps kept = new KeptDumps(MOST, MOST_BYTES);
    private int number;

    /** Opens the store; {@code notices} takes a line for each dump that is dropped although somebody asked for it. */
    DumpStore(DumpFolder folder, long pid, Allocator allocator, Clock clock, Consumer<String> notices) {
        this.folder = folder;
        this.pid = pid;
        this.allocator = allocator;
        this.clock = clock;
        this.notices = notices;
    }

    /** Where the dumps are; the folder is made with the first. */
    Path folder() {
        return folder.path();
    }

    /** Makes a dump. */
    synchronized Dump write(DumpKind kind) throws AllocatorException, IOException {
        folder.ensure();
        Dump dump = writeUnderNewName(kind);
        forgetTheGone();
        for (KeptDumps.Kept old : kept.add(new KeptDumps.Kept(dump, kind, bytes(dump)))) {
            drop(old);
        }
        return dump;
    }

    private static long bytes(Dump dump) {
        try {
            return dump.bytes() + Files.size(dump.symbols());
        } catch (IOException e) {
            // Without its symbols a dump can still be read.
            return dump.bytes();
        }
    }

    /** What somebody has taken away must not push out what is there. */
    private void forgetTheGone() {
        for (KeptDumps.Kept one : kept.all()) {
            if (!Files.exists(one.dump().file(), LinkOption.NOFOLLOW_LINKS)) {
                kept.forget(one);
            }
        }
    }

    private void drop(KeptDumps.Kept old) {
        Path file = old.dump().file();
        try {
            boolean deleted = Files.deleteIfExists(file);
            Files.deleteIfExists(old.dump().symbols());
            if (deleted && old.kind() == DumpKind.ASKED) {
                notices.accept("the dump " + file + " was removed: the newest " + MOST
                        + " are kept, up to 1 GiB. Copy those that you want to keep longer.");
            }
        } catch (IOException e) {
            // The new dump is there, which is what was asked for.
            notices.accept(
                    "the dump " + file + " is no longer kept and could not be removed (" + e + "). Remove it by hand.");
        }
    }

    private Dump writeUnderNewName(DumpKind kind) throws AllocatorException, IOException {
        for (int attempt = 1; ; attempt++) {
            String id = name(kind);
            Path file = folder.path().resolve(id + ENDING);
            try {
                allocator.dump(file, kind);
                return new Dump(id, file, Files.size(file));
            } catch (AllocatorException e) {
                // Somebody has put a file of that name there: take the next.
                if (e.kind() != AllocatorException.Kind.FILE_EXISTS || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private String name(DumpKind kind) {
        number++;
        StringBuilder name = new StringBuilder(48);
        name.append(pid).append('.').append(UtcTime.compact(clock.instant())).append('.');
        String digits = Integer.toString(number);
        name.append("0".repeat(Math.max(0, 4 - digits.length()))).append(digits);
        return name.append('.').append(kind.word()).toString();
    }

    /** A dump by its id; empty where there is none, or the id is none that a file of ours could have. */
    Optional<Dump> find(String id) throws IOException {
        if (!isName(id)) {
            return Optional.empty();
        }
        Path file = folder.path().resolve(id + ENDING);
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(new Dump(id, file, Files.size(file)))
                : Optional.empty();
    }

    /** Letters, digits, dots and hyphens, and no dot in front: no path leads out of the folder by such a name. */
    private static boolean isName(String id) {
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!plain && c != '-' && (c != '.' || i == 0)) {
                return false;
            }
        }
        return !id.isEmpty();
    }
}
