/** Who is let in, and as what. It knows HTTP requests and nothing of allocators. */
@NullMarked
package io.jemscope.agent.security;

import org.jspecify.annotations.NullMarked;
