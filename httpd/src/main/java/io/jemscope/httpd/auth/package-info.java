/** Who is let in, and as what. */
@NullMarked
package io.jemscope.httpd.auth;

import org.jspecify.annotations.NullMarked;
