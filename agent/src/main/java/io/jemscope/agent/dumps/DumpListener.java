package io.jemscope.agent.dumps;

/** Learns of dumps while they are made; must neither wait nor throw. */
public interface DumpListener {

    /** Ignores them. */
    DumpListener NONE = new DumpListener() {
        @Override
        public Begun begins() {
            return new Begun() {
                @Override
                public void made(Dump dump, boolean kept) {}
            };
        }
    };

    /** A dump begins. */
    Begun begins();

    /** A dump that has begun. */
    interface Begun {

        /**
         * It was made; not called if it failed.
         *
         * @param kept whether its file stays, or goes with the answer that it was made for
         */
        void made(Dump dump, boolean kept);
    }
}
