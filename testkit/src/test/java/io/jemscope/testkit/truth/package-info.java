@NullMarked
package io.jemscope.testkit.truth;

import org.jspecify.annotations.NullMarked;
