package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.agent.events.Event;
import io.jemscope.agent.events.EventKind;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** jemalloc's controls over HTTP, on an allocator that isn't real. */
class ControlsTest {

    @TempDir
    private Path folder;

    private AgentOnFake agent;
    private FakeAllocator allocator;

    @BeforeEach
    void start() throws IOException {
        agent = new AgentOnFake(folder);
        allocator = agent.allocator;
        allocator.values.put("prof.thread_active_init", true);
        allocator.values.put("prof.gdump", false);
        allocator.values.put("prof.interval", 0L);
        allocator.values.put("background_thread", false);
        allocator.values.put("opt.prof_prefix", Optional.of("jeprof"));
        allocator.values.put("arenas.dirty_decay_ms", 10_000L);
        allocator.values.put("arenas.narenas", 4L);
        allocator.values.put("arena.0.dirty_decay_ms", 10_000L);
        allocator.values.put("arena.1.dirty_decay_ms", 500L);
        allocator.values.put("arena.3.dirty_decay_ms", 0L);
        allocator.writeOnly.add("prof.prefix");
        allocator.writeOnly.add("prof.log_start");
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
    }

    @Test
    void listsEachWithItsValue() throws Exception {
        assertThat(control("prof.gdump")).isEqualTo(JsonParser.parseString("""
                        {"name": "prof.gdump", "value": false, "available": true, "changeable": true, "found": null,
                         "does": "Whether jemalloc, while it samples, dumps at each new high of mapped memory. A program \
                        that grows makes hundreds of files a second; they go where prof.prefix says, and no limit removes \
                        them. After a thousand, or as many bytes as dumps.bytes says, it is switched off."}"""));
        assertThat(value("prof.active")).isEqualTo("false");
        assertThat(value("prof.lg_sample")).isEqualTo("19");
        assertThat(value("prof.prefix")).isEqualTo("\"original\"");
        assertThat(value("arenas.dirty_decay_ms")).isEqualTo("10000");
        assertThat(control("prof.interval").get("changeable").getAsBoolean()).isFalse();
        assertThat(control("prof.log_stop").get("available").getAsBoolean()).isTrue();
        assertThat(value("prof.log_stop")).isEqualTo("null");
        assertThat(agent.writes()).isEmpty();
    }

    @Test
    void whatThisJemallocLacksIsAbsent() throws Exception {
        allocator.writeOnly.clear();
        allocator.values.remove("background_thread");

        for (String name : new String[] {
            "background_thread", "arenas.muzzy_decay_ms", "prof.prefix", "prof.log_start", "prof.log_stop"
        }) {
            JsonObject absent = control(name);
            assertThat(absent.get("available").getAsBoolean()).as(name).isFalse();
            assertThat(absent.get("changeable").getAsBoolean()).as(name).isFalse();
            assertThat(absent.get("value").isJsonNull()).as(name).isTrue();
        }
        assertThat(patch("{\"background_thread\":true}").statusCode()).isEqualTo(409);
        assertThat(patch("{\"background_thread\":true}").body()).contains("this build of jemalloc has no");
    }

    @Test
    void withoutHeapProfilingItsControlsAreAbsent() throws Exception {
        allocator.values.put("opt.prof", false);

        assertThat(control("prof.gdump").get("available").getAsBoolean()).isFalse();
        assertThat(control("prof.reset").get("available").getAsBoolean()).isFalse();
        assertThat(control("background_thread").get("available").getAsBoolean()).isTrue();
        assertThat(patch("{\"prof.gdump\":true}").body()).contains("MALLOC_CONF=prof:true");
    }

    @Test
    void ofAJemallocThatWasBuiltWithoutHeapProfilingThatIsTold() throws Exception {
        allocator.values.remove("opt.prof");

        assertThat(patch("{\"prof.gdump\":true}").statusCode()).isEqualTo(409);
        assertThat(patch("{\"prof.gdump\":true}").body())
                .contains("built without heap profiling", "--enable-prof")
                .doesNotContain("MALLOC_CONF");
    }

    @Test
    void changesAllThatAreNamed() throws Exception {
        JsonObject answer =
                json(patch("{\"background_thread\":true,\"prof.gdump\":true,\"prof.thread_active_init\":true}"));

        // In the table's order; what was so already isn't among them.
        assertThat(answer.get("changed")).hasToString("[\"prof.gdump\",\"background_thread\"]");
        assertThat(agent.writes()).containsExactly("prof.gdump=true", "background_thread=true");
        assertThat(control("prof.gdump").get("found")).hasToString("false");
        assertThat(agent.events.after(0))
                .extracting(Event::text)
                .containsExactly(
                        "prof.gdump was changed from false to true",
                        "background_thread was changed from false to true");
        assertThat(json(patch("{\"prof.gdump\":true}")).get("changed")).hasToString("[]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "prof.gdmp|true|the nearest is prof.gdump",
                "thread.prof.name|\"x\"|there is no control thread.prof.name",
                "|1|there is no control ;",
                "prof.active|true|PUT /api/v1/profiling",
                "prof.reset|true|/api/v1/resets",
                "prof.log_start|\"/tmp/x\"|/api/v1/allocation-log",
                "prof.interval|1|lg_prof_interval in MALLOC_CONF",
                "prof.gdump|1|Send true or false.",
                "prof.gdump|\"true\"|Send true or false.",
                "prof.prefix|\"/tmp/evil\"|Send \\\"private\\\" or \\\"original\\\".",
                "prof.prefix|true|Send \\\"private\\\" or \\\"original\\\".",
                "arenas.dirty_decay_ms|-2|can't be -2",
                "arenas.dirty_decay_ms|31536000001|a year at most",
                "arenas.dirty_decay_ms|\"1\"|a whole number of milliseconds"
            })
    void aSlipIsToldAndNothingIsChanged(String name, String value, String told) throws Exception {
        String slip = "\"" + (name == null ? "" : name) + "\":" + value;

        HttpResponse<String> refused = patch("{\"background_thread\":true," + slip + "}");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("Nothing is changed", told);
        assertThat(agent.writes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "{\"prof.gdump\":null}",
                "{\"prof.gdump\":true,\"prof.gdump\":false}",
                "{\"a\":{}}"
            })
    void aBodyThatSaysNothingIsRefused(String body) throws Exception {
        assertThat(patch(body).statusCode()).isEqualTo(400);
        assertThat(agent.writes()).isEmpty();
    }

    @Test
    void allOrNothing() throws Exception {
        allocator.refusal.set("background_thread");

        HttpResponse<String> refused = patch("{\"prof.gdump\":true,\"background_thread\":true}");

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("Can't do background_thread");
        assertThat(agent.writes()).containsExactly("prof.gdump=true", "prof.gdump=false");
        assertThat(control("prof.gdump").get("found").isJsonNull()).isTrue();
        assertThat(agent.events.count(EventKind.REFUSAL)).isEqualTo(1);
        assertThat(agent.events.count(EventKind.CHANGE)).isZero();
    }

    /** Such as an allocation that fails in a full Java heap, where a change is let through. */
    @Test
    void whateverComesBetweenNothingStaysChanged() throws Exception {
        allocator.onWrite.set(name -> {
            if (name.equals("background_thread")) {
                allocator.onWrite.set(other -> {});
                throw new OutOfMemoryError("for the test");
            }
        });

        assertThat(patch("{\"prof.gdump\":true,\"background_thread\":true}").statusCode())
                .isEqualTo(503);

        assertThat(allocator.values).containsEntry("prof.gdump", false).containsEntry("background_thread", false);
        assertThat(control("prof.gdump").get("found").isJsonNull()).isTrue();
        agent.forgetWrites();
        assertThat(leave().body()).doesNotContain("notPutBack");
        assertThat(agent.writes()).isEmpty();
    }

    @Test
    void aChangeThatStopsHalfWayIsUndone() throws Exception {
        allocator.values.put("arena.1.dirty_decay_ms", 10_000L);
        allocator.onWrite.set(name -> {
            if (name.equals("arena.1.dirty_decay_ms")) {
                allocator.onWrite.set(other -> {});
                throw new IllegalStateException("for the test");
            }
        });

        assertThat(patch("{\"arenas.dirty_decay_ms\":50}").statusCode()).isEqualTo(500);

        assertThat(allocator.values)
                .containsEntry("arenas.dirty_decay_ms", 10_000L)
                .containsEntry("arena.0.dirty_decay_ms", 10_000L)
                .containsEntry("arena.1.dirty_decay_ms", 10_000L);
    }

    @Test
    void whatCannotBeUndoneIsToldAndPutBackWhenTheAgentLeaves() throws Exception {
        allocator.onWrite.set(name -> {
            if (name.equals("background_thread")) {
                allocator.refusal.set("prof.gdump");
                throw new OutOfMemoryError("for the test");
            }
        });

        assertThat(patch("{\"prof.gdump\":true,\"background_thread\":true}").statusCode())
                .isEqualTo(503);

        assertThat(control("prof.gdump").get("value")).hasToString("true");
        assertThat(control("prof.gdump").get("found")).hasToString("false");
        assertThat(agent.events.after(0))
                .extracting(Event::text)
                .containsExactly(
                        "prof.gdump stays true, since it could not be undone: Can't do prof.gdump: the test says"
                                + " so. Go on.");
        allocator.refusal.set("");
        leave();
        assertThat(allocator.values).containsEntry("prof.gdump", false);
    }

    @Test
    void whatCouldNotBePutBackIsTriedAgain() throws Exception {
        patch("{\"prof.gdump\":true}");
        allocator.refusal.set("prof.gdump");
        assertThat(leave().body()).contains("notPutBack");
        allocator.refusal.set("");

        assertThat(leave().body()).doesNotContain("notPutBack");

        assertThat(allocator.values).containsEntry("prof.gdump", false);
    }

    /** jemalloc may take long for it, and a server's worker isn't to wait so long. */
    @Test
    void whoReadsIsntKeptWaitingByAChange() throws Exception {
        CountDownLatch changing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        allocator.onWrite.set(name -> {
            if (name.equals("prof.gdump")) {
                changing.countDown();
                waitFor(go);
            }
        });
        CompletableFuture<HttpResponse<String>> change = CompletableFuture.supplyAsync(() -> {
            try {
                return patch("{\"prof.gdump\":true}");
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
        changing.await();

        HttpResponse<String> refused = agent.send("GET", "/api/v1/controls", "");
        go.countDown();

        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.body()).contains("some are being changed");
        assertThat(refused.headers().firstValue("Retry-After")).contains("1");
        assertThat(json(change.join()).get("changed")).hasToString("[\"prof.gdump\"]");
        assertThat(value("prof.gdump")).isEqualTo("true");
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoMayOnlyReadChangesNothing() throws Exception {
        assertThat(agent.read("/api/v1/controls").statusCode()).isEqualTo(200);
        assertThat(agent.tryToChange("PATCH", "/api/v1/controls", "{\"prof.gdump\":true}")
                        .statusCode())
                .isEqualTo(403);
        assertThat(agent.writes()).isEmpty();
    }

    @Test
    void whatWasFoundIsPutBackWhenTheAgentLeaves() throws Exception {
        patch("{\"prof.gdump\":true,\"prof.prefix\":\"private\",\"arenas.dirty_decay_ms\":0}");
        patch("{\"arenas.dirty_decay_ms\":70}");
        agent.forgetWrites();

        assertThat(leave().body()).isEqualTo("{\"leaving\":true,\"deactivated\":false}\n");

        assertThat(agent.writes())
                .containsExactly(
                        "arenas.dirty_decay_ms=10000",
                        "arena.0.dirty_decay_ms=10000",
                        "prof.gdump=false",
                        "prof.prefix=Optional[jeprof]");
        assertThat(patch("{\"prof.gdump\":true}").body()).contains("the agent is leaving this program");
    }

    @Test
    void whatSomebodyElseHasChangedSinceStays() throws Exception {
        patch("{\"prof.gdump\":true,\"arenas.dirty_decay_ms\":0}");
        allocator.values.put("arenas.dirty_decay_ms", 7L);
        assertThat(control("arenas.dirty_decay_ms").get("found").isJsonNull()).isTrue();
        agent.forgetWrites();

        leave();

        assertThat(agent.writes()).containsExactly("prof.gdump=false");
    }

    @Test
    void whatSomebodyElseHasSetIsWhatIsPutBack() throws Exception {
        patch("{\"arenas.dirty_decay_ms\":0}");
        allocator.values.put("arenas.dirty_decay_ms", 7L);
        patch("{\"arenas.dirty_decay_ms\":8}");

        leave();

        assertThat(allocator.values).containsEntry("arenas.dirty_decay_ms", 7L);
    }

    @Test
    void whatIsSetBackByHandIsNotPutBackAgain() throws Exception {
        patch("{\"prof.gdump\":true}");
        patch("{\"prof.gdump\":false}");
        allocator.values.put("prof.gdump", true);
        agent.forgetWrites();

        leave();

        assertThat(agent.writes()).isEmpty();
    }

    @Test
    void whatCannotBePutBackIsTold() throws Exception {
        patch("{\"prof.gdump\":true,\"background_thread\":true}");
        allocator.refusal.set("prof.gdump");

        HttpResponse<String> left = leave();

        assertThat(json(left).getAsJsonArray("notPutBack"))
                .singleElement()
                .satisfies(
                        one -> assertThat(one.getAsString()).startsWith("prof.gdump could not be put back to false: "));
        assertThat(allocator.values).containsEntry("background_thread", false);
    }

    @Test
    void theDecayTimeIsThatOfAllArenasThatHaveNoneOfTheirOwn() throws Exception {
        patch("{\"arenas.dirty_decay_ms\":500}");
        assertThat(allocator.values)
                .containsEntry("arena.0.dirty_decay_ms", 500L)
                .containsEntry("arena.1.dirty_decay_ms", 500L)
                .containsEntry("arena.3.dirty_decay_ms", 0L);
        // One that has begun since, with the common time.
        allocator.values.put("arena.2.dirty_decay_ms", 500L);

        patch("{\"arenas.dirty_decay_ms\":-1}");

        assertThat(allocator.values)
                .containsEntry("arenas.dirty_decay_ms", -1L)
                .containsEntry("arena.0.dirty_decay_ms", -1L)
                .containsEntry("arena.1.dirty_decay_ms", 500L)
                .containsEntry("arena.2.dirty_decay_ms", -1L)
                .containsEntry("arena.3.dirty_decay_ms", 0L);
    }

    @Test
    void theOnlyPlaceForDumpsIsThePrivateFolder() throws Exception {
        patch("{\"prof.prefix\":\"private\"}");

        assertThat(allocator.values)
                .containsEntry(
                        "prof.prefix",
                        Optional.of(folder.resolve("dumps/jemalloc").toString()));
        assertThat(folder.resolve("dumps")).isDirectory();
        Files.writeString(folder.resolve("dumps/jemalloc.4711.0.u0.heap"), "heap_v2/524288\n");
        Files.writeString(folder.resolve("dumps/jemalloc.4711.0.u0.heap.symbols"), "--- symbol\n---\n");
        assertThat(agent.send("GET", "/api/v1/dumps/4711.0.u0", "").body()).isEqualTo("heap_v2/524288\n");
        patch("{\"prof.prefix\":\"original\"}");
        assertThat(allocator.values).containsEntry("prof.prefix", Optional.of("jeprof"));
    }

    @Test
    void aFolderThatCannotBeUsedChangesNothing() throws Exception {
        Files.writeString(folder.resolve("dumps"), "in the way");

        assertThat(patch("{\"prof.prefix\":\"private\",\"prof.gdump\":true}").statusCode())
                .isEqualTo(507);

        assertThat(agent.writes()).isEmpty();
        assertThat(value("prof.prefix")).isEqualTo("\"original\"");
    }

    private JsonObject control(String name) throws Exception {
        for (JsonElement one : json(agent.send("GET", "/api/v1/controls", "")).getAsJsonArray("controls")) {
            if (one.getAsJsonObject().get("name").getAsString().equals(name)) {
                return one.getAsJsonObject();
            }
        }
        throw new AssertionError("no control " + name);
    }

    private String value(String name) throws Exception {
        return control(name).get("value").toString();
    }

    private HttpResponse<String> patch(String body) throws Exception {
        return agent.send("PATCH", "/api/v1/controls", body);
    }

    private HttpResponse<String> leave() throws Exception {
        return agent.send("DELETE", "/api/v1/agent", "");
    }

    private static JsonObject json(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 202);
        return JsonParser.parseString(answer.body()).getAsJsonObject();
    }
}
