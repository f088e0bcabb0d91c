package io.jemscope.httpd;

/** What a caller may do, and what a route asks for. */
public enum Role {
    /** See: state, statistics, downloads. */
    READ,
    /** See and change. */
    OPERATE;

    /**
     * Whether who has this may do what asks for another.
     *
     * @param needed the role that the address needs
     * @return whether it is covered
     */
    public boolean covers(Role needed) {
        return compareTo(needed) >= 0;
    }
}
