package io.jemscope.cli;

import picocli.CommandLine.IVersionProvider;

/** The product's version, as the jar's manifest has it. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"jemscope " + text()};
    }

    static String text() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(unpackaged)" : version;
    }
}
