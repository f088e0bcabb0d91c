@NullMarked
package io.jemscope.agent.settings;

import org.jspecify.annotations.NullMarked;
