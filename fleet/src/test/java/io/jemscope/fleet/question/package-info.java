@NullMarked
package io.jemscope.fleet.question;

import org.jspecify.annotations.NullMarked;
