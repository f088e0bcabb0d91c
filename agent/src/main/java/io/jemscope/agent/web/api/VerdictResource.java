package io.jemscope.agent.web.api;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.history.OwnVerdict;
import io.jemscope.agent.web.rendering.Renderings;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import io.jemscope.httpd.RoleRateLimiter;
import io.jemscope.report.json.VerdictJson;
import io.jemscope.report.verdict.ProcessVerdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/v1/verdict}: why this process needs the memory it needs. A verdict that was made a moment ago is the answer for all;
 * a new one takes the newest dump if that is young, and else one that isn't kept.
 *
 * @param limiter how often a dump is made
 * @param views how often a verdict is
 */
record VerdictResource(
        OwnVerdict verdict, DumpStore dumps, Renderings renderings, RoleRateLimiter limiter, RoleRateLimiter views)
        implements Handler {

    private static final String NOT_NOW = "The process isn't judged now";

    @Override
    public Response answer(Request request) throws ApiException, AllocatorException, IOException {
        request.allowParameters("large");
        boolean large = request.flag("large", false);
        if (large) {
            // Reading the ledger of a large process holds it up, which only an operator may decide.
            request.requireOperator();
        }
        ProcessVerdict recent = verdict.recent(large);
        if (recent != null) {
            return answer(recent);
        }
        Principal caller = request.caller();
        views.take(caller, NOT_NOW);
        Dump kept = verdict.youngDump();
        Dump aside = kept == null && verdict.needsDump() ? aside(caller) : null;
        return Response.later(renderings
                .verdict(verdict, kept == null ? aside : kept, large, caller.access())
                .whenComplete((made, failure) -> remove(aside))
                .thenApply(VerdictResource::answer));
    }

    private Dump aside(Principal caller) throws ApiException, AllocatorException, IOException {
        limiter.take(caller, NOT_NOW);
        return dumps.writeAside();
    }

    private void remove(@Nullable Dump aside) {
        if (aside != null) {
            dumps.removeAside(aside);
        }
    }

    private static Response answer(ProcessVerdict verdict) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        try {
            VerdictJson.write(verdict, json);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
        return Response.bytes(200, "application/json", json.toByteArray());
    }
}
