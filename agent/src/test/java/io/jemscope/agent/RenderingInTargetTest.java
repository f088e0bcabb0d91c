package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.profile.Sample;
import io.jemscope.profile.pprof.PprofReader;
import io.jemscope.report.Grouping;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is made of dumps in the program itself. */
@Tag("one-jdk")
class RenderingInTargetTest {

    private static final String CALLER = "io.jemscope.agent.AttachedProgram.main";

    private static final String PAGE_DATA = "id=\"jemscope-data\">";

    @TempDir
    private Path folder;

    static List<Path> jdks() {
        return TargetJvm.jdks();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aDumpIsHadInEveryFormAndAgainstAnother(Path jdk) throws Exception {
        try (TargetJvm target = start(jdk)) {
            target.allocate();
            String first = dump(target);
            target.allocate();
            target.allocate();
            String second = dump(target);

            for (String format : List.of(
                    "text", "svg", "dot", "json", "collapsed", "jeprof", "page", "html", "speedscope", "callgrind")) {
                HttpResponse<String> made = get(target, second + "?format=" + format);
                assertThat(made.statusCode()).as(format + ": " + made.body()).isEqualTo(200);
                assertThat(shown(made)).as(format).contains(format.equals("svg") ? "AttachedProgram" : CALLER);
            }
            assertThat(get(target, second + "?format=pprof").body()).startsWith("\u001f");

            String since =
                    get(target, second + "?format=text&baseline=" + first).body();
            assertThat(since).contains(CALLER).contains("4.0 MiB");
            assertThat(get(target, first + "?format=text&baseline=" + second).body())
                    .contains("-4.0 MiB");
            assertThat(get(target, second + "?format=raw&baseline=" + first).statusCode())
                    .isEqualTo(400);
            assertThat(get(target, second + "?format=text&baseline=nothing").statusCode())
                    .isEqualTo(404);
            assertThat(get(target, second + "?format=words").statusCode()).isEqualTo(400);
            assertThat(get(target, second + "?format=text&wait=61").statusCode())
                    .isEqualTo(400);

            Path made = folder.resolve("dumps").resolve(second + ".made");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
                    .isEqualTo("rwx------");
            assertThat(target.ask("DELETE", "/api/v1/dumps/" + second, "").statusCode())
                    .isEqualTo(204);
            assertThat(made).doesNotExist();
            assertThat(get(target, second + "?format=text").statusCode()).isEqualTo(404);
            assertThat(listed(target)).containsExactly(first);
            assertThat(target.end()).isEqualTo(AttachedProgram.EXIT_CODE);
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void whatAFilterLeavesIsHadInEveryForm(Path jdk) throws Exception {
        try (TargetJvm target = start(jdk)) {
            target.allocate();
            String first = dump(target);
            target.allocate();
            String id = dump(target);

            for (String format : List.of(
                    "text", "svg", "dot", "json", "collapsed", "jeprof", "page", "html", "speedscope", "callgrind")) {
                String found = format.equals("svg") ? "AttachedProgram" : CALLER;
                HttpResponse<String> focused = get(target, id + whole(format) + "&focus=AttachedProgram");
                HttpResponse<String> ignored = get(target, id + whole(format) + "&ignore=AttachedProgram");
                HttpResponse<String> shown = get(target, id + whole(format) + "&show=AttachedProgram");
                for (HttpResponse<String> made : List.of(focused, ignored, shown)) {
                    assertThat(made.statusCode())
                            .as(format + ": " + made.body())
                            .isEqualTo(200);
                }
                assertThat(shown(focused)).as(format).contains(found).contains("allocateDirect");
                assertThat(shown(ignored)).as(format).doesNotContain(found);
                assertThat(shown(shown)).as(format).contains(found).doesNotContain("allocateDirect");
            }
            assertThat(names(target, id + "?format=pprof&focus=AttachedProgram"))
                    .isNotEmpty()
                    .allSatisfy(stack -> assertThat(stack).contains(CALLER));
            assertThat(names(target, id + "?format=pprof&ignore=AttachedProgram"))
                    .isNotEmpty()
                    .noneSatisfy(stack -> assertThat(stack).contains(CALLER));
            assertThat(names(target, id + "?format=pprof&show=AttachedProgram"))
                    .isNotEmpty()
                    .allSatisfy(stack -> assertThat(stack).containsOnly(CALLER));

            String since = "&unit=B&focus=AttachedProgram&baseline=" + first;
            String text = get(target, id + "?format=text" + since).body();
            assertThat(text).contains(CALLER).contains("2,097,152 B");
            assertThat(get(target, id + "?format=text&by=line&show=AttachedProgram")
                            .body())
                    .contains("AttachedProgram.java:");
            assertThat(get(target, id + "?format=text&by=library").body()).contains("Java code", "libjvm.so");
            assertThat(get(target, id + "?format=text&focus=NoSuchClass")
                            .headers()
                            .firstValue("Jemscope-Unmatched"))
                    .contains("focus");

            HttpResponse<String> hostile = get(target, id + "?format=text&focus=(%7C)%7B60%7D(a%2B)%2B$");
            assertThat(hostile.statusCode()).as(hostile.body()).isEqualTo(200);
            HttpResponse<String> refused = get(target, id + "?format=svg&focus=(");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).contains("The parameter focus").contains("missing closing )");
            assertThat(get(target, id + "?format=raw&focus=main").body()).contains("format=raw is a file as it is");
        }
    }

    /**
     * Asks for a form with nothing left out: of a graph with more than 80 nodes, the JDK's go that are merely passed through,
     * and how many nodes there are depends on what the JVM has linked by then.
     */
    private static String whole(String format) {
        boolean graph = format.equals("svg") || format.equals("dot");
        return "?format=" + format + (graph ? "&nodecount=0" : "");
    }

    /**
     * What shows the program's memory: a picture's head names the program and the filter beside it, and a page holds its data
     * compressed.
     */
    private static String shown(HttpResponse<String> made) throws IOException {
        String body = made.body();
        int data = body.indexOf(PAGE_DATA);
        if (data >= 0) {
            int begin = data + PAGE_DATA.length();
            byte[] zipped = Base64.getDecoder().decode(body.substring(begin, body.indexOf('<', begin)));
            return new String(
                    new GZIPInputStream(new ByteArrayInputStream(zipped)).readAllBytes(), StandardCharsets.UTF_8);
        }
        int begin = body.indexOf("<g transform=");
        return begin < 0 ? body : body.substring(begin);
    }

    /** The functions' names in the stacks of a pprof profile. */
    private static List<List<String>> names(TargetJvm target, String what) throws IOException {
        HttpResponse<byte[]> made = get(target, what, HttpResponse.BodyHandlers.ofByteArray());
        assertThat(made.statusCode()).isEqualTo(200);
        List<List<String>> stacks = new ArrayList<>();
        for (Sample sample :
                PprofReader.read(new ByteArrayInputStream(made.body())).samples()) {
            stacks.add(Grouping.FUNCTION.names(sample));
        }
        return stacks;
    }

    @Test
    void aPageInOneFileNeverRunsInTheAgentsOrigin() throws Exception {
        try (TargetJvm target = start(TargetJvm.jdks().get(0))) {
            target.allocate();
            String id = dump(target);

            HttpResponse<String> page = get(target, id + "?format=html");

            assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
            assertThat(page.headers().firstValue("Content-Type")).contains("text/html; charset=utf-8");
            assertThat(page.headers().firstValue("Content-Disposition").orElseThrow())
                    .startsWith("attachment; filename=\"" + id)
                    .endsWith(".html\"");
            assertThat(page.body()).startsWith("<!DOCTYPE html>").contains("default-src 'none'");
        }
    }

    @Test
    void aVerdictKnowsTheAgesOfBlocksAndTakesNoFilter() throws Exception {
        try (TargetJvm target = start(TargetJvm.jdks().get(0))) {
            target.allocate();
            String earlier = dump(target);
            String id = dump(target);

            HttpResponse<String> verdict = get(target, id + "?format=verdict&baseline=" + earlier);
            HttpResponse<String> filtered = get(target, id + "?format=verdict&focus=main");

            assertThat(verdict.statusCode()).as(verdict.body()).isEqualTo(200);
            JsonObject run = JsonParser.parseString(verdict.body())
                    .getAsJsonObject()
                    .getAsJsonArray("runs")
                    .get(0)
                    .getAsJsonObject();
            assertThat(run.getAsJsonArray("times")).hasSize(2);
            assertThat(run.getAsJsonArray("sites"))
                    .anySatisfy(site -> assertThat(
                                    site.getAsJsonObject().get("evidence").getAsString())
                            .startsWith("ages"));
            assertThat(filtered.statusCode()).isEqualTo(400);
            assertThat(filtered.body()).contains("The parameter focus means nothing here");
        }
    }

    @Test
    void whoDoesntWaitIsToldWhereToLook() throws Exception {
        try (TargetJvm target = start(TargetJvm.jdks().get(0))) {
            target.allocate();
            String id = dump(target);

            HttpResponse<String> first = target.ask("GET", "/api/v1/dumps/" + id + "?format=svg&wait=0", "");
            assertThat(first.statusCode()).isEqualTo(202);
            assertThat(first.headers().firstValue("Retry-After")).isPresent();
            String address = first.headers().firstValue("Location").orElseThrow();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> target.ask("GET", address, "").statusCode() == 200);
        }
    }

    @Test
    void aSmallHeapIsLeftToTheProgram() throws Exception {
        try (TargetJvm target = start(TargetJvm.jdks().get(0), "-Xmx16m")) {
            target.allocate();

            HttpResponse<String> refused = get(target, dump(target) + "?format=text");

            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("jemscope report");
        }
    }

    private TargetJvm start(Path jdk, String... options) throws IOException {
        TargetJvm target = TargetJvm.start(
                jdk, folder, Map.of("MALLOC_CONF", "prof:true,prof_active:true,lg_prof_sample:12"), options);
        await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(target.descriptorFile()));
        return target;
    }

    private static String dump(TargetJvm target) throws IOException, InterruptedException {
        HttpResponse<String> made = target.ask("POST", "/api/v1/dumps", "");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return JsonParser.parseString(made.body()).getAsJsonObject().get("id").getAsString();
    }

    private static List<String> listed(TargetJvm target) throws IOException, InterruptedException {
        JsonObject answer = JsonParser.parseString(
                        target.ask("GET", "/api/v1/dumps", "").body())
                .getAsJsonObject();
        JsonArray dumps = answer.getAsJsonArray("dumps");
        List<String> ids = new ArrayList<>();
        dumps.forEach(dump -> ids.add(dump.getAsJsonObject().get("id").getAsString()));
        return ids;
    }

    /** Asks again where that was too often in a short time, or where it takes longer, as the answers say. */
    private static HttpResponse<String> get(TargetJvm target, String what) {
        return get(target, what, HttpResponse.BodyHandlers.ofString());
    }

    private static <T> HttpResponse<T> get(TargetJvm target, String what, HttpResponse.BodyHandler<T> into) {
        return await().atMost(Duration.ofMinutes(2))
                .until(
                        () -> target.ask("GET", "/api/v1/dumps/" + what, "", into),
                        answer -> answer.statusCode() != 429 && answer.statusCode() != 202);
    }
}
