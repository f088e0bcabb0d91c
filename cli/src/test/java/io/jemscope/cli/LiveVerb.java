package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.jemscope.cli.exit.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs verbs on the agent of a descriptor. */
record LiveVerb(Path descriptor) {

    CommandRun run(String verb, String... words) {
        List<String> line = new ArrayList<>(List.of(verb, descriptor.toString()));
        line.addAll(List.of(words));
        return CommandRun.of(line.toArray(String[]::new));
    }

    CommandRun fine(String verb, String... words) {
        CommandRun run = run(verb, words);
        assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
        return run;
    }

    JsonObject json(String verb, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.add("--json");
        return JsonParser.parseString(fine(verb, all.toArray(String[]::new)).out())
                .getAsJsonObject();
    }
}
