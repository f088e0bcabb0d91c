package io.jemscope.agent.web.api;

import io.jemscope.agent.jemalloc.AllocationLog;
import io.jemscope.agent.jemalloc.Controls;
import io.jemscope.agent.profiling.Profiler;
import io.jemscope.agent.profiling.RunIsOnException;
import io.jemscope.allocator.Allocator;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.allocator.Control;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.JsonText;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code DELETE /api/v1/agent}: the agent leaves the program. It switches off sampling that it has
 * switched on, ends its log, and restores the controls that it has changed. The rest goes once the answer is on its way.
 *
 * @param leave begins to take the agent apart, and returns at once
 */
record AgentResource(Allocator allocator, Profiler profiler, AllocationLog log, Controls controls, Runnable leave)
        implements Handler {

    @Override
    public Response answer(Request request) throws ApiException, IOException {
        request.allowParameters();
        List<String> failures = new ArrayList<>(profiler.leave());
        boolean deactivated = deactivate(failures);
        failures.addAll(log.leave());
        failures.addAll(controls.leave());
        JsonText json = new JsonText();
        json.beginObject();
        json.name("leaving").value(true);
        json.name("deactivated").value(deactivated);
        if (!failures.isEmpty()) {
            json.name("notPutBack").beginArray();
            for (String failure : failures) {
                json.value(failure);
            }
            json.endArray();
        }
        json.endObject();
        return Response.json(202, json).then(leave);
    }

    /** While a run is on, its sampling could not be switched off, which is among the failures. */
    private boolean deactivate(List<String> failures) {
        try {
            return allocator.find(Control.PROF_ACTIVE).orElse(false)
                    && profiler.isSwitchedHere(true)
                    && profiler.setActive(false, false);
        } catch (AllocatorException e) {
            failures.add("sampling could not be switched off: " + e.getMessage());
            return false;
        } catch (RunIsOnException e) {
            return false;
        }
    }
}
