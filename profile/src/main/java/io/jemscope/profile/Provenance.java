package io.jemscope.profile;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where a profile comes from, and what it doesn't know: facts by key, in the order they were written down. The keys are
 * those that the native library writes beside each dump (see the README of the {@code native} module); unknown keys are
 * kept, so that a newer library's facts survive an older command.
 */
public final class Provenance {

    /** Nothing is known. */
    public static final Provenance UNKNOWN = new Provenance(Map.of());

    private final Map<String, String> facts;

    /**
     * Makes a provenance.
     *
     * @param facts the facts by key; copied, in their order
     */
    public Provenance(Map<String, String> facts) {
        this.facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }

    /**
     * All facts.
     *
     * @return the facts by key, in their order, unchangeable
     */
    public Map<String, String> facts() {
        return facts;
    }

    /**
     * One fact.
     *
     * @param key its key
     * @return its text; empty where it isn't known
     */
    public Optional<String> get(String key) {
        return Optional.ofNullable(facts.get(key));
    }

    /**
     * A fact that is a whole number, such as a count of samples.
     *
     * @param key its key
     * @return the number; empty where it isn't known or is no number
     */
    public OptionalLong count(String key) {
        String text = facts.get(key);
        if (text == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * A fact that is a moment, written down in milliseconds since 1970.
     *
     * @param key its key
     * @return the moment; empty where it isn't known or is no number
     */
    public Optional<Instant> instant(String key) {
        OptionalLong millis = count(key);
        return millis.isPresent() ? Optional.of(Instant.ofEpochMilli(millis.getAsLong())) : Optional.empty();
    }

    /**
     * The same facts and one more.
     *
     * @param key its key
     * @param value its text; replaces what the key had
     * @return a new provenance
     */
    public Provenance with(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(facts);
        more.put(key, value);
        return new Provenance(more);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Provenance that && facts.equals(that.facts);
    }

    @Override
    public int hashCode() {
        return facts.hashCode();
    }

    @Override
    public String toString() {
        return facts.toString();
    }
}
