/** Every resource of {@code /api/v1}, and the help for all addresses. */
@NullMarked
package io.jemscope.agent.web.api;

import org.jspecify.annotations.NullMarked;
