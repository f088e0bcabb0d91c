package io.jemscope.allocator;

/** The source of an option's value, the weakest first: a later source overrides an earlier one. */
public enum OptionSource {
    /** jemalloc's default: no source has the option. */
    DEFAULT("default"),
    /** {@code --with-malloc-conf} when jemalloc was built. */
    BUILD("config.malloc_conf"),
    /** The program's {@code malloc_conf} symbol. */
    SYMBOL("malloc_conf symbol"),
    /** The target of the link {@code /etc/malloc.conf}. */
    LINK("/etc/malloc.conf"),
    /** The variable {@code MALLOC_CONF} at the start of the process. */
    ENVIRONMENT("MALLOC_CONF"),
    /** The program's {@code malloc_conf_2_conf_harder} symbol, since 5.3; visible only since 5.3.1. */
    SECOND_SYMBOL("malloc_conf_2_conf_harder symbol");

    private final String label;

    OptionSource(String label) {
        this.label = label;
    }

    /** The source's name for people. */
    public String label() {
        return label;
    }
}
