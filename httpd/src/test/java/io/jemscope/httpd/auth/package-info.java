@NullMarked
package io.jemscope.httpd.auth;

import org.jspecify.annotations.NullMarked;
