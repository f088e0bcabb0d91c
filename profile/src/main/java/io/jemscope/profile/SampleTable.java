package io.jemscope.profile;

/** What samples have beside their stacks, in columns. */
final class SampleTable {

    private final AmountColumn live = new AmountColumn();
    private final AmountColumn accumulated = new AmountColumn();
    private final IntBlocks labels = new IntBlocks();

    void add(Amount liveAmount, Amount accumulatedAmount, int labelNumber) {
        live.add(liveAmount);
        accumulated.add(accumulatedAmount);
        labels.add(labelNumber);
    }

    Amount live(int index) {
        return live.get(index);
    }

    Amount accumulated(int index) {
        return accumulated.get(index);
    }

    double live(int index, int figure) {
        return live.get(index, figure);
    }

    double accumulated(int index, int figure) {
        return accumulated.get(index, figure);
    }

    double liveBlockBytes(int index) {
        return live.blockBytes(index);
    }

    double accumulatedBlockBytes(int index) {
        return accumulated.blockBytes(index);
    }

    int labels(int index) {
        return labels.get(index);
    }

    boolean hasAccumulated() {
        return accumulated.isAny();
    }

    Amount live() {
        return live.sum();
    }

    Amount accumulated() {
        return accumulated.sum();
    }
}
