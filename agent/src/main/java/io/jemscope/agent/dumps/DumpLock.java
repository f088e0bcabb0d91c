package io.jemscope.agent.dumps;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Serializes dumps, and reads of jemalloc's figures between them. While jemalloc 5.3 writes a dump, statistics wait for the
 * dump's lock, and most controls for theirs. A dump waits for running reads, so they must be short. Thread-safe.
 */
public final class DumpLock {

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    DumpLock() {}

    /** Locks for a read; returns false at once if a dump is being made. {@link #unlock} ends it. */
    public boolean tryLock() {
        try {
            // Without a timeout, tryLock would overtake a dump that waits for other readers.
            return lock.readLock().tryLock(0, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Locks for a read; waits for a dump that is being made. {@link #unlock} ends it. */
    public void lock() {
        lock.readLock().lock();
    }

    /** Releases {@link #tryLock} or {@link #lock}. */
    public void unlock() {
        lock.readLock().unlock();
    }

    /** Held while a dump is made. */
    Lock dumping() {
        return lock.writeLock();
    }
}
