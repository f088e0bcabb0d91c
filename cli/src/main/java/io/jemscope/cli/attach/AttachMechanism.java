package io.jemscope.cli.attach;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The JDK's own way into a running JVM. The one class that needs its module {@code jdk.attach}, which small runtime images
 * lack: it is loaded only after that was looked for.
 */
final class AttachMechanism {

    private AttachMechanism() {}

    /**
     * Has a JVM load a native agent.
     *
     * @throws IOException where it can't be reached, doesn't let agents in, or can't load the library; the message is the JDK's
     */
    static void load(long pid, Path library, String options) throws IOException {
        try {
            VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
            try {
                jvm.loadAgentPath(library.toString(), options);
            } finally {
                jvm.detach();
            }
        } catch (AttachNotSupportedException | AgentLoadException e) {
            throw new IOException(e.getMessage(), e);
        } catch (AgentInitializationException e) {
            throw new IOException("the agent answered " + e.returnValue(), e);
        }
    }
}
