package io.jemscope.agent.rss;

import java.util.EnumMap;
import java.util.Map;

/** How much of each kind there is. */
final class MappingSums {

    private static final Amounts NONE = new Amounts();

    private final Map<MappingKind, Amounts> kinds = new EnumMap<>(MappingKind.class);
    private long mappings;
    private long proportional;
    private boolean anyUnreserved;

    /** The file whose mappings were added last, and how much of it is resident so far. */
    private String file = "";

    private long fileResident;
    private String largestFile = "";
    private long largestFileResident;

    private static final class Amounts {
        private long count;
        private long bytes;
        private long resident;
        private long proportional;
        private long swapped;
        private long hugetlb;
        private long transparent;
    }

    void add(MappingKind kind, MemoryMapping mapping) {
        Amounts amounts = kinds.get(kind);
        if (amounts == null) {
            amounts = new Amounts();
            kinds.put(kind, amounts);
        }
        // Address space that nothing may touch, such as guards, is nobody's memory: it would make counts say nothing.
        if (mapping.access() != 0) {
            amounts.count++;
            amounts.bytes = Sums.plus(amounts.bytes, mapping.bytes());
        }
        amounts.resident = Sums.plus(amounts.resident, mapping.residentBytes());
        amounts.proportional = Sums.plus(amounts.proportional, mapping.proportionalBytes());
        amounts.swapped = Sums.plus(amounts.swapped, mapping.swappedBytes());
        amounts.hugetlb = Sums.plus(amounts.hugetlb, mapping.hugetlbBytes());
        amounts.transparent = Sums.plus(amounts.transparent, mapping.transparentBytes());
        if (kind == MappingKind.FILE) {
            addFile(mapping);
        }
        mappings++;
        proportional = Sums.plus(proportional, mapping.proportionalBytes());
        anyUnreserved |= mapping.is(MemoryMapping.UNRESERVED);
    }

    /** A file may have several mappings, which mostly lie one behind the other: only those are added up, to keep no list. */
    private void addFile(MemoryMapping mapping) {
        fileResident = mapping.name().equals(file)
                ? Sums.plus(fileResident, mapping.residentBytes())
                : mapping.residentBytes();
        file = mapping.name();
        if (fileResident > largestFileResident) {
            largestFile = file;
            largestFileResident = fileResident;
        }
    }

    /** The one of the other files ({@link MappingKind#FILE}) that has most in memory; empty where none has any. */
    String largestFile() {
        return largestFile;
    }

    /** How much of it is in memory. */
    long largestFileResidentBytes() {
        return largestFileResident;
    }

    private Amounts of(MappingKind kind) {
        return kinds.getOrDefault(kind, NONE);
    }

    /** How many of a kind are accessible. */
    long count(MappingKind kind) {
        return of(kind).count;
    }

    /** How much address space those have. */
    long bytes(MappingKind kind) {
        return of(kind).bytes;
    }

    long residentBytes(MappingKind kind) {
        return of(kind).resident;
    }

    /** Resident bytes, each page divided by how often it is mapped. */
    long proportionalBytes(MappingKind kind) {
        return of(kind).proportional;
    }

    long swappedBytes(MappingKind kind) {
        return of(kind).swapped;
    }

    /** In reserved huge pages, once for each place where they are mapped. */
    long hugetlbBytes(MappingKind kind) {
        return of(kind).hugetlb;
    }

    long transparentBytes(MappingKind kind) {
        return of(kind).transparent;
    }

    long mappings() {
        return mappings;
    }

    long proportionalBytes() {
        return proportional;
    }

    /**
     * Whether the kernel tells what was made with {@code MAP_NORESERVE}. Every JVM reserves its heap so; an old kernel, or one
     * that is told to keep count of all that may be used ({@code vm.overcommit_memory=2}), says so of nothing.
     */
    boolean tellsUnreserved() {
        return anyUnreserved;
    }
}
