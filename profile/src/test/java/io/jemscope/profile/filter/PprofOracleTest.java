package io.jemscope.profile.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Profile;
import io.jemscope.profile.Programs;
import io.jemscope.profile.pprof.PprofReader;
import io.jemscope.profile.pprof.PprofWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same options given to {@code go tool pprof}: what is left are the same stacks with the same bytes. */
class PprofOracleTest {

    @TempDir
    private Path folder;

    private static final Profile PROFILE = FilterFixtures.random(3);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "focus=parse",
                "focus=^main$",
                "focus=libgone.so .deleted",
                "focus=Shop.buy[12]",
                "focus=Shop[.]kt",
                "ignore=malloc|parser.cc",
                "ignore=server",
                "hide=vector",
                "hide=libparse",
                "hide=.",
                "show=main|read_block",
                "show=libparse|^main",
                "show=parser.cc hide=main",
                "focus=grow ignore=dotted hide=std:: show=[[:alpha:]]+",
                "show_from=read_block",
                "show_from=libgone",
                "show_from=parser.cc|buy3",
                "prune_from=parse",
                "prune_from=^dotted$",
                "prune_from=operator..$",
                "prune_from=int",
                "prune_from=^.anonymous namespace.::grow$",
                "prune_from=buy1$",
                "tagfocus=thread=worker.[12]",
                "tagfocus=worker,java",
                "tagfocus=thread=3,2",
                "tagignore=kind=java",
                "tagignore=thread",
                "tagfocus=nothing like it",
                "focus=push_back hide=push_back show_from=main tagignore=thread=1 prune_from=malloc",
                "focus=no such function"
            })
    void agreesWithGoToolPprof(String options) throws Exception {
        Programs.assumeInstalled("go");
        Path file = folder.resolve("profile.pb.gz");
        try (OutputStream out = Files.newOutputStream(file)) {
            PprofWriter.write(PROFILE, out);
        }
        // Blanks within patterns are written so that they don't part options.
        String[] each = options.split(" (?=[a-z_]+=)");

        assertThat(FilterFixtures.byStack(ours(each))).isEqualTo(FilterFixtures.byStack(pprofs(file, each)));
    }

    private Profile pprofs(Path file, String[] options) throws IOException, InterruptedException {
        Path left = folder.resolve("left.pb.gz");
        List<String> command =
                new ArrayList<>(List.of("go", "tool", "pprof", "-symbolize=none", "-proto", "-output=" + left));
        for (String option : options) {
            command.add("-" + option);
        }
        command.add(file.toString());
        String said = Programs.run(folder, command.toArray(String[]::new));
        assertThat(left).as(said).exists();
        try (InputStream in = Files.newInputStream(left)) {
            return PprofReader.read(in);
        }
    }

    private static Profile ours(String[] options) {
        StackFilter.Builder filter = StackFilter.builder();
        for (String option : options) {
            int equals = option.indexOf('=');
            String value = option.substring(equals + 1);
            NamePattern pattern = FilterPattern.compile("pattern", value);
            switch (option.substring(0, equals)) {
                case "focus" -> filter.focus(pattern);
                case "ignore" -> filter.ignore(pattern);
                case "hide" -> filter.hide(pattern);
                case "show" -> filter.show(pattern);
                case "show_from" -> filter.showFrom(pattern);
                case "prune_from" -> filter.pruneFrom(pattern);
                case "tagfocus" -> filter.tagFocus(value);
                case "tagignore" -> filter.tagIgnore(value);
                default -> throw new IllegalArgumentException(option);
            }
        }
        return filter.build().apply(PROFILE);
    }
}
