package io.jemscope.agent.dumps;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Has dumps made one at a time, and what is read between them read. jemalloc holds back much while it writes a dump: 5.3 takes
 * the dump's lock for its statistics, and keeps that of most controls meanwhile. A dump waits for what is being read, so that
 * has to be short. For use by several threads.
 */
public final class DumpLock {

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    DumpLock() {}

    /** Begins to read, unless a dump is being made: then returns false at once. {@link #unlock} ends it. */
    public boolean tryLock() {
        try {
            // With a timeout it doesn't overtake a dump that waits for other readers; without one it would.
            return lock.readLock().tryLock(0, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Begins to read, after the dump that is being made. {@link #unlock} ends it. */
    public void lock() {
        lock.readLock().lock();
    }

    /** Ends what {@link #tryLock} or {@link #lock} has begun. */
    public void unlock() {
        lock.readLock().unlock();
    }

    /** Held while a dump is made. */
    Lock dumping() {
        return lock.writeLock();
    }
}
