package io.jemscope.profile;

import java.util.HashMap;
import java.util.Map;

/**
 * Leaves needless frames out of all stacks of a tree at once, node by node. Stacks that become equal needn't be one node
 * afterwards. Used once, by one thread.
 */
final class StackTrimmer {

    /** All numbers of a node are needless where they are innermost. */
    private static final byte NEEDLESS = 1;

    /** So are all of its callers': a stack that begins there has nothing else, and stays whole. */
    private static final byte WHOLE = 2;

    /** A stack that goes through the node further inwards has a number there that isn't. */
    private static final byte PASSED = 4;

    private final StackTree from;
    private final NeedlessFrames needless;
    private final StackTree to = new StackTree();

    private final byte[] traits;

    /** What became of each node: a node of the new tree. Where nothing is left of it, what became of its caller. */
    private final int[] moved;

    /** What became of nodes where stacks end that others pass through. */
    private final Map<Integer, Integer> ends = new HashMap<>();

    /** The numbers of the node at hand, and what is kept of them; the innermost first. */
    private final int[] numbers = new int[StackTree.WIDTH];

    private final int[] kept = new int[StackTree.WIDTH];

    StackTrimmer(StackTree from, NeedlessFrames needless) {
        this.from = from;
        this.needless = needless;
        this.traits = traits();
        this.moved = new int[from.size()];
        for (int node = 0; node < moved.length; node++) {
            boolean isEnd = (traits[node] & (PASSED | WHOLE)) == 0;
            moved[node] = move(node, isEnd);
        }
    }

    /** A stack without its needless frames, as a stack of the new tree. */
    int stack(int stack) {
        if (stack == StackTree.EMPTY) {
            return stack;
        }
        if (is(stack, WHOLE)) {
            return moved[stack];
        }
        int node = stack;
        while (is(node, NEEDLESS)) {
            node = from.caller(node);
        }
        if (!is(node, PASSED) || !needless.isNeedlessInnermost(innermost(node))) {
            return moved[node];
        }
        Integer end = ends.get(node);
        if (end == null) {
            end = move(node, true);
            ends.put(node, end);
        }
        return end;
    }

    /** The new tree, once all stacks were asked for. */
    StackTree complete() {
        to.complete();
        return to;
    }

    private byte[] traits() {
        byte[] found = new byte[from.size()];
        for (int node = 0; node < found.length; node++) {
            int count = from.read(node, numbers, 0);
            boolean all = true;
            for (int i = 0; i < count && all; i++) {
                all = needless.isNeedlessInnermost(numbers[i]);
            }
            int caller = from.caller(node);
            boolean whole = all && (caller == StackTree.EMPTY || (found[caller] & WHOLE) != 0);
            found[node] = (byte) ((all ? NEEDLESS : 0) | (whole ? WHOLE : 0));
        }
        // From the innermost nodes outwards: callers have lower numbers.
        for (int node = found.length - 1; node >= 0; node--) {
            int caller = from.caller(node);
            if (caller != StackTree.EMPTY && (found[node] & (NEEDLESS | PASSED)) != NEEDLESS) {
                found[caller] |= PASSED;
            }
        }
        return found;
    }

    /** Makes a node of what is left of another; where it is the end of stacks, without its innermost needless numbers. */
    private int move(int node, boolean isEnd) {
        int count = from.read(node, numbers, 0);
        int callerNode = from.caller(node);
        int first = 0;
        while (isEnd && first < count && needless.isNeedlessInnermost(numbers[first])) {
            first++;
        }
        int filled = 0;
        for (int i = first; i < count; i++) {
            if (!needless.isNeedlessBelowSome(numbers[i])
                    || !isBelow(numbers[i], i + 1 < count ? numbers[i + 1] : innermost(callerNode))) {
                kept[filled++] = numbers[i];
            }
        }
        int caller = callerNode == StackTree.EMPTY ? StackTree.EMPTY : moved[callerNode];
        return filled == 0
                ? caller
                : to.append(
                        caller,
                        fromOutermost(filled, 4),
                        fromOutermost(filled, 3),
                        fromOutermost(filled, 2),
                        kept[filled - 1]);
    }

    private boolean isBelow(int number, int caller) {
        return caller != StackTree.UNUSED && needless.isNeedlessBelow(number, caller);
    }

    private int fromOutermost(int filled, int place) {
        return filled < place ? StackTree.UNUSED : kept[filled - place];
    }

    private int innermost(int node) {
        return node == StackTree.EMPTY ? StackTree.UNUSED : from.innermost(node);
    }

    private boolean is(int node, byte trait) {
        return (traits[node] & trait) != 0;
    }
}
