package io.jemscope.agent.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.agent.dumps.SetupException;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

class ErrorMapperTest {

    @Test
    void tellsWhatTheFileSystemSaysWithoutThePath() {
        assertThat(ErrorMapper.of(new AccessDeniedException("/home/somebody/dumps/space.probe")))
                .extracting(ApiException::status, ApiException::why)
                .containsExactly(507, "Permission denied");
        assertThat(ErrorMapper.of(new FileSystemException("/home/somebody/dumps", null, "Read-only file system"))
                        .why())
                .isEqualTo("Read-only file system");
    }

    @Test
    void tellsWhatIsToBeRepaired() {
        assertThat(ErrorMapper.of(new SetupException("The folder isn't used. Repair it."))
                        .why())
                .isEqualTo("The folder isn't used. Repair it.");
    }

    @Test
    void aDumpComesToNothingForOneOfTwoReasons() {
        assertThat(ErrorMapper.of(new IOException("No space left on device")).status())
                .isEqualTo(507);
        assertThat(ErrorMapper.of(new AllocatorException(
                                AllocatorException.Kind.NOT_AVAILABLE, "prof.dump", 2, "what", "why", "next"))
                        .status())
                .isEqualTo(409);
    }
}
