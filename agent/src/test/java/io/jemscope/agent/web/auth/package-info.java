@NullMarked
package io.jemscope.agent.web.auth;

import org.jspecify.annotations.NullMarked;
