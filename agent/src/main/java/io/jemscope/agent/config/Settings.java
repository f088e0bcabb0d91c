package io.jemscope.agent.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the agent was told, and what it does where it wasn't told anything. */
public final class Settings {

    private final Map<Key, Object> values = new EnumMap<>(Key.class);

    Settings() {}

    /** The defaults. */
    public static Settings defaults() {
        return new Settings();
    }

    /** Sets what isn't set yet. */
    void offer(Key key, Object value) {
        values.putIfAbsent(key, value);
    }

    boolean has(Key key) {
        return values.containsKey(key);
    }

    /**
     * A file or folder.
     *
     * @param key a key of that kind
     * @return its absolute path; empty where none was given
     */
    public Optional<Path> path(Key key) {
        return Optional.ofNullable((Path) values.get(check(key, Kind.PATH)));
    }

    /**
     * A choice.
     *
     * @param key a key of that kind
     * @return what was chosen
     */
    public boolean flag(Key key) {
        return (Boolean) value(check(key, Kind.FLAG));
    }

    /**
     * A number.
     *
     * @param key a key of that kind
     * @return 1 to a million
     */
    public int count(Key key) {
        return (Integer) value(check(key, Kind.COUNT));
    }

    /**
     * So many bytes.
     *
     * @param key a key of that kind
     * @return 1 and more
     */
    public long bytes(Key key) {
        return (Long) value(check(key, Kind.BYTES));
    }

    /**
     * A time.
     *
     * @param key a key of that kind
     * @return 0 and more
     */
    public Duration duration(Key key) {
        return (Duration) value(check(key, Kind.DURATION));
    }

    /**
     * Where to listen.
     *
     * @param key a key of that kind
     */
    public ListenAddress address(Key key) {
        return (ListenAddress) value(check(key, Kind.ADDRESS));
    }

    /**
     * Names of hosts.
     *
     * @return the names, in lower case
     */
    @SuppressWarnings("unchecked") // The kind says what it is.
    public List<String> names(Key key) {
        Object names = values.get(check(key, Kind.NAMES));
        return names == null ? List.of() : (List<String>) names;
    }

    /**
     * When bundles are made.
     *
     * @return the rules; empty where none is made
     */
    @SuppressWarnings("unchecked") // The kind says what it is.
    public List<WatchRule> rules(Key key) {
        return (List<WatchRule>) value(check(key, Kind.RULES));
    }

    /**
     * Where a webhook listens.
     *
     * @return empty where none was given
     */
    public Optional<URI> httpAddress(Key key) {
        return Optional.ofNullable((URI) values.get(check(key, Kind.HTTP_ADDRESS)));
    }

    /**
     * Where a log goes.
     *
     * @param byDefault where it goes if nothing was said
     * @return the file; empty for none
     */
    @SuppressWarnings("unchecked") // The kind says what it is.
    public Optional<Path> log(Key key, Path byDefault) {
        Object file = values.get(check(key, Kind.LOG));
        return file == null ? Optional.of(byDefault) : (Optional<Path>) file;
    }

    private Object value(Key key) {
        Object value = values.get(key);
        if (value != null) {
            return value;
        }
        try {
            return key.kind().parse(key.byDefault());
        } catch (BadValue e) {
            throw new IllegalArgumentException(key.word() + " has no default", e);
        }
    }

    private static Key check(Key key, Kind kind) {
        if (key.kind() != kind) {
            throw new IllegalArgumentException(key.word() + " is no " + kind.form());
        }
        return key;
    }
}
