package io.jemscope.profile.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.jemscope.profile.Fixtures;
import io.jemscope.profile.Golden;
import io.jemscope.profile.Node;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonTextTest {

    private interface Writing {

        void to(JsonText json) throws IOException;
    }

    private static String text(Writing writing) {
        return Golden.text(out -> {
            JsonText json = new JsonText(out);
            writing.to(json);
            json.finish();
        });
    }

    @Test
    void putsCommasBetween() {
        assertThat(text(json -> json.beginObject()
                        .name("a")
                        .beginArray()
                        .value(1)
                        .value("b")
                        .beginObject()
                        .endObject()
                        .beginArray()
                        .endArray()
                        .line()
                        .value(true)
                        .endArray()
                        .line()
                        .name("c")
                        .value((String) null)
                        .endObject()))
                .isEqualTo("{\"a\":[1,\"b\",{},[],\ntrue],\n\"c\":null}\n");
    }

    @Test
    void writesNumbersThatJsonHas() {
        assertThat(text(json -> json.beginArray()
                        .value(Long.MIN_VALUE)
                        .value(4096.0)
                        .value(-0.5)
                        .value(1.5e300)
                        .value(1.5e18)
                        .value(Double.NaN)
                        .value(Double.NEGATIVE_INFINITY)
                        .endArray()))
                .isEqualTo("[-9223372036854775808,4096,-0.5,1.5E300,1.5E18,null,null]\n");
    }

    @Test
    void escapesWhatTextsCantHave() {
        assertThat(text(json -> json.value("\"\\\n\t\u007f\u2028é\ud83d\udc1b\ud83d.\udc1b")))
                .isEqualTo("\"\\\"\\\\\\n\\u0009\\u007f\\u2028é\ud83d\udc1b\\ud83d.\\udc1b\"\n");
    }

    @Test
    void javaScriptReadsEveryTextAgain(@TempDir Path folder) throws Exception {
        String json = text(all -> {
            all.beginArray();
            for (String name : Fixtures.HOSTILE_NAMES) {
                all.value(name);
            }
            all.endArray();
        });
        StringBuilder codes = new StringBuilder();
        for (String name : Fixtures.HOSTILE_NAMES) {
            codes.append(codes.isEmpty() ? "" : ",")
                    .append(name.length())
                    .append('.')
                    .append(name.hashCode());
        }

        // Java's hash of a text, in JavaScript.
        assertThat(Node.evaluate(
                        folder,
                        json,
                        "p.map(s => s.length + '.' + [...Array(s.length).keys()]"
                                + ".reduce((h, i) => (Math.imul(h, 31) + s.charCodeAt(i)) | 0, 0)).join()"))
                .isEqualTo("\"" + codes + "\"");
    }
}
