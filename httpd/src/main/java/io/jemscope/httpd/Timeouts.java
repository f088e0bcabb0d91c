package io.jemscope.httpd;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Completes stages that take too long with nothing. Its thread lives while a stage is waited for. */
public final class Timeouts {

    private final ScheduledThreadPoolExecutor timer;

    public Timeouts(ThreadFactory threads) {
        timer = new ScheduledThreadPoolExecutor(1, threads);
        timer.setKeepAliveTime(IdlePool.IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Completes with what comes, or with nothing where it hasn't come within so many seconds. */
    public <T> CompletionStage<Optional<T>> within(CompletionStage<T> coming, int seconds) {
        CompletableFuture<Optional<T>> first = new CompletableFuture<>();
        coming.whenComplete((made, failure) -> {
            if (failure != null) {
                first.completeExceptionally(failure);
            } else {
                first.complete(Optional.of(made));
            }
        });
        if (seconds == 0) {
            first.complete(Optional.empty());
        } else if (!first.isDone()) {
            end(first, seconds);
        }
        return first;
    }

    private <T> void end(CompletableFuture<Optional<T>> first, int seconds) {
        try {
            Future<?> end = timer.schedule(() -> first.complete(Optional.empty()), seconds, TimeUnit.SECONDS);
            CompletionStage<Optional<T>> settled = first;
            settled.whenComplete((made, failure) -> end.cancel(false));
        } catch (RejectedExecutionException e) {
            // Closed.
            first.complete(Optional.empty());
        }
    }

    public void close() {
        timer.shutdownNow();
    }
}
