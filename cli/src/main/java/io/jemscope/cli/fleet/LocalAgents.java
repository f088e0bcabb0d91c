package io.jemscope.cli.fleet;

import io.jemscope.cli.control.AgentDescriptor;
import io.jemscope.cli.target.JvmProcess;
import io.jemscope.cli.target.ProcessTable;
import io.jemscope.fleet.discovery.Agent;
import io.jemscope.fleet.discovery.Discovery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The agents in this user's JVMs on this machine, found by their descriptors as {@code jemscope list} finds them. They get
 * the reading token. Service, version and labels are those of the process's start, see {@link ServiceName}.
 *
 * @param environment this process's environment, with the folder of the descriptors
 * @param services the only services; empty for all
 */
public record LocalAgents(ProcessTable processes, Map<String, String> environment, List<String> services)
        implements Discovery {

    @Override
    public List<Agent> agents() {
        List<Agent> agents = new ArrayList<>();
        for (JvmProcess jvm : processes.jvms()) {
            Map<String, String> labels = ServiceName.labels(jvm);
            boolean isWanted =
                    services.isEmpty() || services.contains(labels.getOrDefault(Agent.SERVICE, jvm.program()));
            Optional<AgentDescriptor> descriptor =
                    isWanted && jvm.sharesNetwork() ? jvm.descriptor(environment) : Optional.empty();
            descriptor.ifPresent(agent -> agents.add(Agent.of(agent.address(), agent.readToken(), labels)));
        }
        return agents;
    }
}
