import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Prints a dump's stacks, one a line and leaf first: Java frames by name, markers as they are, native frames by the
 * object they lie in.
 */
final class Stacks {
    private record Range(long start, long end, String object) {}

    public static void main(String[] arguments) throws Exception {
        Map<String, String> names = new HashMap<>();
        for (String line : Files.readAllLines(Path.of(arguments[0] + ".symbols"))) {
            if (line.startsWith("0x")) {
                names.put(line.substring(0, line.indexOf(' ')), line.substring(line.indexOf(' ') + 1));
            }
        }
        List<String> lines = Files.readAllLines(Path.of(arguments[0]));
        List<Range> ranges = lines.stream()
                .filter(line -> line.matches("[0-9a-f]+-[0-9a-f]+ r-x.*"))
                .map(Stacks::range)
                .toList();
        for (String line : lines) {
            if (line.startsWith("@ ")) {
                StringBuilder stack = new StringBuilder();
                // Without the birth.
                for (String word :
                        line.substring(2).replaceFirst(" 0x4a42[0-9a-f]*$", "").split(" ")) {
                    stack.append(" < ")
                            .append(word.startsWith("0x4a4") ? names.getOrDefault(word, word) : object(word, ranges));
                }
                System.out.println(stack);
            }
        }
    }

    private static Range range(String line) {
        String[] fields = line.split("[- ]+", 7);
        return new Range(
                Long.parseLong(fields[0], 16),
                Long.parseLong(fields[1], 16),
                line.substring(line.lastIndexOf('/') + 1));
    }

    private static String object(String word, List<Range> ranges) {
        long address = Long.parseLong(word.substring(2), 16) - 1;
        return ranges.stream()
                .filter(range -> address >= range.start() && address < range.end())
                .map(Range::object)
                .findFirst()
                .orElse("unmapped");
    }
}
