package io.jemscope.httpd;

/**
 * An authenticated caller.
 *
 * @param name the name for the audit log: {@code operator}, {@code reader}, a certificate's name
 * @param address from where, such as {@code 127.0.0.1}
 * @param access the role
 */
public record Principal(String name, String address, Role access) {}
