package io.jemscope.agent.rss;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Below a folder that stands in for the root of the file system. */
class ControlGroupsTest {

    private static final String MOUNT_2 = "28 22 0:25 ROOT /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
    private static final String MOUNT_1 = "35 31 0:32 ROOT /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";

    @TempDir
    private Path root;

    @Test
    void readsVersion2InAContainerOfItsOwn() throws IOException {
        process("0::/\n", MOUNT_2.replace("ROOT", "/"));
        group2("", "104857600", "209715200", 4096);

        assertThat(read()).isEqualTo(new ContainerMemory(2, 104857600L, 209715200L, null, 4096L, null));
    }

    @Test
    void takesTheNearestLimitOfTheGroupsAbove() throws IOException {
        process("0::/kubepods/pod1/app\n", MOUNT_2.replace("ROOT", "/"));
        group2("kubepods/pod1/app", "1000", "max", 1);
        group2("kubepods/pod1", "3000", "4000", 2);
        group2("kubepods", "9000", "900000", 3);

        assertThat(read()).isEqualTo(new ContainerMemory(2, 3000L, 4000L, null, 2L, null));
    }

    @Test
    void withoutALimitThereIsTheGroupsUse() throws IOException {
        process("0::/app\n", MOUNT_2.replace("ROOT", "/"));
        group2("app", "1000", "max", 1);

        assertThat(read()).isEqualTo(new ContainerMemory(2, 1000L, null, null, 1L, null));
    }

    @Test
    void tellsWhereTheKernelBeginsToHoldTheGroupUp() throws IOException {
        process("0::/pod/app\n", MOUNT_2.replace("ROOT", "/"));
        group2("pod/app", "1000", "max", 1);
        group2("pod", "3000", "max", 2);
        Files.writeString(root.resolve("sys/fs/cgroup/pod/memory.high"), "3500\n");

        assertThat(read()).isEqualTo(new ContainerMemory(2, 3000L, null, 3500L, 2L, null));
    }

    @Test
    void tellsFirstOfAllWhereTheKernelKills() throws IOException {
        process("0::/pod/app\n", MOUNT_2.replace("ROOT", "/"));
        group2("pod/app", "1000", "9000", 1);
        Files.writeString(root.resolve("sys/fs/cgroup/pod/app/memory.high"), "8000\n");
        group2("pod", "3000", "max", 2);
        Files.writeString(root.resolve("sys/fs/cgroup/pod/memory.high"), "3500\n");

        assertThat(read()).isEqualTo(new ContainerMemory(2, 1000L, 9000L, 8000L, 1L, null));
    }

    @Test
    void readsVersion1AlsoBesideVersion2() throws IOException {
        process(
                "5:cpu,cpuacct:/x\n4:memory:/docker/4711\n0::/\n",
                MOUNT_2.replace("ROOT", "/") + MOUNT_1.replace("ROOT", "/"));
        group1("docker/4711", "500000", "9223372036854771712", 7);
        group1("docker", "600000", "700000", 8);

        assertThat(read()).isEqualTo(new ContainerMemory(1, 600000L, 700000L, null, 8L, null));
    }

    @Test
    void aContainerSeesItsGroupAsTheMountsRoot() throws IOException {
        process("4:memory:/docker/4711/inner\n", MOUNT_1.replace("ROOT", "/docker/4711"));
        group1("inner", "100", "200", 3);

        assertThat(read()).isEqualTo(new ContainerMemory(1, 100L, 200L, null, 3L, null));
    }

    @Test
    void aPathThatLeadsOutIsTheMountItself() throws IOException {
        process("0::/../../other\n", MOUNT_2.replace("ROOT", "/"));
        group2("", "100", "200", 3);

        assertThat(read().usedBytes()).isEqualTo(100);
    }

    @Test
    void saysWhereNothingCounts() throws IOException {
        assertThat(read().why()).contains("/sys/fs/cgroup");
        process("0::/\n", "");
        assertThat(read().why()).contains("in no control group");
        process("0::/\n", MOUNT_2.replace("ROOT", "/"));
        assertThat(read().why()).contains("/sys/fs/cgroup");
        process("garbage", "garbage - - - \n - cgroup2");
        assertThat(read().why()).contains("in no control group");
    }

    private ContainerMemory read() {
        return new ControlGroups(root).read();
    }

    private void process(String groups, String mounts) throws IOException {
        Path own = Files.createDirectories(root.resolve("proc/self"));
        Files.writeString(own.resolve("cgroup"), groups);
        Files.writeString(own.resolve("mountinfo"), mounts);
    }

    private void group2(String name, String current, String max, long inactive) throws IOException {
        Path folder = Files.createDirectories(root.resolve("sys/fs/cgroup").resolve(name));
        Files.writeString(folder.resolve("memory.current"), current + "\n");
        Files.writeString(folder.resolve("memory.max"), max + "\n");
        Files.writeString(folder.resolve("memory.high"), "max\n");
        Files.writeString(folder.resolve("memory.stat"), "anon 5\nactive_file 9\ninactive_file " + inactive + "\n");
    }

    private void group1(String name, String usage, String limit, long inactive) throws IOException {
        Path folder =
                Files.createDirectories(root.resolve("sys/fs/cgroup/memory").resolve(name));
        Files.writeString(folder.resolve("memory.usage_in_bytes"), usage + "\n");
        Files.writeString(folder.resolve("memory.limit_in_bytes"), limit + "\n");
        Files.writeString(folder.resolve("memory.stat"), "inactive_file 1\ntotal_inactive_file " + inactive + "\n");
    }
}
