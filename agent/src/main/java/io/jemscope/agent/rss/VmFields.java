package io.jemscope.agent.rss;

import java.util.OptionalLong;

/** Knows where the JVM keeps its variables, as the table says that libjvm exports for debuggers. */
interface VmFields {

    /**
     * Finds a field.
     *
     * @param type the type that has it, such as {@code CodeCache}
     * @param field its name
     * @return the address of a static field, the offset of any other in its object; empty where this JVM has none such
     */
    OptionalLong find(String type, String field);
}
