package io.jemscope.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class StackTrieTest {

    @Test
    void saysThatItIsFull() {
        StackTrie tree = new StackTrie(100);
        int[] stack = {1, 2, 3, 4, 5, 6, 7, 8};
        for (int i = 0; i < 48; i++) {
            stack[7] = i;
            tree.add(stack, stack.length);
        }
        assertThat(tree.size()).isEqualTo(96);

        stack[7] = 48;
        tree.add(stack, stack.length - 4);
        assertThatThrownBy(() -> tree.add(stack, stack.length))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A profile has at most 100 nodes of stacks");
        assertThat(tree.size()).isEqualTo(97);
    }
}
