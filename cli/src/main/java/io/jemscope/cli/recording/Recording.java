package io.jemscope.cli.recording;

import io.jemscope.profile.Profile;

/**
 * What is known of one JVM at the end of a recording.
 *
 * @param dump the dump it comes from
 * @param profile the dump, with its frames known
 */
record Recording(DumpFile dump, Profile profile) {}
