@NullMarked
package io.jemscope.agent.web;

import org.jspecify.annotations.NullMarked;
