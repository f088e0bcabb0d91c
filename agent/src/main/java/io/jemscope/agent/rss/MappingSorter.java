package io.jemscope.agent.rss;

/**
 * Says of each mapping what it is for. The mappings come in the order of their addresses: a stack is known by the guard pages
 * below it.
 */
final class MappingSorter implements Smaps.Sink {

    /** HotSpot's zones below a stack are four pages by default, the C library's guard page is one. */
    private static final long MOST_GUARD_BYTES = 1 << 20;

    /** Larger than any stack in use. */
    private static final long MOST_STACK_BYTES = 256L << 20;

    /** The C library names its mappings where {@code glibc.mem.decorate_maps} is set. */
    private static final String C_LIBRARY = "[anon: glibc: ";

    private static final String STACK = " stack";

    private final AddressRange heap;
    private final AddressRange code;
    private final ArenaHeaps heaps;
    private final MappingSums sums;

    /** A bound on the work, and on how long a worker is at it. */
    private int left;

    /** Where the guard pages that were seen last end; 0 where the last mapping was none. */
    private long guardEnd;

    MappingSorter(AddressRange heap, AddressRange code, ArenaHeaps heaps, MappingSums sums, int most) {
        this.heap = heap;
        this.code = code;
        this.heaps = heaps;
        this.sums = sums;
        this.left = most;
    }

    @Override
    public boolean take(MemoryMapping mapping) {
        if (left == 0) {
            return false;
        }
        left--;
        sums.add(kind(mapping), mapping);
        guardEnd = isGuard(mapping) ? mapping.end() : 0;
        return true;
    }

    MappingKind kind(MemoryMapping mapping) {
        if (heap.holdsMostOf(mapping) || isMemoryFileOfHeap(mapping.name())) {
            return MappingKind.JAVA_HEAP;
        }
        if (code.holdsMostOf(mapping)) {
            return MappingKind.CODE_CACHE;
        }
        if (mapping.isAnonymous()) {
            return anonymous(mapping);
        }
        return named(mapping);
    }

    private MappingKind anonymous(MemoryMapping mapping) {
        String name = mapping.name();
        if (name.startsWith("[anon:jemalloc")) {
            return MappingKind.UNRESERVED;
        }
        boolean data = mapping.may(MemoryMapping.READ | MemoryMapping.WRITE) && !mapping.may(MemoryMapping.EXECUTE);
        if (!data) {
            return MappingKind.ANONYMOUS;
        }
        if (heaps.holds(mapping)) {
            return MappingKind.C_LIBRARY_HEAP;
        }
        if (name.startsWith(C_LIBRARY)) {
            return name.contains(STACK) ? MappingKind.THREAD_STACK : MappingKind.ANONYMOUS;
        }
        if (mapping.is(MemoryMapping.UNRESERVED)) {
            return MappingKind.UNRESERVED;
        }
        boolean guarded = guardEnd != 0 && guardEnd == mapping.start();
        return guarded && mapping.bytes() <= MOST_STACK_BYTES ? MappingKind.THREAD_STACK : MappingKind.ANONYMOUS;
    }

    /**
     * Reserved address space isn't accessible either. But the JVM reserves that with
     * {@code MAP_NORESERVE}, and neither its guards nor the C library's are.
     */
    private static boolean isGuard(MemoryMapping mapping) {
        return mapping.isAnonymous()
                && mapping.access() == 0
                && !mapping.is(MemoryMapping.UNRESERVED)
                && mapping.bytes() <= MOST_GUARD_BYTES;
    }

    private static MappingKind named(MemoryMapping mapping) {
        String name = mapping.name();
        if (name.startsWith("[")) {
            return switch (name) {
                case "[heap]" -> MappingKind.PROGRAM_BREAK;
                case "[stack]" -> MappingKind.THREAD_STACK;
                default -> name.startsWith("[anon_shmem:") ? MappingKind.SHARED_MEMORY : MappingKind.KERNEL;
            };
        }
        if (name.isEmpty() || isSharedMemory(name)) {
            return MappingKind.SHARED_MEMORY;
        }
        String file = withoutDeleted(name);
        if (file.equals("/anon_hugepage")) {
            return MappingKind.ANONYMOUS;
        }
        if (file.endsWith(".jsa") || file.endsWith(".aot")) {
            return MappingKind.CDS_ARCHIVE;
        }
        if (file.endsWith(".jar") || file.endsWith(".jmod") || file.endsWith("/lib/modules") || file.endsWith(".war")) {
            return MappingKind.JAR;
        }
        boolean library = file.endsWith(".so") || file.contains(".so.") || mapping.may(MemoryMapping.EXECUTE);
        return library || file.endsWith("/bin/java") ? MappingKind.LIBRARY : MappingKind.FILE;
    }

    private static boolean isMemoryFileOfHeap(String name) {
        return name.startsWith("/memfd:java_heap");
    }

    private static boolean isSharedMemory(String name) {
        return name.startsWith("/memfd:")
                || name.startsWith("/dev/shm/")
                || name.startsWith("/SYSV")
                || name.startsWith("/dev/zero");
    }

    private static String withoutDeleted(String name) {
        String deleted = " (deleted)";
        return name.endsWith(deleted) ? name.substring(0, name.length() - deleted.length()) : name;
    }
}
