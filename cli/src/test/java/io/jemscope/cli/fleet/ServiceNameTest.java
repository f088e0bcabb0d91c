package io.jemscope.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.cli.target.JvmProcess;
import io.jemscope.cli.target.ResidentMemory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServiceNameTest {

    private static Map<String, String> labels(List<String> command, Map<String, String> environment) {
        return ServiceName.labels(new JvmProcess(
                1,
                1,
                0,
                "com.example.Main",
                command,
                environment,
                new ResidentMemory(5, 5, 0, 0, 0),
                Optional.empty(),
                "",
                Optional.<Path>empty(),
                Optional.<Path>empty(),
                true,
                true));
    }

    @Test
    void theVariablesOfOpenTelemetryAreRead() {
        assertThat(labels(
                        List.of("java", "Main"),
                        Map.of(
                                "OTEL_RESOURCE_ATTRIBUTES",
                                "service.name=other,service.version=2.3.1+b4, zone = eu%2C1 ,damaged,=x,odd=%zz",
                                "OTEL_SERVICE_NAME",
                                "shop")))
                .isEqualTo(Map.of("service", "shop", "version", "2.3.1+b4", "zone", "eu,1", "odd", "%zz"));
    }

    @Test
    void aSystemPropertyComesFirst() {
        assertThat(labels(
                        List.of(
                                "java",
                                "-Dotel.service.name=shop",
                                "-Dotel.resource.attributes=service.version=2",
                                "Main"),
                        Map.of("OTEL_SERVICE_NAME", "other", "OTEL_RESOURCE_ATTRIBUTES", "service.version=1,zone=a")))
                .isEqualTo(Map.of("service", "shop", "version", "2"));
    }

    @Test
    void aProcessThatWasToldNothingHasNoLabels() {
        assertThat(labels(List.of("java", "Main"), Map.of())).isEmpty();
    }
}
