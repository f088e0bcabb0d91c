package io.jemscope.agent.dumps;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class FileFailureTest {

    private static final String FILE = "/home/somebody/secret: plans";

    @Test
    void saysWhyWithoutTheFile() {
        assertThat(FileFailure.reason(new NoSuchFileException(FILE))).isEqualTo("No such file or directory");
        assertThat(FileFailure.reason(new AccessDeniedException(FILE))).isEqualTo("Permission denied");
        assertThat(FileFailure.reason(new FileAlreadyExistsException(FILE))).isEqualTo("File exists");
        assertThat(FileFailure.reason(new DirectoryNotEmptyException(FILE))).isEqualTo("DirectoryNotEmptyException");
        assertThat(FileFailure.reason(new FileSystemException(FILE, null, "Read-only file system")))
                .isEqualTo("Read-only file system");
        assertThat(FileFailure.reason(new IOException("No space left on device")))
                .isEqualTo("No space left on device");
        assertThat(FileFailure.reason(new EOFException())).isEqualTo("EOFException");
    }

    @Test
    void leavesOurOwnWordsAlone() {
        assertThat(FileFailure.reason(new SetupException("The folder isn't used. Repair it.")))
                .isEqualTo("The folder isn't used. Repair it.");
    }
}
