/** Checks credentials, and which role they give. */
@NullMarked
package io.jemscope.httpd.auth;

import org.jspecify.annotations.NullMarked;
