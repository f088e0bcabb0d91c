/** Which report of a profile is wanted, and how it is printed. */
@NullMarked
package io.jemscope.cli.view;

import org.jspecify.annotations.NullMarked;
