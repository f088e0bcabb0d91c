package io.jemscope.profile;

/** The columns of samples that aren't their stacks. */
record SampleTable(AmountColumn live, AmountColumn accumulated, IntBlocks labels) {

    SampleTable() {
        this(new AmountColumn(), new AmountColumn(), new IntBlocks());
    }

    void add(Amount liveAmount, Amount accumulatedAmount, int labelNumber) {
        live.add(liveAmount);
        accumulated.add(accumulatedAmount);
        labels.add(labelNumber);
    }
}
