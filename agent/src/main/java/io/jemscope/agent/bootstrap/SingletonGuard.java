package io.jemscope.agent.bootstrap;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Has one agent live in this process at most. One that can't start is none, whatever kept it from starting: then the next
 * may try.
 */
final class SingletonGuard {

    /** An agent. */
    interface Life {

        /** Starts it. */
        void start() throws Exception;

        /** Makes what it will need, once it has started. */
        void prepare();

        /** Takes it apart, as far as it has been put together. */
        void stop();
    }

    private final AtomicReference<@Nullable Life> running = new AtomicReference<>();

    /**
     * Starts this one, unless one runs.
     *
     * @return what kept it from starting; null where one runs now
     */
    @Nullable
    Throwable start(Life life) {
        if (!running.compareAndSet(null, life)) {
            return null;
        }
        try {
            life.start();
            return null;
        } catch (Throwable e) {
            // Also an OutOfMemoryError, for heap or for a thread: a later attach may succeed.
            running.compareAndSet(life, null);
            life.stop();
            return e;
        }
    }

    /** Has the one that runs prepare, if one does. */
    void prepare() {
        Life life = running.get();
        if (life != null) {
            life.prepare();
        }
    }

    /** Stops the one that runs, if one does. */
    void stop() {
        Life life = running.getAndSet(null);
        if (life != null) {
            life.stop();
        }
    }
}
