package io.jemscope.agent.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SingletonGuardTest {

    private final SingletonGuard one = new SingletonGuard();

    @Test
    void asLongAsOneLivesNoOtherIsStarted() {
        Life first = new Life(null);
        Life second = new Life(null);

        assertThat(one.start(first)).isNull();
        assertThat(one.start(second)).isNull();
        one.prepare();
        one.stop();
        one.stop();
        one.prepare();

        assertThat(first.log).hasToString("start prepare stop ");
        assertThat(second.log).hasToString("");
    }

    @Test
    void afterOneHasLeftAnotherIsStarted() {
        Life second = new Life(null);

        one.start(new Life(null));
        one.stop();
        one.start(second);

        assertThat(second.log).hasToString("start ");
    }

    static Throwable[] failures() {
        return new Throwable[] {
            new IOException("no folder"),
            new NoClassDefFoundError("Gone"),
            new OutOfMemoryError("unable to create native thread"),
            new StackOverflowError()
        };
    }

    /** It is taken apart, and isn't in the way of the next. */
    @ParameterizedTest
    @MethodSource("failures")
    void whateverKeepsOneFromStartingTheNextMayTry(Throwable failure) {
        Life first = new Life(failure);
        Life second = new Life(null);

        assertThat(one.start(first)).isSameAs(failure);
        assertThat(one.start(second)).isNull();

        assertThat(first.log).hasToString("start stop ");
        assertThat(second.log).hasToString("start ");
    }

    private static final class Life implements SingletonGuard.Life {

        private final StringBuilder log = new StringBuilder();
        private final @Nullable Throwable failure;

        Life(@Nullable Throwable failure) {
            this.failure = failure;
        }

        @Override
        public void start() throws Exception {
            log.append("start ");
            if (failure instanceof Error error) {
                throw error;
            } else if (failure instanceof Exception exception) {
                throw exception;
            }
        }

        @Override
        public void prepare() {
            log.append("prepare ");
        }

        @Override
        public void stop() {
            log.append("stop ");
        }
    }
}
