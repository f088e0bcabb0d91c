package io.jemscope.agent.mesos;

import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;

/** {@code /help/memory-profiler/…}: what each address does, takes and answers. */
final class HelpAddress implements Handler {

    private final String text;

    private HelpAddress(String text) {
        this.text = text;
    }

    @Override
    public Response answer(Request request) throws Problem {
        request.allowParameters();
        return Response.text(200, "text/plain; charset=utf-8", text);
    }

    private static HelpAddress of(String name, String what) {
        return new HelpAddress(
                ProfileAddresses.BASE + "/" + name + "\n\n" + what + "\nEvery request carries the token.\n");
    }

    static HelpAddress index() {
        return new HelpAddress("""
                Addresses under /memory-profiler; each has a page under /help/memory-profiler/:

                start            begins to sample what is allocated, for a while
                stop             ends that earlier, and dumps
                snapshot         dumps in the middle
                download/raw     the dump, heap_v2
                download/text    who holds how much, in text
                download/graph   the same as a call graph, SVG
                statistics       jemalloc's statistics, JSON
                state            what the profiler and jemalloc are and do, JSON
                """);
    }

    static HelpAddress start() {
        return of("start", """
                Begins a run: stacks of allocations are sampled until its time is over, then dumped.

                duration=5mins        a number and a unit: ns us ms secs mins hrs days weeks; without a unit,
                                      seconds. From 1 second to 24 hours
                sample_bytes=524288   the mean distance between two samples in this run, a power of two
                lg_sample=19          the same, by its binary logarithm
                discard=true          has to stand beside these two: to set the distance throws away what was
                                      sampled before, for everybody
                dense=true            has to stand there, too, below 65536: the samples themselves cost the program
                                      memory then
                baseline=false        no dump at the start, so that reports tell everything, not what came since
                label=TEXT            what to call the run

                200 {"id": 1772600767, "message": "…", "remaining_seconds": "300"}, also where a run is on
                    already: then it is that one's
                400 what can't be read, or no jemalloc, or one that wasn't started with prof:true
                409 sampling was switched on by something else
                """);
    }

    static HelpAddress stop() {
        return of("stop", """
                Ends the run that is on and dumps. Where none is on, the answer is the last one's.

                force=true   also ends what something else has switched on

                200 {"id": "1772600767", "message": "…", "url_raw_profile": "…", "url_graph_profile": "…",
                    "url_symbolized_profile": "…"}
                400 nothing to stop, or not ours to stop, or the dump can't be written: then stop it again
                """);
    }

    static HelpAddress snapshot() {
        return of("snapshot", """
                Dumps in the middle of the run that is on, which goes on.

                200 {"id": "1772600767", "snapshot": "1", "message": "…", and the addresses as of stop}
                400 no run is on, or the dump can't be written
                """);
    }

    static HelpAddress downloadRaw() {
        return of("download/raw", """
                The dump of a run, in jemalloc's format heap_v2.

                id=1772600767   which run; may be left out where none is on, for the last
                snapshot=1      not the dump from its end but this one from its middle

                200 application/octet-stream
                400 no such profile, or not any more
                """);
    }

    static HelpAddress downloadText() {
        return of("download/text", """
                Who holds how much of what was allocated in a run, in text, with the names of functions.
                Made when it is first asked for, and kept.

                id=1772600767      which run; may be left out where none is on, for the last
                snapshot=1         as of the dump from its middle
                since=start        what came since the run began; so it is anyway where that is known
                since=everything   all that was ever sampled

                200 application/octet-stream
                400 no such profile, or not any more
                """);
    }

    static HelpAddress downloadGraph() {
        return of("download/graph", """
                Who holds how much of what was allocated in a run, as a call graph in SVG.
                Made when it is first asked for, and kept. Takes what download/text takes.

                200 application/octet-stream
                400 no such profile, or not any more
                """);
    }

    static HelpAddress statistics() {
        return of("statistics", """
                jemalloc's own statistics, whether anything is sampled or not.

                options=abl   the letters of what to leave out, as of malloc_stats_print: g m d a b l x e h

                200 application/json
                """);
    }

    static HelpAddress state() {
        return of("state", """
                What the profiler and jemalloc are and do.

                200 {"memory_profiler": {"jemalloc_detected", "tmp_dir", "current_run": {"id", "remaining_seconds"}},
                    "jemalloc": {"malloc_conf": {"environment", "build_options", "etc_malloc_conf", "symbol",
                    "second_symbol"}, "profiling_enabled", "profiling_active"}}
                """);
    }
}
