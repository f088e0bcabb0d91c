package io.jemscope.benchmarks.verdict;

import io.jemscope.testkit.truth.Setting;
import io.jemscope.testkit.truth.TruthProgram;
import io.jemscope.testkit.truth.Workload;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A program of known truth that reads a RocksDB database through its block cache, which fills and then evicts. */
public final class RocksDbProgram {

    static final String CACHE = "rocksdb-cache";

    private static final int VALUE_BYTES = 1_000;
    private static final int BLOCK_BYTES = 4_096;

    private RocksDbProgram() {}

    /** The arguments are those of {@link TruthProgram}. */
    public static void main(String[] arguments) throws Throwable {
        Path folder = Files.createTempDirectory("jemscope-rocksdb");
        try {
            TruthProgram.run(setting -> read(setting, folder), arguments);
        } finally {
            VerdictTable.delete(folder);
        }
    }

    /**
     * The cache has half the size of what a leak leaks in the run, and the database four times that of the cache. Reads of random keys miss at
     * first as often as blocks of twice the leak's speed are loaded, so the cache is full after a quarter of the run.
     */
    private static Workload read(Setting setting, Path folder) {
        long cacheBytes = (long) (setting.bytesASecond() * setting.seconds() / 2);
        int keys = (int) (4 * cacheBytes / VALUE_BYTES);
        RocksDB database = open(folder, cacheBytes, keys);
        double readsASecond = 2 * setting.bytesASecond() / BLOCK_BYTES;
        long[] reads = new long[1];
        return second -> {
            for (; reads[0] < readsASecond * second; reads[0]++) {
                database.get(key(setting.random().nextInt(keys)));
            }
        };
    }

    // The program reads until the JVM ends.
    @SuppressWarnings("resource")
    private static RocksDB open(Path folder, long cacheBytes, int keys) {
        RocksDB.loadLibrary();
        BlockBasedTableConfig table =
                new BlockBasedTableConfig().setBlockSize(BLOCK_BYTES).setBlockCache(new LRUCache(cacheBytes, 0));
        Options options = new Options()
                .setCreateIfMissing(true)
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setTableFormatConfig(table);
        try {
            RocksDB database = RocksDB.open(options, folder.toString());
            byte[] value = new byte[VALUE_BYTES];
            for (int i = 0; i < keys; i++) {
                database.put(key(i), value);
            }
            database.compactRange();
            return database;
        } catch (RocksDBException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }
}
