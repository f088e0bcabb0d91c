package io.jemscope.cli.launch;

import io.jemscope.cli.exit.CommandFailure;
import io.jemscope.cli.exit.ExitCode;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;

/**
 * The files of the product: all of them lie in one folder, beside the command's own jar.
 *
 * @param lib that folder
 */
public record Image(Path lib) {

    /** Finds the product that this command belongs to. */
    public static Image own() {
        CodeSource source = Image.class.getProtectionDomain().getCodeSource();
        if (source == null) {
            throw new IllegalStateException("the class loader doesn't tell where the command's jar lies");
        }
        try {
            Path jar = Path.of(source.getLocation().toURI()).toAbsolutePath();
            Path folder = jar.getParent();
            return new Image(folder == null ? jar : folder);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the command's jar lies at " + source.getLocation(), e);
        }
    }

    /**
     * The native agent.
     *
     * @return its file, there or not
     */
    public Path nativeAgent() {
        return lib.resolve("libjemscope.so");
    }

    /**
     * The jemalloc that comes with the product, for machines that have none that can profile.
     *
     * @return its file, there or not: a checkout built on another system than Debian 12 has none
     */
    public Path jemalloc() {
        return lib.resolve("libjemalloc.so.2");
    }

    /**
     * The demonstration programs.
     *
     * @return their jar, there or not
     */
    public Path testkit() {
        return lib.resolve("jemscope-testkit.jar");
    }

    /**
     * The command itself.
     *
     * @return its jar, there or not
     */
    public Path command() {
        return lib.resolve("jemscope-cli.jar");
    }

    /**
     * Says whether programs can be recorded with it.
     *
     * @throws CommandFailure where the native agent is missing
     */
    public void check() throws CommandFailure {
        if (!Files.isReadable(nativeAgent())) {
            throw new CommandFailure(
                    ExitCode.UNPREPARED,
                    "jemscope's native part is missing: " + nativeAgent(),
                    "the product isn't complete, or was moved in parts",
                    "build it again, or copy its folder as a whole");
        }
    }
}
