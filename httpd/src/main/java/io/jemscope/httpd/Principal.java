package io.jemscope.httpd;

/**
 * An authenticated caller.
 *
 * @param name who he is, for the line that a change leaves: {@code operator}, {@code reader}, a certificate's name
 * @param address from where, such as {@code 127.0.0.1}
 * @param access what he may do
 */
public record Principal(String name, String address, Role access) {}
