package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StackPoolTest {

    /** As many as stand in any stack here. */
    private static final int NUMBERS = 1 << 18;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void keepsStacksOfAllDepthsAndNumbers(long seed) {
        Random random = new Random(seed);
        StackPool stacks = new StackPool();
        List<int[]> added = new ArrayList<>();
        IntBlocks places = new IntBlocks();
        for (int i = 0; i < 4_000; i++) {
            // Mostly small numbers; now and then a stack that doesn't fit in a block.
            int depth = random.nextInt(1_000) == 0 ? random.nextInt(90_000) : random.nextInt(60);
            int bound = random.nextBoolean() ? 500 : NUMBERS;
            int[] stack = random.ints(depth, 0, bound).toArray();
            added.add(stack);
            places.add(stacks.add(stack, depth));
        }

        StackCursor cursor = new StackCursor(stacks, places, StackTrimmer.none(NUMBERS));
        for (int i = 0; i < added.size(); i++) {
            cursor.moveTo(i);
            int depth = cursor.depth();
            assertThat(Arrays.copyOf(cursor.numbers(), depth)).as("stack %d", i).isEqualTo(added.get(i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 0xdfff, 0xe000, 0xfffe, 0xffff, 0x1_0000, 0x1_ffff, 0x2_0000, 0x3_ffff})
    void keepsNumbersOnEitherSideOfEachLimit(int number) {
        StackPool stacks = new StackPool();
        IntBlocks places = new IntBlocks();
        places.add(stacks.add(new int[] {number, 7, number}, 3));

        StackCursor cursor = new StackCursor(stacks, places, StackTrimmer.none(NUMBERS));
        cursor.moveTo(0);
        assertThat(cursor.depth()).isEqualTo(3);
        assertThat(Arrays.copyOf(cursor.numbers(), 3)).containsExactly(number, 7, number);
    }

    @Test
    void saysThatItIsFull() {
        StackPool stacks = new StackPool(2);
        int[] stack = new int[1_000];
        stacks.add(stack, stack.length);
        assertThat(stacks.isFull()).isFalse();

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 200; i++) {
                        stacks.add(stack, stack.length);
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A profile has at most 2 blocks of stacks");
        assertThat(stacks.isFull()).isTrue();
    }

    @Test
    void saysThatANumberIsTooLarge() {
        StackPool stacks = new StackPool();
        assertThatThrownBy(() -> stacks.add(new int[] {Integer.MAX_VALUE}, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A profile has at most 536805376 locations");
    }
}
