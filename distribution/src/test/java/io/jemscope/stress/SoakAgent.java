package io.jemscope.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.tools.attach.VirtualMachine;
import io.jemscope.endtoend.Image;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The agent in the soak test's target, which many ask and one sends away and back. While it is away nobody asks, so whatever
 * isn't answered as it should be is a failure.
 */
final class SoakAgent {

    /** Longer than anything takes on a busy machine; what takes so long has hung. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** How often a caller who is told to come later does: for statistics that a dump holds back, or that many ask for. */
    private static final int MOST_AGAIN = 20;

    private final long pid;
    private final Path folder;
    private final Path descriptor;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ReadWriteLock presence = new ReentrantReadWriteLock(true);
    private final AtomicLong answers = new AtomicLong();
    private final AtomicLong arrivals = new AtomicLong();
    private volatile String address = "";
    private volatile String token = "";

    SoakAgent(long pid, Path folder) {
        this.pid = pid;
        this.folder = folder;
        this.descriptor = folder.resolve("runtime").resolve(pid + ".json");
    }

    /** How many requests were answered as they should be. */
    long answers() {
        return answers.get();
    }

    /** How often it came. */
    long arrivals() {
        return arrivals.get();
    }

    /** It comes by being attached, and answers from then on. */
    void come() throws Exception {
        VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
        try {
            jvm.loadAgentPath(Image.AGENT.toString(), "dump.interval=0,folder=" + folder.resolve("dumps"));
        } finally {
            jvm.detach();
        }
        await().atMost(LIMIT).until(() -> Files.exists(descriptor));
        String text = Files.readString(descriptor);
        address = value(text, "address");
        token = value(text, "token");
        arrivals.incrementAndGet();
    }

    /** It leaves as it is asked to, which is done when its descriptor is gone. */
    void leave() throws IOException, InterruptedException {
        send("DELETE", "/api/v1/agent", "", 202);
        await().atMost(LIMIT).until(() -> !Files.exists(descriptor));
    }

    /** It leaves and comes back, and nobody asks meanwhile. */
    void leaveAndComeBack() throws Exception {
        presence.writeLock().lock();
        try {
            leave();
            come();
        } finally {
            presence.writeLock().unlock();
        }
    }

    /** An answer, which has to have that status. */
    String ask(String method, String path, String body, int status) throws IOException, InterruptedException {
        presence.readLock().lock();
        try {
            return send(method, path, body, status);
        } finally {
            presence.readLock().unlock();
        }
    }

    private String send(String method, String path, String body, int status) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + token)
                .timeout(LIMIT)
                .build();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        OptionalLong later = answer.headers().firstValueAsLong("Retry-After");
        for (int again = 0; again < MOST_AGAIN && later.isPresent(); again++) {
            TimeUnit.SECONDS.sleep(later.getAsLong());
            answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            later = answer.headers().firstValueAsLong("Retry-After");
        }
        assertThat(answer.statusCode())
                .as("%s %s: %s", method, path, answer.body())
                .isEqualTo(status);
        answers.incrementAndGet();
        return answer.body();
    }

    /** A member of a JSON object that is a string. */
    static String value(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        assertThat(matcher.find()).as("%s in %s", name, json).isTrue();
        return matcher.group(1);
    }
}
