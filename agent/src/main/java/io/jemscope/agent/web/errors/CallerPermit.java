package io.jemscope.agent.web.errors;

import io.jemscope.agent.profiling.Permit;
import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Principal;
import io.jemscope.httpd.RoleRateLimiter;

/**
 * A permit that a rate limiter grants or refuses.
 *
 * @param limiter how often
 * @param caller for whom
 * @param what what isn't done where it refuses, for the answer: half a sentence
 */
public record CallerPermit(RoleRateLimiter limiter, Principal caller, String what) implements Permit<ApiException> {

    @Override
    public void take() throws ApiException {
        limiter.take(caller, what);
    }
}
