import java.lang.management.ManagementFactory;
import javax.management.ObjectName;

/**
 * A Java agent that loads the library by JMX, with the options that it gets as {@code LIBRARY OPTIONS}. Named on the command
 * line before the library, it does so before the library hears that the JVM is up.
 */
final class AttachEarly {
    public static void premain(String arguments) throws Exception {
        String[] words = arguments.split(" ");
        ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "jvmtiAgentLoad",
                        new Object[] {new String[] {words[0], '"' + words[1] + '"'}},
                        new String[] {String[].class.getName()});
    }
}
