package io.jemscope.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A dump of three blocks, two by {@code Thumbnails.render} and one by {@code Cache.put}, with its names beside it. */
final class ShopDump {

    private ShopDump() {}

    static Path write(Path folder) throws IOException {
        Path dump = folder.resolve("shop.heap");
        Files.writeString(dump, """
                heap_v2/1
                  t*: 3: 3000 [0: 0]
                  t1: 3: 3000 [0: 0]
                @ 0x4a45000000000000 0x4a45000000000001
                  t*: 2: 2000 [0: 0]
                  t1: 2: 2000 [0: 0]
                @ 0x4a45000000000002
                  t*: 1: 1000 [0: 0]
                  t1: 1: 1000 [0: 0]

                MAPPED_LIBRARIES:
                """);
        Files.writeString(folder.resolve("shop.heap.symbols"), """
                --- symbol
                binary=/usr/bin/java
                # jemscope: 1
                # pid: 4711
                # main: com.example.Main
                # samples: 3
                # samples.java: 3
                0x4a45000000000000 java.util.zip.Inflater.<init>(Inflater.java:123)
                0x4a45000000000001 com.example.Thumbnails.render(Thumbnails.java:61)
                0x4a45000000000002 com.example.Cache.put(Cache.java:18)
                ---
                """);
        return dump;
    }
}
