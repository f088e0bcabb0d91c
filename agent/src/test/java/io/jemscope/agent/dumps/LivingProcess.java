package io.jemscope.agent.dumps;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

/** A process that shows life in a folder until it is closed, under any number: as one in another container would. */
final class LivingProcess implements Closeable {

    private final Process process;

    private LivingProcess(Process process) {
        this.process = process;
    }

    /** Starts it, and waits until it shows. */
    static LivingProcess start(Path folder, long pid) throws IOException {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Xshare:auto",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LivingProcess.class.getName(),
                        folder.toString(),
                        Long.toString(pid)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        LivingProcess living = new LivingProcess(process);
        if (process.getInputStream().read() != '!') {
            living.close();
            throw new IOException("The process shows no life");
        }
        return living;
    }

    /** The process's own number. */
    long pid() {
        return process.pid();
    }

    /** Kills it, and waits until it is gone. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** What it does: shows life, says so, and waits for the end of its input, which comes with its parent's end. */
    public static void main(String[] args) throws IOException {
        LivenessLocks.show(Path.of(args[0]), Long.parseLong(args[1]));
        System.out.write('!');
        System.out.flush();
        System.in.transferTo(OutputStream.nullOutputStream());
    }
}
