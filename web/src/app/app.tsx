// The shell: header, navigation, keys, login, and the view that the address names.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PageData } from "../data/profile";
import { flameKeys } from "../flame/flame";
import { AllocatorView } from "../views/allocator";
import { CompareView, NothingToCompare } from "../views/compare";
import { FlameView } from "../views/flameview";
import { GraphView } from "../views/graph";
import { HoldersView } from "../views/holders";
import { NowView } from "../views/now";
import { KIND_TEXT, RunsView } from "../views/runs";
import { SourceView } from "../views/source";
import { TrendView } from "../views/trend";
import { UnknownView, warningsOf } from "../views/unknown";
import { VerdictView } from "../views/verdict";
import { Select } from "../browser/select";
import { isTyping, press } from "../browser/keys";
import { time } from "../data/format";
import { sourcesOf, tableOf, trendOf, type Dump } from "./model";
import { formatRoute, PROFILE_PARAMS, routeTo, withParams } from "./route";
import {
  announcement, announce, dumps, go, isLoginNeeded, isReport, loadDumps, loadProfile, loadState, lost, pid, profilePath, program, rememberToken, reportFailure, route, runs, shown, stateAt, toast, token, usualDump,
  waiting,
} from "./store";
import { isDark, nextTheme, setTheme, theme } from "./theme";
import { Dialog, Empty, FailurePanel, Loading, MakeDump, Progress, useLoad } from "./widgets";

interface View {
  id: string;
  title: string;
  /** Shows a profile. */
  isProfile?: boolean;
}

const TREND = { id: "trend", title: "Trend", isProfile: true };
const HOLDERS = { id: "holders", title: "Who holds it", isProfile: true };
const FLAME = { id: "flame", title: "Flame graph", isProfile: true };
const COMPARE = { id: "compare", title: "Compare", isProfile: true };
const SOURCE = { id: "source", title: "Source", isProfile: true };
const UNKNOWN = { id: "unknown", title: "What it doesn’t know", isProfile: true };
const LIVE: View[] = [
  { id: "verdict", title: "Verdict" },
  { id: "now", title: "Now" },
  { id: "runs", title: "Runs and dumps" },
  HOLDERS,
  FLAME,
  COMPARE,
  { id: "graph", title: "Call graph", isProfile: true },
  { id: "allocator", title: "Allocator" },
  UNKNOWN,
];

/** The views of this page: of a report those that its data has. */
export function viewsOf(data: PageData | null): View[] {
  if (!isReport) {
    return LIVE;
  }
  const source = sourcesOf(data?.sources) ? [SOURCE] : [];
  return [...(trendOf(data?.trend) ? [TREND] : []), data?.base ? COMPARE : HOLDERS, FLAME, ...source, UNKNOWN];
}

const KEYS: [string, string][] = [
  ["1 … 9", "the views, from left to right"],
  ["/", "search"],
  ["↑ ↓ PgUp PgDn Home End", "move in a table"],
  ["Enter", "open the row: its stacks"],
  ["d", "theme: system, light, dark"],
  ["Esc", "close"],
  ["?", "these keys"],
];

export function App() {
  const [isHelp, setHelp] = useState(false);
  const views = viewsOf(shown.value);
  const view = views.find(({ id }) => id === route.value.view) ?? views[0]!;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTyping(event) || document.querySelector("dialog[open]")) {
        return;
      }
      const byNumber = viewsOf(shown.value).map((one, i) => [i + 1, () => go(linkTo(one))]);
      press(event, {
        ...Object.fromEntries(byNumber),
        "?": () => setHelp(true),
        "/": () => document.querySelector<HTMLInputElement>("main input[type=search]")?.focus(),
        d: switchTheme,
      });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  useEffect(() => {
    // What had the focus went with the view before.
    if (document.activeElement === document.body) {
      document.getElementById("main")?.focus({ preventScroll: true });
    }
  }, [view.id]);
  useEffect(() => {
    document.title = [view.title, program() ?? shown.value?.title, "Jemscope"].filter(Boolean).join(" – ");
  }, [view.id, program(), shown.value]);
  return (
    <>
      <Header views={views} current={view} help={() => setHelp(true)} />
      <Stale />
      <main id="main" tabIndex={-1}>
        {isLoginNeeded.value ? <Login /> : isReport ? <Report view={view} /> : <Live view={view} />}
      </main>
      <div class="hidden" aria-live="polite">
        {announcement.value}
      </div>
      {(waiting.value || toast.value) && (
        <div class="toast" role={waiting.value ? "status" : undefined}>
          {waiting.value ? `${waiting.value.text} Waiting until ${time(waiting.value.until)}.` : toast.value}
        </div>
      )}
      {isHelp && (
        <Dialog title="Keys" close={() => setHelp(false)}>
          <KeyList keys={KEYS} />
          <h3>In the flame graph</h3>
          <KeyList keys={flameKeys} />
        </Dialog>
      )}
    </>
  );
}

function KeyList({ keys }: { keys: [string, string][] }) {
  return (
    <dl class="keys">
      {keys.map(([names, text]) => (
        <div key={names}>
          <dt>
            {names.split(" ").map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function switchTheme(): void {
  setTheme(nextTheme(theme.value));
  announce(`Theme: ${theme.value}.`);
}

/** A view's own address; views of a profile keep which one it is. */
function linkTo(view: View) {
  return routeTo(route.value, view.id, {}, view.isProfile ? PROFILE_PARAMS : []);
}

function Header({ views, current, help }: { views: View[]; current: View; help: () => void }) {
  const data = current.isProfile ? shown.value : null;
  const warnings = data ? warningsOf(data) : 0;
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current.id]);
  const short = program()?.replace(/^.*[./](?=[A-Z])/, "") ?? null;
  return (
    <header class="top">
      <div class="subject">
        <span class="brand">Jemscope</span>
        {short && (
          <b class="program" title={program()!}>
            {short}
          </b>
        )}
        {pid() !== null && <span class="muted pid">pid {pid()}</span>}
        {data && (
          <span class="muted shown" title={data.taken ?? ""}>
            {[data.title !== program() && data.title, data.taken && time(data.taken)].filter(Boolean).join(", ")}
            {data.base && ` against ${data.base.title}${data.base.taken ? `, ${time(data.base.taken)}` : ""}`}
          </span>
        )}
      </div>
      <nav aria-label="Views" ref={nav}>
        {views.map((view) => (
          <a
            key={view.id}
            href={formatRoute(linkTo(view))}
            aria-current={view.id === current.id ? "page" : undefined}
            onClick={(event) => {
              if (!event.ctrlKey && !event.metaKey && !event.shiftKey) {
                event.preventDefault();
                go(linkTo(view));
              }
            }}
          >
            {view.title}
            {view.id === "unknown" && warnings > 0 && (
              <span class="badge" aria-label={`${warnings} warnings`}>
                {warnings}
              </span>
            )}
          </a>
        ))}
      </nav>
      <div class="tools">
        <button class="plain" onClick={switchTheme} aria-label={`Theme: ${theme.value}`} title={`Theme: ${theme.value} (d)`}>
          {theme.value === "system" ? "◐" : isDark() ? "●" : "○"}
        </button>
        <button class="plain" onClick={help} aria-label="Keys" title="Keys (?)">
          ?
        </button>
      </div>
    </header>
  );
}

/** Shown while the agent doesn't answer: what is on the page is old. */
function Stale() {
  const problem = lost.value;
  if (!problem) {
    return null;
  }
  return (
    <div class="banner" role="alert">
      <strong>{problem.status === 0 && stateAt.value ? "The process is gone or doesn’t answer." : problem.what + "."}</strong>{" "}
      {stateAt.value ? `What you see is from ${time(stateAt.value)}.` : `${problem.why}.`} {problem.next}
    </div>
  );
}

function Report({ view }: { view: View }) {
  if (reportFailure.value) {
    return <FailurePanel failure={reportFailure.value} />;
  }
  const data = shown.value;
  return data ? <Profile view={view} data={data} /> : <Progress text="Unpacking the report." />;
}

function Profile({ view, data }: { view: View; data: PageData }): ComponentChildren {
  const table = tableOf(data.holders);
  switch (view.id) {
    case "flame":
      return <FlameView data={data} />;
    case "compare":
      return <CompareView data={data} table={table?.report === "diff" ? table : null} />;
    case "unknown":
      return <UnknownView data={data} />;
    case "source":
      return <SourceView sources={sourcesOf(data.sources)!} />;
    case "trend":
      return <TrendView trend={trendOf(data.trend)!} />;
    default:
      return <HoldersView table={table?.report === "holders" ? table : null} sources={sourcesOf(data.sources)} />;
  }
}

function Live({ view }: { view: View }) {
  if (view.isProfile) {
    return <LiveProfile view={view} />;
  }
  const Live = { runs: RunsView, allocator: AllocatorView, now: NowView }[view.id] ?? VerdictView;
  return <Live />;
}

/** The baseline to compare a dump with: the one its run began with, or else the dump before it. */
export function usualBaseline(id: string): string | null {
  const run = runs.value?.find((one) => one.profile === id || one.snapshots.includes(id));
  if (run?.baseline) {
    return run.baseline;
  }
  const list = dumps.value?.filter((one) => one.kind !== "log") ?? [];
  return list[list.findIndex((one) => one.id === id) + 1]?.id ?? null;
}

function LiveProfile({ view }: { view: View }) {
  const list = useLoad("dumps", loadDumps);
  const { params } = route.value;
  const dump = params.get("dump");
  useEffect(() => {
    if (!dumps.value || list.isLoading) {
      return;
    }
    const usual = dump ?? usualDump();
    const baseline = params.get("baseline") ?? (view.id === "compare" && usual ? usualBaseline(usual) : null);
    if (usual && (usual !== dump || baseline !== params.get("baseline"))) {
      go(withParams(route.value, { dump: usual, baseline }), true);
    }
  }, [list.isLoading, dump, view.id]);
  if (!dumps.value) {
    return (
      <Loading of={list} text="Reading the list of runs and dumps.">
        {() => null}
      </Loading>
    );
  }
  if (!dump) {
    return (
      <Empty title="No dump yet">
        <p>A dump shows what is live; a run, what is allocated from now on.</p>
        <div class="buttons">
          <MakeDump kind="primary" then={({ id }) => go(withParams(route.value, { dump: id }), true)} />
          <button onClick={() => go(routeTo(route.value, "now", {}))}>Start a run</button>
        </div>
      </Empty>
    );
  }
  // The table without a baseline is about one dump.
  const wanted = new URLSearchParams(view.id === "holders" ? { dump } : [...params]);
  return (
    <>
      <DumpBar view={view} dump={dump} baseline={view.id === "holders" ? null : params.get("baseline")} />
      {view.id === "graph" ? (
        <GraphView params={params} />
      ) : view.id === "compare" && !params.get("baseline") ? (
        <NothingToCompare />
      ) : (
        <LoadedProfile key={profilePath(wanted, "page")} view={view} wanted={wanted} />
      )}
    </>
  );
}

/** Another profile needs another key. */
function LoadedProfile({ view, wanted }: { view: View; wanted: URLSearchParams }) {
  const profile = useLoad("profile", () => loadProfile(wanted));
  useEffect(() => {
    shown.value = profile.value;
  }, [profile.value]);
  useEffect(() => () => void (shown.value = null), []);
  return (
    <Loading of={profile} text="The agent analyses the dump.">
      {(data) => <Profile view={view} data={data} />}
    </Loading>
  );
}

/** Chooses the dump on show and what it is compared with. */
function DumpBar({ view, dump, baseline }: { view: View; dump: string; baseline: string | null }) {
  const list = (dumps.value ?? []).filter((one) => one.kind !== "log");
  const labels = new Map(runs.value?.map((run) => [run.id, run.label ?? run.id]));
  const textOf = (one: Dump) =>
    `${time(one.made)}, ${KIND_TEXT[one.kind] ?? one.kind}${one.run ? ` (${labels.get(one.run) ?? one.run})` : ""}`;
  const choose = (change: Record<string, string | null>) =>
    go(routeTo(route.value, view.id, change, [...PROFILE_PARAMS, "sort", "find", "show", "type"]));
  const choices = list.map((one) => [one.id, textOf(one)] as const);
  const others = choices.filter(([id]) => id !== dump);
  return (
    <div class="toolbar dumpbar">
      <Select
        label="Dump"
        value={dump}
        choices={others.length < choices.length ? choices : [[dump, dump], ...choices]}
        choose={(id) => choose({ dump: id, baseline: null })}
      />
      {view.id !== "holders" && (
        <Select
          label="compared with"
          value={baseline ?? ""}
          choices={[["", "nothing"], ...others]}
          choose={(id) => choose({ baseline: id || null })}
        />
      )}
      <MakeDump then={({ id }) => choose({ dump: id, baseline: null })} />
    </div>
  );
}

function Login() {
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  const login = async () => {
    setWrong(false);
    token.value = text.trim();
    if (await loadState()) {
      rememberToken(text.trim());
    } else {
      // A refusal has removed it again.
      setWrong(!token.value);
      token.value = null;
    }
  };
  return (
    <form
      class="login"
      onSubmit={(event) => {
        event.preventDefault();
        void login();
      }}
    >
      <h1>Log in</h1>
      <p>
        The agent answers only with its token. <code>jemscope open</code> prints an address that contains it.
      </p>
      <label>
        Token
        <input
          type="password"
          autocomplete="off"
          value={text}
          aria-invalid={isWrong}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {isWrong && (
        <p class="wrong" role="alert">
          Wrong token: it changes with each start.
        </p>
      )}
      <button class="primary" disabled={!text.trim()}>
        Log in
      </button>
      <p class="muted small">The token stays in this tab until it is closed.</p>
    </form>
  );
}

