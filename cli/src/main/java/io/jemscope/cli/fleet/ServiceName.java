package io.jemscope.cli.fleet;

import io.jemscope.cli.target.JvmProcess;
import io.jemscope.fleet.discovery.Agent;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The name of a process's service, by OpenTelemetry's variables {@code OTEL_SERVICE_NAME} and {@code OTEL_RESOURCE_ATTRIBUTES}
 * (OpenTelemetry specification, resource SDK), or by its system properties {@code otel.service.name} and {@code
 * otel.resource.attributes} on its command line, which come first.
 */
final class ServiceName {

    private static final String NAME = "service.name";
    private static final String VERSION = "service.version";

    private ServiceName() {}

    /** The labels of a process; without those that it wasn't given. */
    static Map<String, String> labels(JvmProcess jvm) {
        Map<String, String> attributes = attributes(given(jvm, "otel.resource.attributes", "OTEL_RESOURCE_ATTRIBUTES"));
        String name = given(jvm, "otel.service.name", "OTEL_SERVICE_NAME");
        if (!name.isEmpty()) {
            attributes.put(NAME, name);
        }
        rename(attributes, NAME, Agent.SERVICE);
        rename(attributes, VERSION, Agent.VERSION);
        return attributes;
    }

    private static void rename(Map<String, String> attributes, String attribute, String label) {
        String value = attributes.remove(attribute);
        if (value != null) {
            attributes.put(label, value);
        }
    }

    private static String given(JvmProcess jvm, String property, String variable) {
        String option = "-D" + property + "=";
        List<String> command = jvm.command();
        for (String word : command) {
            if (word.startsWith(option)) {
                return word.substring(option.length());
            }
        }
        return jvm.environment().getOrDefault(variable, "");
    }

    /** {@code key=value} with commas between; values are percent-encoded. What isn't of this form is left out. */
    private static Map<String, String> attributes(String text) {
        Map<String, String> attributes = new TreeMap<>();
        for (String pair : text.split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                attributes.put(
                        pair.substring(0, equals).trim(),
                        decoded(pair.substring(equals + 1).trim()));
            }
        }
        return attributes;
    }

    private static String decoded(String value) {
        try {
            // URLDecoder would make a plus a space.
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }
}
