package io.jemscope.agent.jemalloc;

/**
 * A change of a control, before or after it is made.
 *
 * @param after the new value
 */
public record ControlChange(ChangeableControl control, Object before, Object after) {

    @Override
    public String toString() {
        return control.name() + " from " + before + " to " + after;
    }
}
