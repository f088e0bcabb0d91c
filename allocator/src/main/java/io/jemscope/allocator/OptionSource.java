package io.jemscope.allocator;

/** Where an option's value comes from, the weakest first: a later source overrides an earlier one. */
public enum OptionSource {
    /** No source names the option: jemalloc's own default. */
    DEFAULT("default"),
    /** {@code --with-malloc-conf} when jemalloc was built. */
    BUILD("config.malloc_conf"),
    /** The program's {@code malloc_conf} symbol. */
    SYMBOL("malloc_conf symbol"),
    /** The name that the link {@code /etc/malloc.conf} leads to. */
    LINK("/etc/malloc.conf"),
    /** The variable {@code MALLOC_CONF}, as it was when the process started. */
    ENVIRONMENT("MALLOC_CONF"),
    /** The program's {@code malloc_conf_2_conf_harder} symbol, since 5.3; only 5.3.1 and later let it be seen. */
    SECOND_SYMBOL("malloc_conf_2_conf_harder symbol");

    private final String label;

    OptionSource(String label) {
        this.label = label;
    }

    /**
     * The source as a person knows it.
     *
     * @return its name
     */
    public String label() {
        return label;
    }
}
