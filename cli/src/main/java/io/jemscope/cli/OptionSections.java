package io.jemscope.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Layout;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.OptionSpec;

/** Prints the options of a verb that has many below headings. Only help loads it. */
final class OptionSections implements IHelpSectionRenderer {

    /** Where those stand that belong nowhere else. */
    static final String OTHERS = "More";

    /** Each heading with its options, each by one of its names. */
    private static final Map<String, List<String>> SECTIONS = sections();

    private static Map<String, List<String>> sections() {
        Map<String, List<String>> sections = new LinkedHashMap<>();
        sections.put(
                "What to show",
                List.of(
                        "--format",
                        "--text",
                        "--tree",
                        "--html",
                        "--traces",
                        "--tags",
                        "--peek",
                        "--list",
                        "--weblist",
                        "--dot",
                        "--svg",
                        "--collapsed",
                        "--proto",
                        "--callgrind",
                        "--raw",
                        "--json",
                        "--output",
                        "--force"));
        sections.put(
                "What to count",
                List.of(
                        "--inuse_space",
                        "--alloc_space",
                        "--objects",
                        "--inuse_objects",
                        "--alloc_objects",
                        "--sample-index",
                        "--by",
                        "--functions",
                        "--lines",
                        "--files",
                        "--filefunctions",
                        "--addresses",
                        "--noinlines",
                        "--cumulative"));
        sections.put(
                "Which stacks",
                List.of(
                        "--focus",
                        "--ignore",
                        "--exclude",
                        "--retain",
                        "--show-from",
                        "--prune-from",
                        "--tagfocus",
                        "--tagignore",
                        "--tagshow",
                        "--taghide",
                        "--tagroot",
                        "--tagleaf",
                        "--thread"));
        sections.put(
                "How much of it, and how",
                List.of(
                        "--nodecount",
                        "--sort",
                        "--cum",
                        "--flat",
                        "--node-fraction",
                        "--edge-fraction",
                        "--maxdegree",
                        "--call-tree",
                        "--layout",
                        "--all",
                        "--unit",
                        "--show_bytes",
                        "--mean",
                        "--ascii"));
        sections.put("What to compare with", List.of("--base", "--diff-base", "--normalize", "--drop-negative"));
        sections.put(
                "Names and sources",
                List.of(
                        "--app",
                        "--allocator-function",
                        "--debug-dir",
                        "--binary-root",
                        "--lib-prefix",
                        "--inlines",
                        "--no-cache",
                        "--source-path",
                        "--with-source"));
        return sections;
    }

    @Override
    public String render(Help help) {
        StringBuilder text = new StringBuilder();
        byHeading(help.commandSpec().options()).forEach((heading, options) -> {
            // One layout of all options for each heading, so that the columns are the same throughout.
            Layout layout = help.createDefaultLayout(help.commandSpec().options(), List.of(), help.colorScheme());
            layout.addOptions(options, help.parameterLabelRenderer());
            text.append(System.lineSeparator())
                    .append(heading)
                    .append(':')
                    .append(System.lineSeparator())
                    .append(layout);
        });
        return text.toString();
    }

    /** The options below their headings, in the order in which they are declared; headings without any are left out. */
    static Map<String, List<OptionSpec>> byHeading(List<OptionSpec> options) {
        Map<String, List<OptionSpec>> found = new LinkedHashMap<>();
        for (String heading : SECTIONS.keySet()) {
            found.put(heading, new ArrayList<>());
        }
        found.put(OTHERS, new ArrayList<>());
        for (OptionSpec option : options) {
            found.computeIfAbsent(heading(option), any -> new ArrayList<>()).add(option);
        }
        found.values().removeIf(List::isEmpty);
        return found;
    }

    private static String heading(OptionSpec option) {
        for (Map.Entry<String, List<String>> section : SECTIONS.entrySet()) {
            for (String name : option.names()) {
                if (section.getValue().contains(name)) {
                    return section.getKey();
                }
            }
        }
        return OTHERS;
    }
}
