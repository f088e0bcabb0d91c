package io.jemscope.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsReaderTest {

    private final List<String> complaints = new ArrayList<>();
    private final Properties properties = new Properties();
    private final Map<String, String> environment = new HashMap<>();

    @TempDir
    private Path folder;

    @Test
    void withoutAnythingSaidTheDefaultsHold() {
        Settings settings = read("");

        assertThat(settings.path(Key.FOLDER)).isEmpty();
        assertThat(settings.address(Key.LISTEN)).isEqualTo(new ListenAddress("127.0.0.1", 0));
        assertThat(settings.flag(Key.INSECURE)).isFalse();
        assertThat(settings.names(Key.HOSTS)).isEmpty();
        assertThat(settings.count(Key.DUMPS_KEEP)).isEqualTo(20);
        assertThat(settings.bytes(Key.DUMPS_BYTES)).isEqualTo(1L << 30);
        assertThat(settings.duration(Key.DUMP_INTERVAL)).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings.log(Key.AUDIT, Path.of("/x"))).contains(Path.of("/x"));
        assertThat(complaints).isEmpty();
    }

    @Test
    void optionsComeBeforePropertiesBeforeTheEnvironmentBeforeTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("conf"), """
                # a comment

                dumps.keep = 4
                runs.keep=4
                dump.interval = 4s
                dumps.bytes = 4k
                """);
        environment.put("JEMSCOPE_CONFIG", file.toString());
        environment.put("JEMSCOPE_DUMPS_KEEP", "3");
        environment.put("JEMSCOPE_RUNS_KEEP", "3");
        environment.put("JEMSCOPE_DUMP_INTERVAL", "3s");
        properties.put("jemscope.dumps.keep", "2");
        properties.put("jemscope.runs.keep", "2");

        Settings settings = read("dumps.keep=1,final=true,hook=false");

        assertThat(settings.count(Key.DUMPS_KEEP)).isEqualTo(1);
        assertThat(settings.count(Key.RUNS_KEEP)).isEqualTo(2);
        assertThat(settings.duration(Key.DUMP_INTERVAL)).isEqualTo(Duration.ofSeconds(3));
        assertThat(settings.bytes(Key.DUMPS_BYTES)).isEqualTo(4096);
        assertThat(complaints).isEmpty();
    }

    @Test
    void optionsArePercentEncoded() {
        Settings settings = read("folder=/a%20b%2Cc%25/%C3%A9,descriptor=/\ud83d\ude00,,");

        assertThat(settings.path(Key.FOLDER)).contains(Path.of("/a b,c%/\u00e9"));
        assertThat(settings.path(Key.DESCRIPTOR)).contains(Path.of("/\ud83d\ude00"));
        assertThat(complaints).isEmpty();
    }

    @Test
    void whatIsUnknownIsToldWithWhereItStoodAndTheNearestThereIs() throws IOException {
        Path file = Files.writeString(folder.resolve("conf"), "\ntls.key.store = /x\nno line\nconfig = /y\n");
        properties.put("jemscope.dump.keep", "2");
        environment.put("JEMSCOPE_TOKENFILE", "x");
        environment.put("JEMSCOPE_RUNTIME_DIR", "x");
        environment.put("JEMSCOPE_SERVICE_HOST", "10.0.0.1");
        environment.put("JEMSCOPE_PORT_9443_TCP", "tcp://10.0.0.1:9443");
        environment.put("JEMSCOPE_HOSTS", "");

        read("config=" + file + ",foldr=/x");

        assertThat(complaints)
                .containsExactly(
                        "the setting dump.keep, from the system property jemscope.dump.keep, is ignored: there is none of"
                                + " that name. The nearest is dumps.keep",
                        "the setting JEMSCOPE_TOKENFILE, from the environment, is ignored: there is none of that name."
                                + " The nearest is JEMSCOPE_TOKEN_FILE",
                        "the setting tls.key.store, from " + file + ", line 2, is ignored: there is none of that name."
                                + " The nearest is tls.keystore",
                        file + ", line 3 is ignored: it must be key = value, a comment behind # or empty. Correct it",
                        "the setting config, from " + file + ", line 4, is ignored: a file can't name another. Move its"
                                + " settings here");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "insecure    | yes",
                "dumps.keep  | 0",
                "dumps.keep  | many",
                "dumps.keep  | 1000001",
                "dumps.keep  | -1",
                "dumps.bytes | 1x",
                "dumps.bytes | g",
                "dumps.bytes | 9999999999g",
                "dump.interval | 5",
                "dump.interval | 5 s",
                "dump.interval | s",
                "listen      | 9443",
                "listen      | :9443",
                "listen      | ::1:9443",
                "listen      | host:65536",
                "listen      | host:",
                "hosts       | a,b",
                "hosts       | http://a",
                "folder      | a\0b"
            })
    void aBadValueIsToldAndAWeakerSourceHolds(String key, String value) {
        properties.put("jemscope." + key, value);

        read("");

        assertThat(complaints).hasSize(1);
        assertThat(complaints.get(0))
                .startsWith("the setting " + key + ", from the system property jemscope." + key + ", is ignored: ")
                .contains("It takes ");
    }

    @Test
    void aWeakerSourceHoldsWhereAStrongerCantBeUsed() {
        properties.put("jemscope.dumps.keep", "many");
        environment.put("JEMSCOPE_DUMPS_KEEP", "7");

        assertThat(read("dumps.keep=%zz").count(Key.DUMPS_KEEP)).isEqualTo(7);
        assertThat(complaints).hasSize(2);
    }

    @Test
    void readsEachKindOfValue() {
        Settings settings = read("listen=[::]:9443,hosts=Jem.example%20jem:80,dumps.bytes=512M,dump.interval=2m,"
                + "audit=none,insecure=true,config=");

        assertThat(settings.address(Key.LISTEN)).isEqualTo(new ListenAddress("::", 9443));
        assertThat(settings.names(Key.HOSTS)).containsExactly("jem.example", "jem:80");
        assertThat(settings.bytes(Key.DUMPS_BYTES)).isEqualTo(512L << 20);
        assertThat(settings.duration(Key.DUMP_INTERVAL)).isEqualTo(Duration.ofMinutes(2));
        assertThat(settings.log(Key.AUDIT, Path.of("/x"))).isEmpty();
        assertThat(settings.flag(Key.INSECURE)).isTrue();
        // Of config= the native library has told already.
        assertThat(complaints).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1,true",
        "127.1.2.3,true",
        "localhost,true",
        "::1,true",
        "127.0.0.1.example.org,false",
        "127.evil,false",
        "0.0.0.0,false",
        "::,false"
    })
    void knowsTheLoopback(String host, boolean loopback) {
        assertThat(new ListenAddress(host, 1).isLoopback()).isEqualTo(loopback);
    }

    @ParameterizedTest
    @ValueSource(strings = {"absent", "latin1", "long", "open", "folder"})
    void aFileThatCantBeUsedIsTold(String name) throws IOException {
        Files.write(folder.resolve("latin1"), "# \u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        Files.writeString(folder.resolve("long"), "#".repeat(70_000));
        Files.writeString(folder.resolve("open"), "dumps.keep=1\n");
        Files.setPosixFilePermissions(folder.resolve("open"), PosixFilePermissions.fromString("rw-rw-rw-"));
        Files.createDirectory(folder.resolve("folder"));

        Settings settings = read("config=" + folder.resolve(name));

        assertThat(complaints).hasSize(1);
        assertThat(complaints.get(0)).startsWith("the settings in " + folder.resolve(name) + " aren't used: ");
        assertThat(settings.count(Key.DUMPS_KEEP)).isEqualTo(20);
    }

    /** Garbage of all kinds; seeded, so that what fails once fails again. */
    @Test
    void whateverIsWrittenNothingIsThrown() throws IOException {
        Random random = new Random(20260101);
        String[] pieces = {
            "folder", "listen", "tls.", "=", ",", "%", "%0", "%00", "\n", " ", "#", ":", "[", "]", "9", "é"
        };
        Path file = folder.resolve("conf");
        for (int i = 0; i < 3_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12); j >= 0; j--) {
                text.append(
                        random.nextInt(4) == 0
                                ? Character.toString(random.nextInt(0x2100))
                                : pieces[random.nextInt(pieces.length)]);
            }
            String garbage = text.toString();
            properties.clear();
            properties.put("jemscope." + garbage, garbage);
            environment.clear();
            environment.put("JEMSCOPE_" + garbage, garbage);
            environment.put("JEMSCOPE_LISTEN", garbage);
            environment.put("JEMSCOPE_CONFIG", file.toString());
            Files.writeString(file, garbage);
            assertThatCode(() -> read(garbage)).as(garbage).doesNotThrowAnyException();
        }
    }

    private Settings read(String options) {
        return SettingsReader.read(options, properties, environment, complaints::add);
    }
}
