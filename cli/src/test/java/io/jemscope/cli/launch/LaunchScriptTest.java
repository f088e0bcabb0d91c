package io.jemscope.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.jemscope.cli.exit.CommandFailure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaunchScriptTest {

    private static final String AGENT = "-agentpath:/opt/it's here/libjemscope.so";

    @Test
    void setsTheVariablesThatDifferAndNoOther() throws Exception {
        Map<String, String> users = new LinkedHashMap<>();
        users.put("PATH", "/bin");
        users.put("MALLOC_CONF", "narenas:2");
        users.put("JEMSCOPE_SAVED_LD_PRELOAD", "stale");
        Map<String, String> wanted = Map.of("PATH", "/bin", "MALLOC_CONF", "narenas:2,prof:true", "SAVED", "a'b\n$c");

        String script = LaunchScript.of(new Launch(List.of("app"), wanted, AGENT), List.of("app"), users);

        assertThat(script).isEqualTo("""
                        unset JEMSCOPE_SAVED_LD_PRELOAD
                        export MALLOC_CONF='narenas:2,prof:true'
                        export SAVED='a'\\''b
                        $c'
                        shift $(($# - 1))
                        """);
    }

    @Test
    void insertsTheAgentBehindTheProgramsName() throws Exception {
        List<String> command = List.of("java", "-jar", "app.jar");
        Launch launch = new Launch(List.of("java", AGENT, "-jar", "app.jar"), Map.of(), AGENT);

        assertThat(LaunchScript.of(launch, command, Map.of())).isEqualTo("""
                        shift $(($# - 3))
                        jemscope_program=$1
                        shift
                        set -- "$jemscope_program" '-agentpath:/opt/it'\\''s here/libjemscope.so' "$@"
                        """);
    }

    @Test
    void refusesAValueThatJavaCouldNotRead() {
        Launch launch = new Launch(List.of("app"), Map.of("MALLOC_CONF", "\uFFFD,prof:true"), AGENT);

        assertThatThrownBy(() -> LaunchScript.of(launch, List.of("app"), Map.of("MALLOC_CONF", "\uFFFD")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("MALLOC_CONF");
    }
}
