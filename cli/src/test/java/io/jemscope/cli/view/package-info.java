@NullMarked
package io.jemscope.cli.view;

import org.jspecify.annotations.NullMarked;
