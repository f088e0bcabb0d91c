package io.jemscope.agent;

/** The version of this build, as its jar has it. */
final class AgentVersion {

    private AgentVersion() {}

    static String current() {
        String version = AgentVersion.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }
}
