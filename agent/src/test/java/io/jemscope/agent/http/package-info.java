@NullMarked
package io.jemscope.agent.http;

import org.jspecify.annotations.NullMarked;
