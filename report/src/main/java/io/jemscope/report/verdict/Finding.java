package io.jemscope.report.verdict;

import java.util.Locale;

/**
 * One reason why a process needs much memory, or more and more.
 *
 * @param kind which
 * @param bytes how much it holds
 * @param perHour by how much it grows, in bytes an hour; 0 if it is large but doesn't grow, NaN if growth isn't known
 * @param evidence what shows it: a sentence's part
 */
public record Finding(Kind kind, double bytes, double perHour, String evidence) {

    /** The reasons, each with what to look at. */
    public enum Kind {
        NATIVE_LEAK("native leak", "find out what should free it"),
        UNCOLLECTED(
                "memory that a collection may free",
                "while the program runs, jemscope why PID --gc collects the heap and shows what stays"),
        JAVA_HEAP(
                "Java heap",
                "no native leak: the heap grows up to -Xmx. Lower -Xmx, or take a heap dump: jcmd PID GC.heap_dump FILE"),
        THREADS("threads", "count threads by name: jcmd PID Thread.print; bound the pool that starts them"),
        CLASS_LOADERS(
                "class loaders",
                "classes that aren't unloaded: jcmd PID VM.classloader_stats; -XX:MaxMetaspaceSize bounds them"),
        CODE_CACHE("compiled code", "-XX:ReservedCodeCacheSize bounds it"),
        MAPPED_OUTSIDE(
                "memory mapped outside malloc",
                "a library or the JVM maps memory itself: restart with -XX:NativeMemoryTracking=summary, or trace mmap"),
        SECOND_ALLOCATOR(
                "a second allocator",
                "a library brings its own malloc (RTLD_DEEPBIND, mimalloc, glibc's main heap): jemscope memory PID"),
        MAPPED_FILES("mapped files", "the kernel can drop their clean pages; jemscope memory PID names the largest"),
        FRAGMENTATION("fragmentation", "blocks of mixed lifetimes: fewer arenas (MALLOC_CONF=narenas:2) reduce it"),
        ARENAS(
                "too many arenas",
                "jemalloc makes four for each processor of the machine, whatever the container may use:"
                        + " MALLOC_CONF=narenas:N, with N about twice the container's processors"),
        HUGE_PAGES(
                "huge pages",
                "the kernel gives jemalloc 2 MiB where it uses less: MALLOC_CONF=thp:never, or madvise in"
                        + " /sys/kernel/mm/transparent_hugepage/enabled"),
        GLIBC_FREE(
                "freed memory not returned",
                "MALLOC_ARENA_MAX=2 in the program's environment keeps less; once: jemscope purge PID (malloc_trim)"),
        DIRTY_PAGES(
                "freed pages not returned",
                "MALLOC_CONF=background_thread:true,dirty_decay_ms:1000 returns them; once: jemscope purge PID"),
        THREAD_CACHES("caches of threads", "MALLOC_CONF=tcache_max:4096 makes them smaller"),
        NATIVE_GROWTH(
                "native memory",
                "see which lines hold it: jemscope top PID; if nothing is sampled, jemscope start PID");

        private final String text;
        private final String advice;

        Kind(String text, String advice) {
            this.text = text;
            this.advice = advice;
        }

        /** Whether it is a verdict on a site; the others are on the process. */
        boolean isOfSites() {
            return this == NATIVE_LEAK || this == UNCOLLECTED;
        }

        /** The reason in words. */
        public String text() {
            return text;
        }

        /** Its name for programs: {@code native-leak}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        /** The setting, command or code to look at. */
        public String advice() {
            return advice;
        }
    }

    boolean grows() {
        return perHour > 0;
    }
}
