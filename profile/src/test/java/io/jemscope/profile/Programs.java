package io.jemscope.profile;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the programs that results are held against, where they are installed. */
public final class Programs {

    /** Makes jeprof name nothing, which is most of its time. */
    public static final String JEPROF_WITHOUT_NAMES =
            "--tools=nm:/bin/false,addr2line:/bin/false,objdump:/bin/false,c++filt:/bin/false";

    private Programs() {}

    /** Skips the test, saying why, where a program isn't on the path. */
    public static void assumeInstalled(String name) {
        boolean installed = Arrays.stream(
                        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
        assumeTrue(installed, () -> "'" + name + "' isn't installed here, so there is nothing to compare with");
    }

    /** Runs a program in a folder, within three minutes, and returns what it prints, its errors left out. */
    public static String run(Path folder, String... command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(List.of(command))
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("TZ", "UTC");
        builder.environment().put("PPROF_TMPDIR", folder.toString());
        Process process = builder.start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(String.join(" ", command) + " didn't end within three minutes");
        }
        return Files.readString(output, StandardCharsets.UTF_8);
    }
}
