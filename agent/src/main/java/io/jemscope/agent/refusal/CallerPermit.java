package io.jemscope.agent.refusal;

import io.jemscope.agent.http.Caller;
import io.jemscope.agent.http.CallerThrottle;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.run.Permit;

/**
 * Leave for what a caller asks for, which the throttle may refuse.
 *
 * @param throttle how often
 * @param caller for whom
 * @param what what isn't done where it refuses, for the answer: half a sentence
 */
public record CallerPermit(CallerThrottle throttle, Caller caller, String what) implements Permit<Problem> {

    @Override
    public void take() throws Problem {
        throttle.take(caller, what);
    }
}
