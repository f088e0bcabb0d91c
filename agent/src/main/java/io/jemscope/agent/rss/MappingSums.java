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

    /** Sums of bytes, and how many mappings. */
    static final class Amounts {

        /** How many are accessible. */
        long count;

        /** How much address space those have. */
        long bytes;

        long resident;

        /** Resident bytes, each page divided by how often it is mapped. */
        long proportional;

        long swapped;

        /** In reserved huge pages, once for each place where they are mapped. */
        long hugetlb;

        long transparent;

        private Amounts() {}
    }

    void add(MappingKind kind, MemoryMapping mapping) {
        Amounts amounts = kinds.get(kind);
        if (amounts == null) {
            amounts = new Amounts();
            kinds.put(kind, amounts);
        }
        // Address space without access, such as guard pages, would make the counts meaningless.
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

    /** What there is of a kind; not to be changed. */
    Amounts of(MappingKind kind) {
        return kinds.getOrDefault(kind, NONE);
    }

    long mappings() {
        return mappings;
    }

    long proportionalBytes() {
        return proportional;
    }

    /**
     * Whether the kernel tells what was made with {@code MAP_NORESERVE}. Every JVM reserves its heap so; an old kernel, or one
     * configured to count all committed memory ({@code vm.overcommit_memory=2}), says so of nothing.
     */
    boolean tellsUnreserved() {
        return anyUnreserved;
    }
}
