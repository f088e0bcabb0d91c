package io.jemscope.stress;

/** A garbage collector of HotSpot, and the option that chooses it. */
enum Collector {
    G1("-XX:+UseG1GC"),
    ZGC("-XX:+UseZGC"),
    PARALLEL("-XX:+UseParallelGC"),
    SERIAL("-XX:+UseSerialGC");

    private final String option;

    Collector(String option) {
        this.option = option;
    }

    String option() {
        return option;
    }
}
