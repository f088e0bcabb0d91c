@NullMarked
package io.jemscope.agent;

import org.jspecify.annotations.NullMarked;
