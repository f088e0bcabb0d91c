package io.jemscope.cli;

import com.google.gson.JsonPrimitive;

/** A control's value as somebody typed it. What it may be, the agent knows. */
final class ControlValue {

    private ControlValue() {}

    /** True, false or a whole number where it reads as such; else a text. */
    static JsonPrimitive of(String typed) {
        if (typed.equals("true") || typed.equals("false")) {
            return new JsonPrimitive(typed.equals("true"));
        }
        try {
            return new JsonPrimitive(Long.parseLong(typed));
        } catch (NumberFormatException e) {
            return new JsonPrimitive(typed);
        }
    }
}
