@NullMarked
package io.jemscope.agent.security;

import org.jspecify.annotations.NullMarked;
