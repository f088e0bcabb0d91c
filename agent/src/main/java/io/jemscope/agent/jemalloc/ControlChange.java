package io.jemscope.agent.jemalloc;

/**
 * A control that is to be, or was, changed.
 *
 * @param after what it is to be, or is
 */
public record ControlChange(ChangeableControl control, Object before, Object after) {

    @Override
    public String toString() {
        return control.name() + " from " + before + " to " + after;
    }
}
