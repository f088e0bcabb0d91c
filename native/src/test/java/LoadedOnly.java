import io.jemscope.allocator.JemallocNatives;

/** Loads the library as a library: everything but the hook works. */
final class LoadedOnly {
    public static void main(String[] arguments) {
        JemallocNatives.load(arguments[0]);
        String[] version = new String[1];
        System.out.println("canary " + JemallocNatives.canary());
        System.out.println("version " + (JemallocNatives.readString("version", version) == 0));
        System.out.println("hooked " + JemallocNatives.hooked());
        System.out.println("setHook " + JemallocNatives.setHook(true));
        System.out.println("dump " + JemallocNatives.dump(arguments[1], "asked"));
    }
}
