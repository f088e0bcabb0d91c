@NullMarked
package io.jemscope.agent.aside;

import org.jspecify.annotations.NullMarked;
