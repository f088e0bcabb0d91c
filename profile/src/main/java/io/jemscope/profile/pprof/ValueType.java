package io.jemscope.profile.pprof;

import io.jemscope.profile.FormatException;

/**
 * The kind of a figure in a pprof file.
 *
 * @param type its name
 */
record ValueType(String type, String unit) {

    static ValueType read(ProtobufReader message, PprofDecoder strings) throws FormatException {
        String type = "";
        String unit = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                type = strings.string(message.number());
            } else if (field == 2) {
                unit = strings.string(message.number());
            }
        }
        return new ValueType(type, unit);
    }

    @Override
    public String toString() {
        return type + "/" + unit;
    }
}
