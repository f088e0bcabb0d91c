package io.jemscope.symbols.cache;

import io.jemscope.profile.BuildId;
import io.jemscope.symbols.dwarf.LineFrame;
import io.jemscope.symbols.dwarf.LineTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A process that uses a cache like a report, and exits with 1 if cached lines are wrong.
 *
 * <pre>
 * java … io.jemscope.symbols.cache.CacheFiller FOLDER MOST_BYTES SEED ROUNDS
 * </pre>
 */
final class CacheFiller {

    static final List<BuildId> BUILDS = List.of(new BuildId("01"), new BuildId("02"), new BuildId("03"));

    private CacheFiller() {}

    public static void main(String[] arguments) throws IOException {
        SymbolCache cache = new SymbolCache(Path.of(arguments[0]), Long.parseLong(arguments[1]));
        SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[2]));
        // Then the test starts another process.
        System.out.println("started");
        for (int round = Integer.parseInt(arguments[3]); round > 0; round--) {
            BuildId build = BUILDS.get(random.nextInt(BUILDS.size()));
            long[] wanted = random.longs(50, 0, 2_000).toArray();
            LineTable table = cache.lines(build, "debug", wanted, addresses -> table(build));
            for (long address : wanted) {
                if (!table.frames(address).equals(answer(build, address))) {
                    System.out.println("wrong: " + build + " " + address + " " + table.frames(address));
                    System.exit(1);
                }
            }
        }
    }

    private static LineTable table(BuildId build) {
        return address -> answer(build, address);
    }

    static List<LineFrame> answer(BuildId build, long address) {
        return List.of(new LineFrame("f" + address + build.hex(), "/src/" + address % 7 + ".cc", (int) address));
    }
}
