@NullMarked
package io.jemscope.httpd;

import org.jspecify.annotations.NullMarked;
