package io.jemscope.agent.config;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Text with characters as percent signs and two digits, as the native library's options have it. */
final class PercentText {

    private PercentText() {}

    /** Null where a percent sign isn't followed by two digits. */
    static @Nullable String decode(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(encoded.length);
        for (int i = 0; i < encoded.length; i++) {
            if (encoded[i] != '%') {
                decoded.write(encoded[i]);
                continue;
            }
            int high = i + 2 < encoded.length ? Character.digit(encoded[i + 1], 16) : -1;
            int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], 16) : -1;
            if (high < 0 || low < 0) {
                return null;
            }
            decoded.write(high * 16 + low);
            i += 2;
        }
        return decoded.toString(StandardCharsets.UTF_8);
    }
}
