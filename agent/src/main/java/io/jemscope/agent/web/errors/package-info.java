/** What the allocator and the file system refuse, as an answer to a caller. */
@NullMarked
package io.jemscope.agent.web.errors;

import org.jspecify.annotations.NullMarked;
