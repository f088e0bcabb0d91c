package io.jemscope.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests of commands that talk to an agent. Each test has an agent of its own. */
abstract class WithStandInAgent {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    StandInAgent agent;

    @SuppressWarnings("NullAway.Init") // set before each test
    LiveVerb jvm;

    @BeforeEach
    void start() throws IOException {
        agent = StandInAgent.start();
        jvm = new LiveVerb(agent.descriptor(folder));
    }

    @AfterEach
    void stop() {
        agent.close();
    }
}
