package io.jemscope.agent.ledger;

import java.util.EnumMap;
import java.util.Map;

/** How much of each kind there is. */
final class MappingSums {

    private static final Amounts NONE = new Amounts();

    private final Map<MappingKind, Amounts> kinds = new EnumMap<>(MappingKind.class);
    private long mappings;
    private long proportional;
    private long hugetlb;
    private boolean marked = true;

    private static final class Amounts {
        private long count;
        private long resident;
        private long proportional;
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
        }
        amounts.resident = Sums.plus(amounts.resident, mapping.residentBytes());
        amounts.proportional = Sums.plus(amounts.proportional, mapping.proportionalBytes());
        amounts.transparent = Sums.plus(amounts.transparent, mapping.transparentBytes());
        mappings++;
        proportional = Sums.plus(proportional, mapping.proportionalBytes());
        hugetlb = Sums.plus(hugetlb, mapping.hugetlbBytes());
        marked &= mapping.is(MemoryMapping.MARKED);
    }

    private Amounts of(MappingKind kind) {
        return kinds.getOrDefault(kind, NONE);
    }

    /** How many of a kind are accessible. */
    long count(MappingKind kind) {
        return of(kind).count;
    }

    long residentBytes(MappingKind kind) {
        return of(kind).resident;
    }

    /** Resident bytes, each page divided by how often it is mapped. */
    long proportionalBytes(MappingKind kind) {
        return of(kind).proportional;
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

    long hugetlbBytes() {
        return hugetlb;
    }

    /** Whether the kernel has told of every mapping how it was made. */
    boolean marked() {
        return marked;
    }
}
