@NullMarked
package io.jemscope.testkit;

import org.jspecify.annotations.NullMarked;
