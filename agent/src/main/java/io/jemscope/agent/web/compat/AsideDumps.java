package io.jemscope.agent.web.compat;

import io.jemscope.agent.dumps.Dump;
import io.jemscope.agent.dumps.DumpStore;
import io.jemscope.agent.web.errors.ErrorMapper;
import io.jemscope.allocator.AllocatorException;
import io.jemscope.httpd.ApiException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Takes dumps for answers: they aren't kept, and what refuses them is a problem that the caller is told. */
public final class AsideDumps {

    private final DumpStore dumps;

    /**
     * Makes what takes them.
     *
     * @param dumps makes them
     */
    public AsideDumps(DumpStore dumps) {
        this.dumps = dumps;
    }

    /**
     * A dump of this moment.
     *
     * @return the dump with its names; its taker removes it by {@link DumpStore#removeAside}
     * @throws ApiException of status 409 or 507 where there can be none
     */
    public Dump take() throws ApiException {
        try {
            return dumps.writeAside();
        } catch (AllocatorException | IOException e) {
            throw ErrorMapper.ofDump(e);
        }
    }

    /**
     * A dump of this moment without names, as fast as can be.
     *
     * @return the dump, of which nothing stays on the disk
     * @throws ApiException of status 409 or 507 where there can be none
     */
    public OpenHeap openHeap() throws ApiException {
        try {
            Dump dump = dumps.writeHeapAside();
            try {
                FileChannel content =
                        FileChannel.open(dump.file(), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
                return new OpenHeap(dump.id(), content);
            } finally {
                // What is open can be read to its end without its name.
                dumps.removeAside(dump);
            }
        } catch (AllocatorException | IOException e) {
            throw ErrorMapper.ofDump(e);
        }
    }

    /**
     * The names without a dump.
     *
     * @return a dump whose symbols are there, and nothing else; its taker removes it by {@link DumpStore#removeAside}
     * @throws ApiException of status 409 or 507 where they can't be written
     */
    public Dump takeNames() throws ApiException {
        try {
            return dumps.writeNamesAside();
        } catch (AllocatorException | IOException e) {
            throw ErrorMapper.ofDump(e);
        }
    }
}
