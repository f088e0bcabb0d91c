package io.jemscope.allocator;

import java.util.ArrayList;
import java.util.List;

/**
 * Where the allocator's memory lies: in all, by size class and by arena, all figures of one moment (the epoch is moved
 * on once). The controls are those of jemalloc's manual, section MALLCTL NAMESPACE, {@code stats.arenas} and
 * {@code arenas}.
 *
 * @param memory the sums
 * @param sizeClasses the size classes of which anything was ever allocated, the smallest first
 * @param arenas the arenas in use, in the order of their numbers
 */
public record AllocatorStatistics(
        MemorySummary memory, List<SizeClassStatistics> sizeClasses, List<ArenaStatistics> arenas) {

    /** The index under which jemalloc tells the sum of all arenas: {@code MALLCTL_ARENAS_ALL}. */
    private static final int ALL_ARENAS = 4096;

    /**
     * Takes over copies.
     *
     * @param memory the sums
     */
    public AllocatorStatistics {
        sizeClasses = List.copyOf(sizeClasses);
        arenas = List.copyOf(arenas);
    }

    /**
     * Reads the statistics.
     *
     * @param allocator whose
     * @throws AllocatorException where this build keeps none
     */
    public static AllocatorStatistics of(Allocator allocator) throws AllocatorException {
        MemorySummary memory = allocator.memory();
        return new AllocatorStatistics(memory, sizeClasses(allocator), arenas(allocator));
    }

    /**
     * How much more memory the pages in use take than what the program holds: free places between allocations that live.
     *
     * @return active by allocated, 1 or more; 0 where nothing is allocated
     */
    public double fragmentationRatio() {
        return ratio(memory.activeBytes(), memory.allocatedBytes());
    }

    /**
     * How much more is in physical memory than the pages in use: what was given back and not purged, and metadata.
     *
     * @return resident by active, 1 or more; 0 where nothing is active
     */
    public double residentRatio() {
        return ratio(memory.residentBytes(), memory.activeBytes());
    }

    private static double ratio(long more, long less) {
        return less == 0 ? 0 : (double) more / less;
    }

    private static List<SizeClassStatistics> sizeClasses(Allocator allocator) throws AllocatorException {
        List<SizeClassStatistics> classes = new ArrayList<>();
        long bins = allocator.read(Control.unsigned("arenas.nbins"));
        for (int i = 0; i < bins; i++) {
            String bin = "stats.arenas." + ALL_ARENAS + ".bins." + i + ".";
            long allocations = allocator.read(Control.uint64(bin + "nmalloc"));
            if (allocations != 0) {
                long slabs = allocator.read(Control.size(bin + "curslabs"));
                classes.add(new SizeClassStatistics(
                        allocator.read(Control.size("arenas.bin." + i + ".size")),
                        true,
                        allocator.read(Control.size(bin + "curregs")),
                        allocations,
                        allocator.read(Control.uint64(bin + "ndalloc")),
                        slabs * allocator.read(Control.size("arenas.bin." + i + ".slab_size"))));
            }
        }
        long extents = allocator.read(Control.unsigned("arenas.nlextents"));
        for (int i = 0; i < extents; i++) {
            String extent = "stats.arenas." + ALL_ARENAS + ".lextents." + i + ".";
            long allocations = allocator.read(Control.uint64(extent + "nmalloc"));
            if (allocations != 0) {
                long size = allocator.read(Control.size("arenas.lextent." + i + ".size"));
                long count = allocator.read(Control.size(extent + "curlextents"));
                classes.add(new SizeClassStatistics(
                        size,
                        false,
                        count,
                        allocations,
                        allocator.read(Control.uint64(extent + "ndalloc")),
                        size * count));
            }
        }
        return classes;
    }

    private static List<ArenaStatistics> arenas(Allocator allocator) throws AllocatorException {
        List<ArenaStatistics> arenas = new ArrayList<>();
        long page = allocator.read(Control.size("arenas.page"));
        long count = allocator.read(Control.unsigned("arenas.narenas"));
        for (int i = 0; i < count; i++) {
            if (allocator.find(Control.flag("arena." + i + ".initialized")).orElse(true)) {
                arenas.add(arena(allocator, i, page));
            }
        }
        return arenas;
    }

    private static ArenaStatistics arena(Allocator allocator, int index, long page) throws AllocatorException {
        String arena = "stats.arenas." + index + ".";
        return new ArenaStatistics(
                index,
                allocator.read(Control.unsigned(arena + "nthreads")),
                allocator.read(Control.size(arena + "small.allocated")),
                allocator.read(Control.size(arena + "large.allocated")),
                page * allocator.read(Control.size(arena + "pactive")),
                page * allocator.read(Control.size(arena + "pdirty")),
                page * allocator.find(Control.size(arena + "pmuzzy")).orElse(0L),
                allocator.read(Control.size(arena + "resident")),
                allocator.read(Control.size(arena + "mapped")),
                allocator.find(Control.size(arena + "retained")).orElse(0L));
    }
}
