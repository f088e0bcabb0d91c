package io.jemscope.symbols.elf;

/** A section that was inflated into the heap. */
final class HeapContent extends SectionContent {

    private final byte[] content;

    HeapContent(byte[] content) {
        this.content = content;
    }

    @Override
    public long bytes() {
        return content.length;
    }

    @Override
    public void read(long offset, byte[] to, int at, int length) throws ElfException {
        if (!has(offset, length)) {
            throw new ElfException("A debug section refers to what lies outside another one."
                    + " The file is damaged; put an intact copy in its place.");
        }
        System.arraycopy(content, (int) offset, to, at, length);
    }

    @Override
    public SectionContent inAnyOrder() {
        return this;
    }

    @Override
    public boolean isInAnyOrder() {
        return true;
    }

    @Override
    public boolean isHoldable() {
        return true;
    }
}
