package io.jemscope.stress;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** async-profiler's native library, unpacked from its jar. */
public final class AsyncProfiler {

    private AsyncProfiler() {}

    /** Unpacks the library for this machine's processor. */
    public static Path unpack(Path folder) throws IOException {
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String platform = processor.equals("aarch64") ? "linux-arm64" : "linux-x64";
        Path library = folder.resolve("libasyncProfiler.so");
        String resource = "/" + platform + "/libasyncProfiler.so";
        try (InputStream packed = AsyncProfiler.class.getResourceAsStream(resource)) {
            if (packed == null) {
                throw new IOException("async-profiler's jar has no " + resource);
            }
            Files.copy(packed, library);
        }
        return library;
    }
}
