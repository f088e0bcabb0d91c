@NullMarked
package io.jemscope.agent.bootstrap;

import org.jspecify.annotations.NullMarked;
