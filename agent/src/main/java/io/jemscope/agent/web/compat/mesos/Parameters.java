package io.jemscope.agent.web.compat.mesos;

import io.jemscope.httpd.ApiException;
import io.jemscope.httpd.Request;
import java.util.Optional;
import java.util.OptionalLong;

/** Parameters that are numbers. */
final class Parameters {

    private static final int MOST_DIGITS = 18;

    private Parameters() {}

    /** A whole number in digits alone. */
    static OptionalLong number(Request request, String name) throws ApiException {
        Optional<String> text = request.parameter(name);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        String digits = text.get();
        if (digits.isEmpty() || digits.length() > MOST_DIGITS || !isDigits(digits)) {
            throw new ApiException(
                    400,
                    "The parameter '" + name + "' can't be read",
                    "it is no whole number",
                    "Send digits alone: " + name + "=1.");
        }
        return OptionalLong.of(Long.parseLong(digits));
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }
}
