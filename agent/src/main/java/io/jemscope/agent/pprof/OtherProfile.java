package io.jemscope.agent.pprof;

import io.jemscope.agent.http.Handler;
import io.jemscope.agent.http.Problem;
import io.jemscope.agent.http.Request;
import io.jemscope.agent.http.Response;

/** The profiles of other things than memory that readers may ask for, by a slip or by default: there are none. */
public final class OtherProfile implements Handler {

    private final String what;
    private final String instead;

    /**
     * Makes what answers.
     *
     * @param what what would be there, such as {@code CPU time}
     * @param instead the address that was meant
     */
    public OtherProfile(String what, String instead) {
        this.what = what;
        this.instead = instead;
    }

    @Override
    public Response answer(Request request) throws Problem {
        throw new Problem(
                404, "There is no profile of " + what, "Jemscope looks at native memory", "Ask for " + instead + ".");
    }
}
