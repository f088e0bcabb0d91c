/** Who is let in, and as what. It knows HTTP requests and nothing of allocators. */
@NullMarked
package io.jemscope.agent.web.auth;

import org.jspecify.annotations.NullMarked;
