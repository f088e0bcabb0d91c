package io.jemscope.endtoend;

import io.jemscope.testkit.Jdk;
import io.jemscope.testkit.Jdks;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A test that runs once for each JDK found, which it takes as its parameter. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@MethodSource("io.jemscope.endtoend.OnEachJdk$Source#jdks")
@interface OnEachJdk {

    /** Where the JDKs come from. */
    final class Source {

        private Source() {}

        static Stream<Jdk> jdks() {
            return Jdks.all().stream();
        }
    }
}
