package io.jemscope.report.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.report.FrameKind;
import io.jemscope.report.Grouping;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How names stand in their boxes. */
class NodeLabelTest {

    private static List<String> lines(String name, FrameKind kind, Grouping grouping) {
        return NodeLabel.lines(new CallGraph.Node(1, name, kind, false, 1, 1), grouping);
    }

    private static List<String> function(String name) {
        return lines(name, FrameKind.NATIVE, Grouping.FUNCTION);
    }

    @Test
    void methodsLoseTheirPackage() {
        assertThat(lines("com.example.Outer$Inner.run", FrameKind.OWN_JAVA, Grouping.FUNCTION))
                .containsExactly("Outer$Inner", "run");
        assertThat(lines("Main.<init>", FrameKind.OWN_JAVA, Grouping.FUNCTION)).containsExactly("Main", "<init>");
        assertThat(lines("[Java code]", FrameKind.OTHER_JAVA, Grouping.FUNCTION))
                .containsExactly("[Java code]");
    }

    @Test
    void functionsLoseParametersAndTemplateArguments() {
        assertThat(function("malloc")).containsExactly("malloc");
        assertThat(function("os::malloc(unsigned long, MEMFLAGS)")).containsExactly("os::malloc");
        assertThat(function("std::vector<std::pair<int, char>, A<B> >::push_back(int&&)"))
                .containsExactly("std::vector<…>", "push_back");
        assertThat(function("(anonymous namespace)::Parser::operator()(int) const"))
                .containsExactly("(anonymous namespace)::Parser", "operator()");
        assertThat(function("std::operator<< <char>(std::ostream&, char)")).containsExactly("std", "operator<< <…>");
        assertThat(function("libany.so+0x1234")).containsExactly("libany.so+0x1234");
    }

    @Test
    void longNamesAreCutInTheirMiddle() {
        assertThat(function("a".repeat(40) + "z")).containsExactly("a".repeat(17) + "…" + "a".repeat(15) + "z");
        // Not through a pair of surrogates.
        assertThat(function("🙂".repeat(40))).containsExactly("🙂".repeat(17) + "…" + "🙂".repeat(16));
    }

    @Test
    void otherGroupingsKeepWhatTellsThemApart() {
        assertThat(lines("app//com.example.Foo.bar(Foo.java:12)", FrameKind.OWN_JAVA, Grouping.LINE))
                .containsExactly("Foo", "bar", "Foo.java:12");
        assertThat(lines("ns::parse(int) /src/lib/parse.cc:7", FrameKind.NATIVE, Grouping.LINE))
                .containsExactly("ns::parse", "parse.cc:7");
        assertThat(lines("operator new(unsigned long)", FrameKind.NATIVE, Grouping.LINE))
                .containsExactly("operator new");
        assertThat(lines("0x7f00 malloc", FrameKind.NATIVE, Grouping.ADDRESS)).containsExactly("0x7f00", "malloc");
        assertThat(lines("0x7f00", FrameKind.UNKNOWN, Grouping.ADDRESS)).containsExactly("0x7f00");
        assertThat(lines("/usr/lib/libz.so.1", FrameKind.NATIVE, Grouping.LIBRARY))
                .containsExactly("libz.so.1");
        assertThat(lines("[/usr/lib/libz.so.1]", FrameKind.NATIVE, Grouping.CLASS))
                .containsExactly("[libz.so.1]");
        assertThat(lines("com.example.Foo", FrameKind.OWN_JAVA, Grouping.CLASS)).containsExactly("com.example", "Foo");
        assertThat(lines("com.example", FrameKind.OWN_JAVA, Grouping.PACKAGE)).containsExactly("com.example");
        assertThat(lines("worker 1/2", FrameKind.UNKNOWN, Grouping.THREAD)).containsExactly("worker 1/2");
    }
}
