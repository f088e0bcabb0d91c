package io.jemscope.symbols.cache;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/** Makes damaged files pass the first checks, so that those behind them are met. */
final class LineAnswersForms {

    private LineAnswersForms() {}

    static void repair(ByteBuffer bytes) {
        if (bytes.limit() < 48) {
            return;
        }
        bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(40, bytes.limit());
        CRC32 crc = new CRC32();
        crc.update(bytes.array(), bytes.arrayOffset() + 12, bytes.limit() - 12);
        bytes.putInt(8, (int) crc.getValue());
    }
}
