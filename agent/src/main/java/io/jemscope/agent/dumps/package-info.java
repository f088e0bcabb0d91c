/**
 * The dumps of this process: where they are, how they are named, which are kept. It knows the allocator and the file
 * system, and nothing of HTTP or of what is in a dump.
 */
@NullMarked
package io.jemscope.agent.dumps;

import org.jspecify.annotations.NullMarked;
