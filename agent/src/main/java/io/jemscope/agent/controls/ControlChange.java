package io.jemscope.agent.controls;

/**
 * A control that is to be, or was, changed.
 *
 * @param control which
 * @param before what it was
 * @param after what it is to be, or is
 */
record ControlChange(ChangeableControl control, Object before, Object after) {

    @Override
    public String toString() {
        return control.name() + " from " + before + " to " + after;
    }
}
