package io.jemscope.cli.target;

import io.jemscope.cli.control.AgentDescriptor;
import java.util.Optional;

/**
 * The JVM that is meant, and its agent.
 *
 * @param name what to call it: its number, and its program where that is known
 * @param word what the user can write to mean it again
 * @param process the process; empty where it was named by its descriptor, and can't be seen from here
 * @param agent its agent; empty where it has none
 */
public record Target(String name, String word, Optional<JvmProcess> process, Optional<AgentDescriptor> agent) {}
