package io.jemscope.profile.pprof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The texts of a message, each held once and referred to by its number; number 0 is the empty text. */
final class StringTable {

    private final List<String> texts = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    StringTable() {
        number("");
    }

    /** The text's number, given to it now if it is new. */
    int number(String text) {
        Integer known = numbers.putIfAbsent(text, texts.size());
        if (known != null) {
            return known;
        }
        texts.add(text);
        return texts.size() - 1;
    }

    /** The texts in the order of their numbers. */
    List<String> texts() {
        return texts;
    }
}
