package io.jemscope.benchmarks.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A {@link BusyShop} in a JVM of its own, with the agent in it.
 *
 * @param process the JVM
 * @param out what it prints
 */
record BusyTarget(Process process, BufferedReader out, AgentClient agent) implements AutoCloseable {

    static BusyTarget start(String[] arguments, int busy) throws IOException {
        Path folder = Path.of(arguments[3]);
        ProcessBuilder builder = new ProcessBuilder(
                        arguments[0],
                        "-Xmx256m",
                        "-agentpath:" + arguments[2],
                        "-cp",
                        System.getProperty("java.class.path"),
                        BusyShop.class.getName(),
                        Integer.toString(busy))
                .redirectError(folder.resolve("log").toFile());
        builder.environment().put("LD_PRELOAD", arguments[1]);
        builder.environment().put("MALLOC_CONF", "prof:true,prof_active:true");
        builder.environment().put("JEMSCOPE_RUNTIME_DIR", folder.resolve("run").toString());
        Process process = builder.start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        while (line != null && !line.equals("ready")) {
            line = out.readLine();
        }
        if (line == null) {
            throw new IOException("the shop ended at once: " + Files.readString(folder.resolve("log")));
        }
        Path descriptor = folder.resolve("run").resolve(process.pid() + ".json");
        return new BusyTarget(process, out, AgentClient.of(Files.readString(descriptor)));
    }

    long work() throws IOException {
        process.outputWriter(StandardCharsets.US_ASCII).append("work\n").flush();
        return Long.parseLong(out.readLine());
    }

    double workASecond(long millis) throws IOException, InterruptedException {
        long before = work();
        long start = System.nanoTime();
        Thread.sleep(millis);
        return (work() - before) / ((System.nanoTime() - start) / 1e9);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
