package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JavaNameTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.util.zip.Inflater.initIDs(Inflater.java:123)",
                "plugin@1b2c3d/com.example.Foo.bar(Foo.java:45)",
                "a/b (c)/com.example.Foo.bar(Foo.java:45)",
                "com.example.Foo.nat(Native Method)",
                "com.example.Foo.gen(Unknown Source)",
                "com.example.Foo$Bar.<clinit>(Foo.java)",
                "Unpackaged.main(x.kt:65535)",
                "com.example.Foo.with (brackets)(Foo.kt:1)",
                "com.example.Foo$$Lambda.run(Unknown Source)",
                "com.example.Foo.x(odd:name)",
                "com.example.Foo.x(C:123456)"
            })
    void goesThereAndBack(String text) {
        JavaFrame frame = JavaName.parse(text);

        assertThat(frame).isNotNull().extracting(JavaFrame::toStackTraceLine).isEqualTo(text);
    }

    @Test
    void findsTheParts() {
        assertThat(JavaName.parse("my/loader@1f/com.example.Foo.bar(Foo.java:45)"))
                .isEqualTo(
                        new JavaFrame("my/loader@1f", "com.example.Foo", "bar", new SourceLine("Foo.java", 45), false));
        assertThat(JavaName.parse("com.example.Foo.bar(Native Method)"))
                .isEqualTo(new JavaFrame(null, "com.example.Foo", "bar", null, true));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "(", ")", "()", "a.b", "ab(c)", "a.(c)", ".b(c)", "x/.b(c)", "x/b(c)", "a.b(c", "[lost]"})
    void refusesWhatIsNoName(String text) {
        assertThat(JavaName.parse(text)).isNull();
    }
}
