/** The routes, what they need, and the server that answers them. Only {@code bootstrap} may use it. */
@NullMarked
package io.jemscope.agent.web;

import org.jspecify.annotations.NullMarked;
