package io.jemscope.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import io.jemscope.agent.web.api.ReadRates;
import io.jemscope.httpd.RoleRateLimiter;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a dump is asked for, by pprof's and jeprof's names for it. */
@Timeout(60)
class DumpViewsTest {

    /** Three stacks of two threads. */
    private static final String HEAP = """
            --- symbol
            binary=/usr/bin/app
            0x4a45000000000001 shop.Cache.put(Cache.java:10)
            0x4a45000000000002 shop.Order.read(Order.java:20)
            0x4a45000000000003 shop.Main.main(Main.java:30)
            0x4a45000000000004 shop.Cache.get(Cache.java:40)
            ---
            --- heap
            heap_v2/1
              t*: 3: 7000 [0: 0]
              t1: 2: 3000 [0: 0] main
              t2: 1: 4000 [0: 0] worker
            @ 0x4a45000000000001 0x4a45000000000003
              t*: 1: 1000 [0: 0]
              t1: 1: 1000 [0: 0]
            @ 0x4a45000000000002 0x4a45000000000003
              t*: 1: 2000 [0: 0]
              t1: 1: 2000 [0: 0]
            @ 0x4a45000000000004 0x4a45000000000002 0x4a45000000000003
              t*: 1: 4000 [0: 0]
              t2: 1: 4000 [0: 0]

            MAPPED_LIBRARIES:
            """;

    /** One allocation that was freed while jemalloc logged. */
    private static final String LOG = """
            {"info":{"duration":1500000000,"version":"5.3.0-0-g54eaed1","lg_sample_rate":19,
                     "prof_time_resolution":"default","pid":4711},
             "threads":[{"thr_uid":0,"thr_name":"main"}],
             "stack_traces":[["0x4a45000000000001"],["0x4a45000000000002"]],
             "allocations":[
              {"alloc_thread":0,"free_thread":0,"alloc_trace":0,"free_trace":1,
               "alloc_timestamp":5,"free_timestamp":9,"usize":64}]}
            """;

    @TempDir
    private Path folder;

    private AgentOnFake agent;

    @BeforeEach
    void begin() throws IOException {
        agent = new AgentOnFake(folder);
        agent.allocator.heap.set(HEAP);
    }

    @AfterEach
    void stop() throws IOException {
        agent.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "focus=Cache[.]put | shop.Main.main;shop.Cache.put 1000",
                "ignore=Cache | shop.Main.main;shop.Order.read 2000",
                "focus=Cache&hide=^shop.Order | shop.Main.main;shop.Cache.get 4000, shop.Main.main;shop.Cache.put 1000",
                "exclude=Main&ignore=Cache | shop.Order.read 2000",
                "show=Order&focus=get | shop.Order.read 4000",
                "retain=Order&focus=get | shop.Order.read 4000",
                "show_from=Order&focus=get | shop.Order.read;shop.Cache.get 4000",
                "show-from=Order&ignore=get | shop.Order.read 2000",
                "prune_from=Order&focus=get | shop.Main.main;shop.Order.read 4000",
                "prune-from=Order&focus=get | shop.Main.main;shop.Order.read 4000",
                "tagfocus=thread=^main&focus=Cache | shop.Main.main;shop.Cache.put 1000",
                "tagignore=thread=main | shop.Main.main;shop.Order.read;shop.Cache.get 4000",
                "tagfocus=1500b:2500b | shop.Main.main;shop.Order.read 2000",
                "thread=worker | shop.Main.main;shop.Order.read;shop.Cache.get 4000",
                "tagroot=thread&ignore=Cache | main;shop.Main.main;shop.Order.read 2000",
                "tagleaf=thread&ignore=Cache | shop.Main.main;shop.Order.read;main 2000",
                "objects=true&focus=put | shop.Main.main;shop.Cache.put 1",
                "sample_index=inuse_objects&focus=put | shop.Main.main;shop.Cache.put 1",
                "inuse_space&focus=put&objects=false | shop.Main.main;shop.Cache.put 1000",
                "noinlines=true&taghide=thread&focus=put | shop.Main.main;shop.Cache.put 1000"
            })
    void leavesWhatWasAskedFor(String query, String lines) throws Exception {
        HttpResponse<String> made = made("collapsed", query);

        assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
        assertThat(made.body().lines().map(line -> line.replaceAll("\\([^)]*\\)|_\\[j\\]", "")))
                .containsExactlyInAnyOrder(lines.split(", "));
        assertThat(made.headers().firstValue("Jemscope-Unmatched")).isEmpty();
    }

    @Test
    void tellsWhatNothingMatched() throws Exception {
        HttpResponse<String> made = made("text", "focus=Cache&hide=cache&tagroot=pool");

        assertThat(made.statusCode()).isEqualTo(200);
        assertThat(made.headers().firstValue("Jemscope-Unmatched")).contains("tagroot, hide");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exclude=nosuch&show_from=nosuch | exclude, show_from",
                "hide=nosuch&prune-from=nosuch | hide, prune-from",
                "tagroot=a,b&tagleaf=c | tagroot, tagleaf"
            })
    void tellsItByTheNamesThatWereSentEachOnce(String query, String names) throws Exception {
        assertThat(made("text", query).headers().firstValue("Jemscope-Unmatched"))
                .contains(names);
    }

    @Test
    void whatIsMadeTellsHowMuchOfTheDumpItIs() throws Exception {
        assertThat(made("text", "focus=get").body()).contains("  filter       --focus=get; 57.1% of 6.8 KiB");
        assertThat(made("svg", "focus=get").body()).contains(">Filter: --focus=get; 57.1% of 6.8 KiB<");
        assertThat(made("text", "rows=20").body()).doesNotContain("filter");
    }

    @Test
    void aLogOfAllocationsIsntHeldAgainstADump() throws Exception {
        String dump = dump();
        agent.allocator.heap.set(LOG);
        String log = dump();

        for (String query : new String[] {log + "?baseline=" + dump, dump + "?baseline=" + log}) {
            HttpResponse<String> refused = agent.send("GET", "/api/v1/dumps/" + query + "&format=text", "");
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
            assertThat(plain(refused)).contains("can't be compared with that baseline", "a log of allocations");
        }
        assertThat(get(log, "format=text&baseline=" + log).statusCode()).isEqualTo(200);
    }

    @Test
    void countsByWhatWasAskedFor() throws Exception {
        assertThat(made("text", "by=line").body()).contains("shop.Order.read(Order.java:20)");
        assertThat(made("text", "lines=true").body()).contains("shop.Order.read(Order.java:20)");
        assertThat(made("text", "files").body()).contains("shop/Order.java");
        assertThat(made("text", "by=class").body()).contains("shop.Cache").doesNotContain("shop.Cache.put");
        assertThat(made("text", "by=package").body()).contains("package");
        assertThat(made("text", "by=thread").body()).contains("worker");
        assertThat(made("text", "addresses").body()).contains("0x4a45000000000001");
        assertThat(made("dot", "by=class").body()).contains("shop.Cache").doesNotContain("Cache.put");
        assertThat(made("text", "unit=B").body()).contains("4,000 B");
        assertThat(made("text", "show_bytes").body()).contains("4,000 B");
        assertThat(made("text", "mean").body()).contains("mean");
        assertThat(made("text", "rows=1").body()).contains("and 3 more functions");
        assertThat(made("text", "nodefraction=0.5").body()).contains("less than 50.0% cumulative");
        assertThat(made("text", "cum").body()).containsSubsequence("shop.Main.main", "shop.Order.read");
        assertThat(made("dot", "nodecount=1").body()).contains("Main").doesNotContain("Cache.put");
        assertThat(made("dot", "call_tree&edgefraction=0&maxdegree=9").statusCode())
                .isEqualTo(200);
    }

    /** As of a first run, whose baseline was written before anything was sampled. */
    @Test
    void aBaselineWithoutSamplesIsNoComparison() throws Exception {
        agent.allocator.heap.set("heap_v2/524288\n  t*: 0: 0 [0: 0]\n\nMAPPED_LIBRARIES:\n");
        String first = dump();
        agent.allocator.heap.set(HEAP);
        String second = dump();

        assertThat(get(second, "format=json&baseline=" + first).body()).doesNotContain("base.");
    }

    @Test
    void comparesWhatIsLeft() throws Exception {
        String first = dump();
        agent.allocator.heap.set(HEAP.replace("1: 4000", "1: 6000").replace("1: 1000", "1: 500"));
        String second = dump();
        String since = "&baseline=" + first;

        assertThat(get(second, "format=text&unit=B&focus=get" + since).body()).contains("2,000 B");
        assertThat(get(second, "format=text&unit=B" + since).body()).contains("-500 B");
        assertThat(get(second, "format=text&unit=B&drop_negative" + since).body())
                .doesNotContain("-500 B");
        assertThat(get(second, "format=text&normalize=true" + since).statusCode())
                .isEqualTo(200);
        assertThat(get(second, "format=text&normalize=true").body()).contains("goes with a baseline");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "format=raw&focus=a | The parameter focus means nothing here",
                "format=symbols&by=line | The parameter by means nothing here",
                "focus=a | format=raw is a file as it is; it goes with format=text, svg, dot, pprof",
                "format=raw&focsu=a | The parameter focsu isn't known",
                "format=text&focsu=a | The parameter focsu isn't known",
                "format=text&focus=a%28b | The parameter focus 'a(b' is not a valid pattern",
                "format=text&exclude=%5Ba | The parameter exclude '[a' is not a valid pattern",
                "format=text&tagshow=* | The parameter tagshow '*' is not a valid pattern",
                "format=text&tagfocus=thread=%28 | The parameter tagfocus '(' is not a valid pattern",
                "format=text&hide=a&exclude=b | exclude and hide can't both be followed",
                "format=text&by=colour | must be one of function, line",
                "format=text&by=line&files=true | by and files conflict",
                "format=text&alloc_objects=true&live=true | different sample types",
                "format=text&sample_index=space | The parameter sample_index can't be read",
                "format=text&unit=pages | The parameter unit can't be read",
                "format=text&unit=mb&show_bytes=true | different units",
                "format=text&cum&flat | different orders",
                "format=text&sort=name | must be one of flat, cumulative",
                "format=text&rows=-1 | The parameter rows can't be read",
                "format=text&nodefraction=2 | The parameter nodefraction can't be read",
                "format=text&mean=perhaps | must be true or false",
                "format=text&call_tree=true | it goes with format=svg and dot",
                "format=svg&mean=true | it goes with format=text",
                "format=pprof&by=line | it goes with format=text, svg and dot",
                "format=json&objects=true | it goes with format=text, svg, dot and collapsed",
                "format=text&drop_negative=true | it goes with a baseline",
                "format=text&tagroot=a,b,c,d,e,f,g,h,i | at most 8 keys",
                "format=text&tagfocus=a,b,c,d,e,f,g,h,i | at most 8 patterns"
            })
    void saysWhichParameterCantBeFollowed(String query, String words) throws Exception {
        HttpResponse<String> refused = get(dump(), query);

        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
        assertThat(plain(refused)).contains(words);
    }

    @Test
    void whatWasNeverCountedIsntShownAsNothing() throws Exception {
        HttpResponse<String> refused = made("text", "alloc_space=true");

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(plain(refused)).contains("doesn't know what was freed");
    }

    @Test
    void expressionsAreBounded() throws Exception {
        HttpResponse<String> refused = get(dump(), "format=text&focus=" + "a".repeat(1001));

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(plain(refused)).contains("The parameter focus is too long", "1000 are the most");
        assertThat(get(dump(), "format=text&focus=" + "a".repeat(1000)).statusCode())
                .isEqualTo(200);
    }

    /** What takes all of the heap where it is written out, or never comes to an end. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a{1000}){1000}",
                "((a{30}){30}){30}",
                "((((((a)))))){0,1000}",
                "(?i)\u1c80",
                "[+-[:](((a{1000}){1000}){1000}):]",
                "[+-[:](?i)\\x{1c80}:]"
            })
    void expressionsThatCanBeTakenByNobodyAreRefused(String expression) throws Exception {
        HttpResponse<String> refused = get(dump(), "format=text&focus=" + encoded(expression));

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(plain(refused)).contains("The parameter focus", "is not a valid pattern");
    }

    /** Each of these would hold a matcher that tries one way after the other for longer than there is time. */
    @ParameterizedTest
    @ValueSource(strings = {"(a+)+$", "(a|a)*b", "(|){60}x", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*x"})
    void hostileExpressionsHoldNobodyUp(String expression) throws Exception {
        agent.allocator.heap.set(HEAP.replace("shop.Cache.put", "shop." + "a".repeat(5000) + "!"));
        String id = dump();

        assertThat(get(id, "format=text&focus=" + encoded(expression)).statusCode())
                .isEqualTo(200);
    }

    @Test
    void anExpressionThatTakesTooMuchWorkIsRefusedByName() throws Exception {
        StringBuilder name = new StringBuilder("shop.");
        Random random = new Random(1);
        for (int i = 0; i < 200_000; i++) {
            name.append(random.nextBoolean() ? 'a' : 'b');
        }
        agent.allocator.heap.set(HEAP.replace("shop.Cache.put", name));
        String id = dump();

        HttpResponse<String> refused = get(id, "format=text&ignore=" + encoded("a[ab]{1000}[ab]{400}c"));

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(plain(refused))
                .contains("The parameter ignore 'a[ab]{1000}[ab]{400}c'", "takes more work than may be done");
        assertThat(get(id, "format=text&ignore=a").statusCode()).isEqualTo(200);
    }

    @Test
    void viewsAreMadeSoOftenAndKeptOnesAreHadAsOftenAsAnybodyLikes() throws Exception {
        agent.close();
        RoleRateLimiter any = new RoleRateLimiter(Duration.ZERO, 1, "Wait.");
        String next = "Wait as long as Retry-After says.";
        agent = new AgentOnFake(
                folder, new ReadRates(any, any, any, any, any, new RoleRateLimiter(Duration.ofHours(1), 2, next), any));
        agent.allocator.heap.set(HEAP);
        String id = dump();
        assertThat(get(id, "format=text&focus=a").statusCode()).isEqualTo(200);
        assertThat(get(id, "format=text&focus=b").statusCode()).isEqualTo(200);

        HttpResponse<String> refused = get(id, "format=text&focus=c");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        for (int i = 0; i < 5; i++) {
            assertThat(get(id, "format=text&focus=a").statusCode()).isEqualTo(200);
            assertThat(get(id, "format=text").statusCode()).isEqualTo(429);
        }
        assertThat(get(id, "format=text&rows=-1").statusCode()).isEqualTo(429);
        assertThat(agent.read("/api/v1/dumps/" + id + "?format=text&focus=c").statusCode())
                .isEqualTo(200);
        assertThat(agent.read("/api/v1/dumps/" + id + "?format=text&rows=-1").statusCode())
                .isEqualTo(400);
        assertThat(agent.read("/api/v1/dumps/" + id + "?format=text").statusCode())
                .isEqualTo(429);
    }

    /** The reason stands at the address that was told, for who doesn't wait. */
    @Test
    void whoDoesntWaitIsToldWhatCantBeRead() throws Exception {
        String id = dump();
        String query = "format=text&wait=0&focus=" + encoded("(");
        get(id, query);
        assertThat(get(id, "format=text&focus=" + encoded("(")).statusCode()).isEqualTo(400);

        assertThat(get(id, query).statusCode()).isEqualTo(400);
    }

    private HttpResponse<String> made(String format, String query) throws Exception {
        return get(
                dump(),
                "format=" + format + "&"
                        + query.replace("[", "%5B").replace("]", "%5D").replace("^", "%5E"));
    }

    private String dump() throws Exception {
        HttpResponse<String> made = agent.send("POST", "/api/v1/dumps", "");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return JsonParser.parseString(made.body()).getAsJsonObject().get("id").getAsString();
    }

    private HttpResponse<String> get(String id, String query) throws Exception {
        return agent.send("GET", "/api/v1/dumps/" + id + "?" + query, "");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The words of a refusal. */
    private static String plain(HttpResponse<String> refused) {
        return JsonParser.parseString(refused.body()).getAsJsonObject().getAsJsonObject("error").entrySet().stream()
                .map(part -> part.getValue().getAsString())
                .reduce("", (before, part) -> before + part + " ");
    }
}
