package io.jemscope.agent.web.compat.pprof;

import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Handler;
import io.jemscope.httpd.Request;
import io.jemscope.httpd.Response;

/**
 * The profiles of other things than memory that readers may ask for, by a slip or by default: there are none.
 *
 * @param what what would be there, such as {@code CPU time}
 * @param instead the address that was meant
 */
record OtherProfile(String what, String instead) implements Handler {

    @Override
    public Response answer(Request request) throws ApiException {
        throw new ApiException(
                404, "There is no profile of " + what, "Jemscope looks at native memory", "Ask for " + instead + ".");
    }
}
