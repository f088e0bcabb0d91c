package io.jemscope.httpd;

import java.io.IOException;

/** A body behind which something is to be done, once. */
final class AfterwardsBody implements ResponseBody {

    private final ResponseBody body;
    private final Runnable afterwards;
    private boolean done;

    AfterwardsBody(ResponseBody body, Runnable afterwards) {
        this.body = body;
        this.afterwards = afterwards;
    }

    @Override
    public long length() {
        return body.length();
    }

    @Override
    public long memoryBytes() {
        return body.memoryBytes();
    }

    @Override
    public boolean send(Transport transport) throws IOException {
        return body.send(transport);
    }

    /** Called where all is sent, and again where the connection ends. */
    @Override
    public void close() throws IOException {
        if (!done) {
            done = true;
            afterwards.run();
        }
        body.close();
    }
}
