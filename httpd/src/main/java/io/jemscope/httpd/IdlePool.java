package io.jemscope.httpd;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads that are there while there is something to do, and go when there wasn't for ten seconds. */
public final class IdlePool {

    /** For how long a thread waits for more to do. */
    public static final int IDLE_SECONDS = 10;

    private IdlePool() {}

    /**
     * Makes a pool without a thread. It throws {@link java.util.concurrent.RejectedExecutionException} where too much waits, or
     * it is closed; and {@link OutOfMemoryError} if no thread can be started.
     *
     * @param size how many threads there are at most
     * @param waiting how much may wait for one
     * @param threads makes them; they must be daemons
     */
    public static ThreadPoolExecutor of(int size, int waiting, ThreadFactory threads) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(waiting), threads);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
