/** Says what a child of this program finds in its environment. */
final class Children {
    public static void main(String[] arguments) throws Exception {
        Process child = new ProcessBuilder(
                        "/bin/sh", "-c", "env | grep -E '^(LD_PRELOAD|MALLOC_CONF|JAVA_TOOL_OPTIONS|JEMSCOPE)' | sort")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
        child.waitFor();
    }
}
