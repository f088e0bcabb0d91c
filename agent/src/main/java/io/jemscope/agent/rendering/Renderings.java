package io.jemscope.agent.rendering;

import io.jemscope.agent.dump.Dump;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Makes dumps into what people and tools read. */
public interface Renderings {

    /**
     * Asks for a form of a dump. Whoever asks for what is being made, or was, gets the same; nobody waits in here.
     *
     * @param dump the dump
     * @param baseline another dump, whose figures are taken off; empty for all that the dump tells
     * @param form what to make of it
     * @return completes with what was made; or exceptionally, with a {@link io.jemscope.agent.http.Problem} where it
     *     can't be made
     */
    CompletionStage<Rendering> of(Dump dump, Optional<Dump> baseline, Form form);
}
