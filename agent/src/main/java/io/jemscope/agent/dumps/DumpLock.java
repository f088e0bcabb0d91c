package io.jemscope.agent.dumps;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Has dumps made one at a time, and what is read between them read. jemalloc holds back much while it writes a dump: 5.3 takes
 * the dump's lock for its statistics, and keeps that of most controls meanwhile. A dump waits for what is being read, so that
 * has to be short. For use by several threads.
 */
public final class DumpLock {

    /**
     * Something that reads what jemalloc would hold back.
     *
     * @param <T> what comes of it
     * @param <E> what it throws
     * @param <F> what else it throws; {@link RuntimeException} for nothing
     */
    public interface Reading<T, E extends Exception, F extends Exception> {

        /**
         * Reads.
         *
         * @throws E where it can't be
         * @throws F likewise
         */
        T read() throws E, F;
    }

    private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    DumpLock() {}

    /**
     * Reads now or not at all, for who mustn't be kept waiting.
     *
     * @param <T> what comes of it
     * @param <F> what else it throws
     * @param reading reads
     * @return what was read; empty, at once, where a dump is being made
     * @throws E what the reading throws
     * @throws F likewise
     */
    public <T, E extends Exception, F extends Exception> Optional<T> now(Reading<T, E, F> reading) throws E, F {
        try {
            // With a timeout it doesn't overtake a dump that waits for other readers; without one it would.
            if (!lock.readLock().tryLock(0, TimeUnit.NANOSECONDS)) {
                return Optional.empty();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
        try {
            return Optional.of(reading.read());
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Reads; where a dump is being made, once it is there.
     *
     * @param <T> what comes of it
     * @param <F> what else it throws
     * @param reading reads
     * @throws E what the reading throws
     * @throws F likewise
     */
    public <T, E extends Exception, F extends Exception> T await(Reading<T, E, F> reading) throws E, F {
        lock.readLock().lock();
        try {
            return reading.read();
        } finally {
            lock.readLock().unlock();
        }
    }

    /**
     * Has something done; where a dump is being made, once it is there.
     *
     * @param work what is to be done
     */
    public void await(Runnable work) {
        lock.readLock().lock();
        try {
            work.run();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Held while a dump is made, and by whoever needs none to be. */
    Lock dumping() {
        return lock.writeLock();
    }
}
