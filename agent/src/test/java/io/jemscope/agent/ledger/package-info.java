@NullMarked
package io.jemscope.agent.ledger;

import org.jspecify.annotations.NullMarked;
