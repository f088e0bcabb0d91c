package io.jemscope.cli;

import io.jemscope.cli.control.Answer;
import io.jemscope.report.TextTable;
import java.util.List;
import java.util.function.Predicate;

/** jemalloc's options and controls for people. */
final class ControlText {

    private ControlText() {}

    /** The options, with those that aren't there or without. */
    static String options(Answer options, boolean all) {
        TextTable table = new TextTable("lll");
        table.add("OPTION", "VALUE", "SOURCE");
        for (Answer option : options.list("options")) {
            boolean available = !option.has("available") || option.flag("available");
            if (available || all) {
                table.add(
                        option.shown("name"), available ? option.shown("value") : "not there", option.shown("source"));
            }
        }
        return print(table);
    }

    /** The controls that somebody wants to see; nothing where there are none of these. */
    static String controls(Answer answer, Predicate<Answer> wanted) {
        List<Answer> controls = answer.list("controls").stream().filter(wanted).toList();
        if (controls.isEmpty()) {
            return "";
        }
        TextTable table = new TextTable("llll");
        table.add("CONTROL", "VALUE", "FOUND", "SET");
        for (Answer control : controls) {
            table.add(
                    control.shown("name"),
                    control.flag("available") ? control.shown("value") : "not there",
                    control.shown("found"),
                    control.flag("changeable") ? "yes" : "no");
        }
        return print(table);
    }

    private static String print(TextTable table) {
        StringBuilder text = new StringBuilder();
        table.appendTo(text, "");
        return text.toString();
    }
}
