package io.jemscope.agent.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.dump.SetupException;
import io.jemscope.agent.http.Problem;
import io.jemscope.allocator.AllocatorException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

class RefusalsTest {

    @Test
    void tellsWhatTheFileSystemSaysWithoutThePath() {
        assertThat(Refusals.of(new AccessDeniedException("/home/somebody/dumps/space.probe")))
                .extracting(Problem::status, Problem::why)
                .containsExactly(507, "Permission denied");
        assertThat(Refusals.of(new FileSystemException("/home/somebody/dumps", null, "Read-only file system"))
                        .why())
                .isEqualTo("Read-only file system");
    }

    @Test
    void tellsWhatIsToBeMended() {
        assertThat(Refusals.of(new SetupException("The folder isn't used. Mend it."))
                        .why())
                .isEqualTo("The folder isn't used. Mend it.");
    }

    @Test
    void aDumpComesToNothingForOneOfTwoReasons() {
        assertThat(Refusals.ofDump(new IOException("No space left on device")).status())
                .isEqualTo(507);
        assertThat(Refusals.ofDump(new AllocatorException(
                                AllocatorException.Kind.NOT_AVAILABLE, "prof.dump", 2, "what", "why", "next"))
                        .status())
                .isEqualTo(409);
    }
}
