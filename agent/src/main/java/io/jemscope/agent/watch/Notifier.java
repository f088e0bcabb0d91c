package io.jemscope.agent.watch;

import com.google.gson.stream.JsonWriter;
import io.jemscope.agent.events.EventKind;
import io.jemscope.agent.events.EventLog;
import io.jemscope.agent.events.UtcTime;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.Authenticator;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Tells of a new bundle: starts a program, posts to a webhook. What fails is an event; nothing is tried again. */
public final class Notifier {

    private static final int MILLIS = 3_000;
    private static final int FIRST_REFUSAL = 400;

    /** They would put Jemscope and jemalloc into the started program. */
    private static final String[] OURS = {"LD_PRELOAD", "MALLOC_CONF", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"};

    private final Optional<Path> command;
    private final Optional<URI> webhook;
    private final String program;
    private final long pid;
    private final EventLog events;

    /** Makes it; both are optional. */
    public Notifier(Optional<Path> command, Optional<URI> webhook, String program, long pid, EventLog events) {
        this.command = command;
        this.webhook = webhook;
        this.program = program;
        this.pid = pid;
        this.events = events;
    }

    void send(Bundle bundle) {
        if (command.isPresent()) {
            try {
                start(command.get(), bundle);
            } catch (IOException | RuntimeException e) {
                failed("watch.command could not be started: ", e);
            }
        }
        if (webhook.isPresent()) {
            try {
                post(webhook.get(), bundle);
            } catch (IOException | RuntimeException e) {
                failed("watch.webhook could not be told: ", e);
            }
        }
    }

    private void failed(String what, Exception e) {
        events.record(EventKind.REFUSAL, what + e);
    }

    private void start(Path program, Bundle bundle) throws IOException {
        File none = new File("/dev/null");
        ProcessBuilder builder =
                new ProcessBuilder(program.toString(), bundle.file().toString()).redirectInput(none);
        // What it prints must not become the output of this program.
        builder.redirectOutput(none).redirectError(none);
        Map<String, String> environment = builder.environment();
        for (String name : OURS) {
            environment.remove(name);
        }
        environment.put("JEMSCOPE_RULE", bundle.trigger().rule());
        environment.put("JEMSCOPE_READING", bundle.trigger().reading());
        // The JDK's thread that waits for it must not keep the agent's classes.
        Thread thread = Thread.currentThread();
        ClassLoader own = thread.getContextClassLoader();
        thread.setContextClassLoader(null);
        try {
            builder.start();
        } finally {
            thread.setContextClassLoader(own);
        }
    }

    private void post(URI address, Bundle bundle) throws IOException {
        StringWriter text = new StringWriter();
        JsonWriter json = new JsonWriter(text);
        json.beginObject();
        json.name("program").value(program);
        json.name("pid").value(pid);
        json.name("rule").value(bundle.trigger().rule());
        json.name("reading").value(bundle.trigger().reading());
        json.name("triggered").value(UtcTime.iso(bundle.trigger().time()));
        json.name("file").value(bundle.file().toString());
        json.name("bytes").value(bundle.bytes());
        json.name("millis").value(bundle.took().toMillis());
        json.endObject();
        HttpURLConnection connection = (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
        connection.setConnectTimeout(MILLIS);
        connection.setReadTimeout(MILLIS);
        connection.setInstanceFollowRedirects(false);
        connection.setRequestMethod("POST");
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setDoOutput(true);
        // The program's credentials aren't for it.
        connection.setAuthenticator(new NoCredentials());
        byte[] body = text.toString().getBytes(StandardCharsets.UTF_8);
        connection.setFixedLengthStreamingMode(body.length);
        try {
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body);
            }
            int status = connection.getResponseCode();
            if (status >= FIRST_REFUSAL) {
                throw new IOException("it answered " + status);
            }
        } finally {
            connection.disconnect();
        }
    }

    /** Has none. */
    private static final class NoCredentials extends Authenticator {}
}
