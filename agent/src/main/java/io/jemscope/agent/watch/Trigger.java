package io.jemscope.agent.watch;

/**
 * Why a bundle is made.
 *
 * @param rule the rule as it was written, or {@code asked}
 * @param reading the figure that met it, in words
 */
public record Trigger(String rule, String reading) {

    /** By a caller. */
    public static final Trigger ASKED = new Trigger("asked", "a caller asked for it");
}
