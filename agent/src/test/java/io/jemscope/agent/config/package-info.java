@NullMarked
package io.jemscope.agent.config;

import org.jspecify.annotations.NullMarked;
