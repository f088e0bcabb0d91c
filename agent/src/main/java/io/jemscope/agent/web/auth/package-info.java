/** Keys, tokens and the audit as the settings have them. It knows HTTP requests and nothing of allocators. */
@NullMarked
package io.jemscope.agent.web.auth;

import org.jspecify.annotations.NullMarked;
