package io.jemscope.agent.rss;

/**
 * A mapping of the process as {@code /proc/self/smaps} describes it.
 *
 * @param start its first address; addresses are unsigned
 * @param end the address behind its last
 * @param access what may be done with it: the sum of {@link #READ} and its like
 * @param name the file it is of, or the kernel's word for it in brackets; empty for anonymous memory
 * @param residentBytes how much of it is in physical memory
 * @param proportionalBytes the same, each page divided by how often it is mapped
 * @param swappedBytes how much of it was swapped out
 * @param hugetlbBytes how much of it lies in reserved huge pages, which the kernel doesn't count as resident
 * @param transparentBytes how much of what is resident lies in transparent huge pages
 * @param marks what the kernel keeps of how it was made: the sum of {@link #UNRESERVED} and its like, of which there are no others yet
 */
record MemoryMapping(
        long start,
        long end,
        int access,
        String name,
        long residentBytes,
        long proportionalBytes,
        long swappedBytes,
        long hugetlbBytes,
        long transparentBytes,
        int marks) {

    static final int READ = 1;
    static final int WRITE = 2;
    static final int EXECUTE = 4;
    static final int SHARED = 8;

    /** It was made with {@code MAP_NORESERVE} ({@code nr}). */
    static final int UNRESERVED = 1;

    long bytes() {
        return end - start;
    }

    boolean may(int what) {
        return (access & what) == what;
    }

    boolean is(int mark) {
        return (marks & mark) != 0;
    }

    /** Memory of no file, and of this process alone. */
    boolean isAnonymous() {
        return !may(SHARED) && (name.isEmpty() || name.startsWith("[anon:"));
    }
}
