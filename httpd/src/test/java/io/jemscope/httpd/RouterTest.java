package io.jemscope.httpd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RouterTest {

    private static final Principal CALLER = new Principal("tester", "127.0.0.1", Role.OPERATE);

    private final Router router = new Router()
            .add("GET", "/a", request -> say("a"))
            .add("POST", "/a", request -> say("posted"))
            .add("GET", "/a/{id}", request -> say("id " + request.segment("id")))
            .add("GET", "/a/{id}/b", request -> say("b of " + request.segment("id")))
            .add("GET", "/all/{rest...}", request -> say("rest " + request.segment("rest")))
            .add("GET", "/q", request -> say(request.parameter("x").orElse("none")))
            .add("GET", "/strict", request -> {
                request.allowParameters("x");
                return say("known");
            })
            .add("GET", "/broken", request -> {
                throw new IOException("of ours");
            });

    @Test
    void findsTheRouteOfThePath() {
        assertThat(ask("GET", "/a", "")).isEqualTo("200 a");
        assertThat(ask("POST", "/a", "")).isEqualTo("200 posted");
        assertThat(ask("GET", "/a/7", "")).isEqualTo("200 id 7");
        assertThat(ask("GET", "/a/7/b", "")).isEqualTo("200 b of 7");
    }

    @Test
    void aLastSegmentTakesAllThatFollows() {
        assertThat(ask("GET", "/all/a/b%20c/d", "")).isEqualTo("200 rest a/b c/d");
        assertThat(ask("GET", "/all/a", "")).isEqualTo("200 rest a");
        assertThat(ask("GET", "/all", "")).startsWith("404");
    }

    @Test
    void decodesSegments() {
        assertThat(ask("GET", "/a/x%2Fy+%20z", "")).isEqualTo("200 id x/y+ z");
        assertThat(ask("GET", "/a/%zz", "")).startsWith("400");
    }

    @Test
    void whatIsNowhereIs404() {
        for (String path : new String[] {"/", "/b", "/a/", "/a//b", "/a/7/c", "/a/7/b/c", "/aa"}) {
            assertThat(ask("GET", path, "")).as(path).startsWith("404");
        }
    }

    @Test
    void whereNothingIsItSaysWhereTheAddressesAre() {
        router.advise("GET /help lists the addresses.", "Wait.");

        assertThat(ask("GET", "/b", "")).contains("GET /help lists the addresses.");
    }

    @Test
    void aGroupIsMadeWithTheFirstRequestForOneOfItsPaths() {
        List<String> made = new ArrayList<>();
        Router groups = new Router()
                .add("GET", "/a", request -> say("a"))
                .add(group(made, "/old/x", "/older"), "/old/", "/older")
                .add(group(made, "/new/x"), "/new/");

        assertThat(ask(groups, "/a")).isEqualTo("200 a");
        assertThat(ask(groups, "/favicon.ico")).startsWith("404");
        assertThat(made).isEmpty();
        assertThat(ask(groups, "/old/x")).isEqualTo("200 /old/x");
        assertThat(ask(groups, "/older")).isEqualTo("200 /older");
        assertThat(made).containsExactly("/old/x", "/older");
        assertThat(groups.addresses()).containsExactly("GET /a", "GET /old/x", "GET /older", "GET /new/x");
        assertThat(ask(groups, "/new/x")).isEqualTo("200 /new/x");
        assertThat(ask(groups, "/new/y")).startsWith("404");
        assertThat(made).containsExactly("/old/x", "/older", "/new/x");
    }

    @Test
    void aGroupIsMadeBeforehandWhereThatIsWanted() {
        List<String> made = new ArrayList<>();
        Router groups = new Router().add(group(made, "/a/x"), "/a/").add(group(made, "/b/x"), "/b/");

        assertThat(groups.isMade("/a/x")).isFalse();
        groups.make("/a/");

        assertThat(made).containsExactly("/a/x");
        assertThat(groups.isMade("/a/x")).isTrue();
        assertThat(groups.isMade("/b/x")).isFalse();
        assertThat(groups.isMade("/c")).isTrue();
    }

    @Test
    void aGroupThatCouldNotBeMadeIsMadeWithTheNextRequest() {
        List<String> made = new ArrayList<>();
        Router groups = new Router()
                .add(
                        router -> {
                            group(made, "/a/x").addTo(router);
                            if (made.size() == 1) {
                                throw new OutOfMemoryError("of the program");
                            }
                        },
                        "/a/");

        assertThatThrownBy(() -> ask(groups, "/a/x")).isInstanceOf(OutOfMemoryError.class);
        assertThat(ask(groups, "/a/x")).isEqualTo("200 /a/x");
        assertThat(ask(groups, "/a/x")).isEqualTo("200 /a/x");
        assertThat(made).hasSize(2);
    }

    @Test
    void aGroupsPathsBeginAsItWasTold() {
        Router groups = new Router().add(group(new ArrayList<>(), "/a/x", "/b"), "/a/");

        assertThatThrownBy(groups::addresses).hasMessageContaining("/b").hasMessageContaining("/a/");
    }

    @Test
    void aGroupHasRoutesAndNothingElse() {
        Router nested = new Router().add(router -> router.add(group(new ArrayList<>(), "/a/x"), "/a/"), "/a/");
        Router telling = new Router().add(router -> router.tell((caller, what, status) -> {}), "/a/");

        assertThatThrownBy(nested::addresses).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(telling::addresses).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anotherMethodIs405AndNamesThoseThereAre() {
        Response response = router.answer(new RequestHead("PUT", "/a", "", Map.of()), new byte[0], CALLER, () -> false);

        assertThat(response.status()).isEqualTo(405);
        assertThat(StandardCharsets.US_ASCII.decode(response.head()).toString())
                .contains("\r\nAllow: GET, HEAD, POST\r\n");
    }

    @Test
    void readsParameters() {
        assertThat(ask("GET", "/q", "")).isEqualTo("200 none");
        assertThat(ask("GET", "/q", "x=a%20b+c")).isEqualTo("200 a b c");
        assertThat(ask("GET", "/q", "y=1&x")).isEqualTo("200 ");
        assertThat(ask("GET", "/q", "x=1&x=2")).startsWith("400");
        assertThat(ask("GET", "/q", "x=%")).startsWith("400");
    }

    @Test
    void aParameterThatIsntKnownIsRefusedByName() {
        assertThat(ask("GET", "/strict", "x=1")).isEqualTo("200 known");
        assertThat(ask("GET", "/strict", "X=1"))
                .startsWith("400")
                .contains("The parameter X isn't known", "known are x");
    }

    @Test
    void aFaultOfOursTellsNothingOfOurInnards() {
        assertThat(ask("GET", "/broken", ""))
                .startsWith("500")
                .contains("because of a fault in this server")
                .doesNotContain("of ours");
    }

    @Test
    void whatAHandlerThrowsIsTranslated() {
        router.translate(failure -> new ApiException(507, "No room", failure + "", "Wait."));

        assertThat(ask("GET", "/broken", "")).startsWith("507").contains("of ours");
    }

    private static Response say(String text) {
        return Response.text(200, "text/plain", text);
    }

    private String ask(String method, String path, String query) {
        Response response =
                router.answer(new RequestHead(method, path, query, Map.of()), new byte[0], CALLER, () -> false);
        return response.status() + " " + Sent.body(response);
    }

    private static RouteGroup group(List<String> made, String... paths) {
        return router -> {
            for (String path : paths) {
                made.add(path);
                router.add("GET", path, request -> say(path));
            }
        };
    }

    private static String ask(Router router, String path) {
        Response response = router.answer(new RequestHead("GET", path, "", Map.of()), new byte[0], CALLER, () -> false);
        return response.status() + " " + Sent.body(response);
    }
}
