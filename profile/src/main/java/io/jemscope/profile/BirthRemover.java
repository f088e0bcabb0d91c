package io.jemscope.profile;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Joins samples that differ in nothing but their {@link Birth}. */
final class BirthRemover {

    private final Samples all;
    private final IdAssigner<Map<String, String>> labels = new IdAssigner<>();
    private final NumberedSamples joined = new NumberedSamples();
    private final List<Amount> live = new ArrayList<>();
    private final List<Amount> accumulated = new ArrayList<>();
    private final List<Key> keys = new ArrayList<>();
    private final Map<Key, Integer> byKey = new HashMap<>();

    /** A stack by the numbers of its locations, with the number of its labels. */
    private record Key(IntBuffer stack, int labels) {}

    BirthRemover(Samples all) {
        this.all = all;
    }

    Samples samples() {
        StackCursor cursor = all.stacks();
        Map<Map<String, String>, Integer> known = new HashMap<>();
        for (int sample = 0; sample < all.size(); sample++) {
            cursor.moveTo(sample);
            int depth = cursor.depth();
            int number = known.computeIfAbsent(all.labels(sample), this::withoutBirth);
            add(new Key(IntBuffer.wrap(Arrays.copyOf(cursor.numbers(), depth)), number), all.get(sample));
        }
        for (int i = 0; i < keys.size(); i++) {
            int[] stack = keys.get(i).stack.array();
            joined.add(joined.stack(stack, stack.length), live.get(i), accumulated.get(i), keys.get(i).labels);
        }
        return joined.samples(all.locations(), labels.inOrder());
    }

    private int withoutBirth(Map<String, String> with) {
        Map<String, String> left = new HashMap<>(with);
        left.remove(Birth.LABEL);
        return labels.of(Map.copyOf(left));
    }

    private void add(Key key, Sample sample) {
        Integer known = byKey.putIfAbsent(key, keys.size());
        if (known == null) {
            keys.add(key);
            live.add(sample.live());
            accumulated.add(sample.accumulated());
        } else {
            live.set(known, live.get(known).plus(sample.live()));
            accumulated.set(known, accumulated.get(known).plus(sample.accumulated()));
        }
    }
}
