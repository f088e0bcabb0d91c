// The fleet's page: header, navigation, keys, and the view that the address names.
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { formatRoute, routeTo } from "../app/route";
import { announce, announcement, go, isLoginNeeded, route, toast } from "../app/store";
import { isDark, nextTheme, setTheme, theme } from "../app/theme";
import { View as TextView } from "../app/widgets";
import { isTyping, press } from "../browser/keys";
import { round } from "./store";
import { ReleaseView, SinceView, StacksView, TopView, TrendView, WhyView } from "./views";

interface View {
  id: string;
  title: string;
  Content: ComponentType;
}

const VIEWS: readonly View[] = [
  { id: "top", title: "Holds most", Content: TopView },
  { id: "release", title: "Came with a version", Content: ReleaseView },
  { id: "since", title: "Came since", Content: SinceView },
  { id: "trend", title: "Grows", Content: TrendView },
  { id: "why", title: "Why", Content: WhyView },
];
const STACKS: View = { id: "stacks", title: "Stacks", Content: StacksView };

/** A view keeps the service of the one before. */
const linkTo = (view: View) => routeTo(route.value, view.id, {}, ["service"]);

function switchTheme(): void {
  setTheme(nextTheme(theme.value));
  announce(`Theme: ${theme.value}.`);
}

export function App() {
  const view = [...VIEWS, STACKS].find(({ id }) => id === route.value.view) ?? VIEWS[0]!;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isTyping(event)) {
        press(event, {
          ...Object.fromEntries(VIEWS.map((one, i) => [i + 1, () => go(linkTo(one))])),
          "/": () => document.querySelector<HTMLInputElement>("main input[type=search]")?.focus(),
          d: switchTheme,
        });
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  useEffect(() => {
    document.title = `${view.title} – Jemscope fleet`;
  }, [view.id]);
  return (
    <>
      <header class="top">
        <div class="subject">
          <span class="brand">Jemscope</span>
          <b class="program">fleet</b>
        </div>
        <nav aria-label="Views">
          {VIEWS.map((one) => (
            <a
              key={one.id}
              href={formatRoute(linkTo(one))}
              aria-current={one.id === view.id ? "page" : undefined}
              onClick={(event) => {
                if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
                  event.preventDefault();
                  go(linkTo(one));
                }
              }}
            >
              {one.title}
            </a>
          ))}
        </nav>
        <div class="tools">
          <button class="plain" onClick={() => round.value++} aria-label="Ask again" title="Ask again">
            ↻
          </button>
          <button class="plain" onClick={switchTheme} aria-label={`Theme: ${theme.value}`} title={`Theme: ${theme.value} (d)`}>
            {theme.value === "system" ? "◐" : isDark() ? "●" : "○"}
          </button>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {isLoginNeeded.value ? <NoToken /> : <view.Content key={view.id} />}
      </main>
      <div class="hidden" aria-live="polite">
        {announcement.value}
      </div>
      {toast.value && <div class="toast">{toast.value}</div>}
    </>
  );
}

function NoToken() {
  return (
    <TextView title="The token is missing, or it is an old one" kind="text">
      <p>
        The collector answers only with its token, which changes with each start. Open the address that{" "}
        <code>jemscope collect</code> has printed: it contains the token.
      </p>
    </TextView>
  );
}
