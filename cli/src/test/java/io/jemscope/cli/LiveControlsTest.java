package io.jemscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.exit.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verbs that change jemalloc, against an agent that stands in for one. */
class LiveControlsTest extends WithStandInAgent {

    @Test
    void controlsAreListedBelowTheOptions() {
        assertThat(jvm.fine("options").out())
                .contains("MALLOC_CONF\n\nCONTROL")
                .contains("prof.gdump     false  -      yes");
        assertThat(jvm.fine("options").out()).doesNotContain("prof.prefix");
        assertThat(jvm.fine("options", "--all").out()).contains("prof.prefix    not there  -      no");
        assertThat(jvm.json("options").keySet()).containsExactly("options", "controls");
    }

    @Test
    void anAgentWithoutControlsStillListsItsOptions() {
        agent.growOld();

        assertThat(jvm.run("options").out()).doesNotContain("CONTROL");
    }

    @Test
    void controlsThatADumpHoldsBackAreAskedForAgain() {
        agent.holdControlsBack(1);

        CommandRun run = jvm.fine("options");

        assertThat(run.out()).contains("CONTROL");
        assertThat(run.err()).isEmpty();
        assertThat(agent.requests())
                .containsExactly("GET /api/v1/options", "GET /api/v1/controls", "GET /api/v1/controls");
    }

    @Test
    void whileADumpHoldsThemBackTheOptionsAreListedAllTheSame() {
        agent.holdControlsBack(Integer.MAX_VALUE);

        CommandRun run = jvm.fine("options");

        assertThat(run.out()).contains("MALLOC_CONF").doesNotContain("CONTROL");
        assertThat(run.err())
                .isEqualTo("jemscope: the controls aren't listed: a dump is being made; ask again later\n");
    }

    @Test
    void controlsAreSetSeveralAtOnce() {
        assertThat(jvm.fine("options", "--set", "prof.gdump=true", "--set", "a=-1", "--set", "b=private", "--set", "c=")
                        .out())
                .contains("prof.gdump  true   false  yes")
                .doesNotContain("prof.interval");
        assertThat(agent.requests())
                .contains("PATCH /api/v1/controls {\"prof.gdump\":true,\"a\":-1,\"b\":\"private\",\"c\":\"\"}");

        CommandRun refused = jvm.run("options", "--set", "x=1");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).contains("there is no such control", "jemscope options");
    }

    @Test
    void samplesAreForgottenForWhoSaysSo() {
        assertThat(jvm.fine("options", "--reset", "--discard").out()).isEqualTo("all samples are forgotten\n");
        jvm.fine("start");
        CommandRun refused = jvm.run("options", "--reset", "--discard");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err()).contains("jemscope stop", "add --force");
        assertThat(jvm.fine("options", "--reset", "--discard", "--force").out()).contains("goes on without a baseline");
    }

    @Test
    void aLogIsBegunAndEnded() {
        assertThat(jvm.fine("options", "--log", "off").out()).isEqualTo("no log was on\n");
        assertThat(jvm.fine("options", "--log", "on").out())
                .startsWith("logging, until 2026-01-01T00:10:00Z; end it before: jemscope options ");
        assertThat(jvm.fine("options", "--log", "on").out()).startsWith("logging already");
        assertThat(jvm.fine("options", "--log", "off").out())
                .isEqualTo("logged; its report: jemscope report --accumulated /dumps/d1.heap\n");
        assertThat(jvm.fine("options", "--log", "off").out())
                .isEqualTo(
                        "the last log has ended already; its report: jemscope report --accumulated /dumps/d1.heap\n");
        assertThat(jvm.json("options", "--log", "on", "--duration", "90s")
                        .get("changed")
                        .getAsBoolean())
                .isTrue();
        assertThat(jvm.fine("state").out()).contains("log       on, until 2026-01-01T00:10:00Z");
        assertThat(agent.requests()).contains("PUT /api/v1/allocation-log {\"active\":true,\"seconds\":90}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--reset",
                "--discard",
                "--force",
                "--set a=1 --reset --discard",
                "--reset --discard --log on",
                "--log on --all",
                "--log maybe",
                "--log off --duration 5m",
                "--log on --duration 2h",
                "--log on --duration 500ms",
                "--set a"
            })
    void changesThatDontGoTogetherAreRefused(String options) {
        CommandRun refused = jvm.run("options", options.split(" "));

        assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(agent.requests()).isEmpty();
    }

    @Test
    void optionsAndWhatIsGivenBackAreTold() {
        assertThat(jvm.fine("options").out())
                .contains("opt.prof  true   MALLOC_CONF")
                .doesNotContain("prof_log");
        assertThat(jvm.fine("options", "--all").out()).contains("opt.prof_log  not there");
        assertThat(jvm.fine("purge").out()).isEqualTo("resident 2.9 MiB before, 976.6 KiB after: 1.9 MiB given back\n");
        assertThat(jvm.json("purge", "--action", "decay").get("action").getAsString())
                .isEqualTo("decay");
        assertThat(agent.requests())
                .contains("POST /api/v1/purges {\"action\":\"purge\"}", "POST /api/v1/purges {\"action\":\"decay\"}");
    }
}
