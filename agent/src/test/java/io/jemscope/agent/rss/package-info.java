@NullMarked
package io.jemscope.agent.rss;

import org.jspecify.annotations.NullMarked;
