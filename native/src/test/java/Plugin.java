import java.util.List;
import java.util.function.Consumer;
import java.util.zip.Deflater;

/** Loaded and unloaded by {@link UnloadedLoader}. */
public final class Plugin implements Consumer<List<Object>> {
    @Override
    public void accept(List<Object> kept) {
        for (int i = 0; i < 20; i++) {
            kept.add(new Deflater());
        }
    }
}
