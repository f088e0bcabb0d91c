package io.jemscope.fleet.sink;

import java.util.Map;

/**
 * Credentials for a bucket.
 *
 * @param accessKey the name of the credentials
 * @param secretKey the key that signs requests; never sent
 * @param sessionToken the token of keys that expire; empty for others
 */
public record AwsCredentials(String accessKey, String secretKey, String sessionToken) {

    private static final String ACCESS_KEY = "AWS_ACCESS_KEY_ID";
    private static final String SECRET_KEY = "AWS_SECRET_ACCESS_KEY";
    private static final String SESSION_TOKEN = "AWS_SESSION_TOKEN";

    /**
     * The credentials in an environment, by the names that AWS's own tools use.
     *
     * @throws IllegalArgumentException if they are missing
     */
    public static AwsCredentials of(Map<String, String> environment) {
        String accessKey = environment.getOrDefault(ACCESS_KEY, "");
        String secretKey = environment.getOrDefault(SECRET_KEY, "");
        if (accessKey.isEmpty() || secretKey.isEmpty()) {
            throw new IllegalArgumentException("the bucket's credentials are missing: set " + ACCESS_KEY + " and "
                    + SECRET_KEY + " in the environment");
        }
        String sessionToken = environment.getOrDefault(SESSION_TOKEN, "");
        for (String each : new String[] {accessKey, secretKey, sessionToken}) {
            if (!each.chars().allMatch(c -> c > ' ' && c <= '~')) {
                // The JDK would refuse it in a header, with the value in its message.
                throw new IllegalArgumentException(
                        "the bucket's credentials in the environment have a character that no key has, such as a space or "
                                + "a line break: set them again");
            }
        }
        return new AwsCredentials(accessKey, secretKey, sessionToken);
    }

    /** The name alone, for logs. */
    @Override
    public String toString() {
        return accessKey;
    }
}
