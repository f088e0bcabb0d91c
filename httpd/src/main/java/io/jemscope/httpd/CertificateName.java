package io.jemscope.httpd;

import javax.security.auth.x500.X500Principal;

/** The name by which the owner of a certificate goes. By hand, since {@code LdapName} is in a module that may be absent. */
final class CertificateName {

    private CertificateName() {}

    /** The common name, the most specific where there are several; the whole distinguished name where there is none. */
    static String of(X500Principal subject) {
        String whole = subject.getName(X500Principal.RFC2253);
        int at = 0;
        while (at < whole.length()) {
            int end = end(whole, at);
            if (whole.startsWith("CN=", at)) {
                return unescape(whole.substring(at + 3, end));
            }
            at = end + 1;
        }
        return whole;
    }

    /** Where the part that begins at {@code start} ends: at a comma or plus without a backslash before it. */
    private static int end(String text, int start) {
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == ',' || c == '+') {
                return i;
            }
        }
        return text.length();
    }

    private static String unescape(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' && i + 1 < text.length()) {
                c = text.charAt(++i);
            }
            plain.append(c);
        }
        return plain.toString();
    }
}
