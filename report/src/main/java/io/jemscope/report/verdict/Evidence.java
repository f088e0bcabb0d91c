package io.jemscope.report.verdict;

/** What a verdict on a site rests on, the strongest first. */
public enum Evidence {
    /** The ages of its blocks in two dumps or more: how many of each age were freed between them. */
    AGES_AND_FREES("ages of blocks, and how many of each age were freed"),
    /** Live and accumulated counts in several dumps: how many blocks were freed, of any age. */
    COUNTED_FREES("blocks allocated and freed, of any age"),
    /** The ages of its blocks in one dump: what is left of each age, but not what was freed. */
    AGES("ages of blocks in one dump; a second dump shows what is freed"),
    /** Live memory in several dumps. A block that was freed and one that was never allocated look alike. */
    LIVE("live memory only; ages of blocks aren't known");

    private final String text;

    Evidence(String text) {
        this.text = text;
    }

    /** The evidence in words, as the end of a line. */
    public String text() {
        return text;
    }
}
