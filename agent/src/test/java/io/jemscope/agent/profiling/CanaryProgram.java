package io.jemscope.agent.profiling;

import io.jemscope.agent.dumps.DumpFolder;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.allocator.Control;
import io.jemscope.allocator.Jemalloc;
import java.nio.file.Path;
import java.time.Clock;
import java.util.OptionalLong;

/** A program that runs on jemalloc and listens for the canary while sampling is on, while it is off, and on again. */
final class CanaryProgram {

    private CanaryProgram() {}

    public static void main(String[] arguments) throws Exception {
        Jemalloc jemalloc = Jemalloc.load(Path.of(arguments[0]));
        Path folder = Path.of(arguments[1]);
        DumpStore dumps =
                new DumpStore(new DumpFolder(folder, folder), 1, jemalloc, Clock.systemUTC(), System.out::println);
        Canary canary = new Canary(jemalloc, dumps);
        StringBuilder heard = new StringBuilder();
        for (boolean active : new boolean[] {true, false, true}) {
            jemalloc.write(Control.PROF_ACTIVE, active);
            heard.append(canary.check(OptionalLong.of(512 << 10))).append(' ');
            // Each starts with no samples of the one before.
            jemalloc.write(Control.PROF_RESET, 19L);
        }
        System.out.println(heard + "and " + dumps.list().size() + " dumps left");
    }
}
