@NullMarked
package io.jemscope.agent.web.api;

import org.jspecify.annotations.NullMarked;
