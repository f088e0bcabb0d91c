package io.jemscope.agent.config;

/** The version of this build, as its jar has it. */
public final class AgentVersion {

    private AgentVersion() {}

    public static String current() {
        String version = AgentVersion.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }
}
