// Now: the process's memory over time, where its RSS lies, and the profiler.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Chart, nearest, seriesColour } from "../app/chart";
import { bytes, count, duration, parseDuration, percent, time } from "../data/format";
import type { Dump, Ledger, LedgerRow, Run, State } from "../app/model";
import { routeTo } from "../app/route";
import {
  dumps, go, loadDumps, loadState, mayChange, moments, notify, past, request, route, send, agentState, stateAt, type Moment,
} from "../app/store";
import { largest } from "../app/tabledata";
import { Action, Confirm, Dialog, Loading, MakeDump, Progress, Share, useLoad, type Loaded } from "../app/widgets";

const SERIES: [name: string, of: (moment: Moment) => number | null | undefined, hint: string][] = [
  ["RSS", ({ rss }) => rss, "Resident memory of the whole process, as the kernel counts it"],
  ["resident", ({ memory }) => memory?.residentBytes, "Pages that may be in memory"],
  ["active", ({ memory }) => memory?.activeBytes, "jemalloc’s pages in use by the program"],
  ["allocated", ({ memory }) => memory?.allocatedBytes, "What the program allocated and hasn’t freed"],
  ["retained", ({ memory }) => memory?.retainedBytes, "Address space that is kept; not memory"],
];

/** The dumps nearest to two moments, the earlier one first; null if there are no two. */
export function dumpsNear(dumps: readonly Dump[], from: number, to: number): [Dump, Dump] | null {
  const made = (dump: Dump) => Date.parse(dump.made);
  const ordered = dumps.filter(({ kind }) => kind !== "log").sort((a, b) => made(a) - made(b));
  const times = ordered.map(made);
  // The last but one at most, and one after it.
  const first = Math.min(nearest(times, from), times.length - 2);
  return first < 0 ? null : [ordered[first]!, ordered[Math.max(nearest(times, to), first + 1)]!];
}

export function NowView() {
  useEffect(() => void loadDumps().catch(() => {}), [agentState.value?.run?.state, agentState.value?.run?.snapshots.length]);
  const now = agentState.value;
  if (!now) {
    return <Progress text="Reading the state of the process." />;
  }
  const all = [...past.value, ...moments.value];
  const list = dumps.value ?? [];
  const compare = (from: number, to: number) => {
    const pair = dumpsNear(list, from, to);
    if (pair) {
      go(routeTo(route.value, "compare", { dump: pair[1].id, baseline: pair[0].id, moments: `${from}-${to}` }));
    } else {
      notify("There are no two dumps to compare yet.");
    }
  };
  return (
    <div class="view now">
      <section aria-labelledby="now-title">
        <h1 id="now-title">
          Memory now <span class="muted">at {time(stateAt.value)}</span>
        </h1>
        <Chart
          label="Memory over time"
          unit="bytes"
          times={all.map(({ at }) => at)}
          series={SERIES.map(([name, of, hint]) => ({ name, hint, values: all.map((one) => of(one) ?? null) }))}
          marks={list.map((dump) => ({ at: new Date(dump.made).getTime(), text: `${dump.kind} dump, ${time(dump.made)}` }))}
          onSpan={compare}
        />
        <p class="muted small">
          Vertical lines are dumps. Drag, or press Enter at two moments, to compare the dumps nearest to them.
        </p>
      </section>
      <Profiler now={now} />
      <RssLedger />
    </div>
  );
}

function Profiler({ now }: { now: State }) {
  const [dialog, setDialog] = useState<"start" | "on" | "off" | null>(null);
  const { allocator, jemalloc, hook, run } = now;
  const isRunning = run?.state === "running";
  // Then the agent refuses a run of its own.
  const isOthers = jemalloc.active && jemalloc.activeBy === "other";
  const close = () => setDialog(null);
  const refresh = () => Promise.all([loadState(), loadDumps()]);
  const rate = jemalloc.rateBytes ? bytes(jemalloc.rateBytes) : "unknown";
  const why = jemalloc.prof ? null : "jemalloc’s profiler is off: start the JVM with jemscope run.";
  return (
    <section aria-labelledby="profiler-title">
      <h2 id="profiler-title">Profiler</h2>
      {why && <p class="notice warn">{why}</p>}
      <dl class="facts">
        <dt>Sampling</dt>
        <dd>
          <span class={jemalloc.active ? "state on" : "state"}>{jemalloc.active ? "on" : "off"}</span>
          {jemalloc.active && jemalloc.activeBy === "other" && " (not switched on by this agent)"}
          {jemalloc.prof && `, one sample per ${rate} allocated`}
        </dd>
        <dt>Run</dt>
        <dd>{run ? <RunProgress run={run} /> : "none"}</dd>
        <dt>Java frames</dt>
        <dd>
          {hook.installed
            ? `${count(hook.counters["samples"])} samples, ${count(hook.counters["samples.java"])} with a Java stack`
            : "not recorded: the hook isn’t installed"}
        </dd>
        <dt>Allocator</dt>
        <dd title={jemalloc.path ?? ""}>{allocator}</dd>
      </dl>
      {mayChange.value && jemalloc.prof && (
        <div class="buttons">
          {isRunning ? (
            <Action
              kind="primary"
              act={() => send("PATCH", `/api/v1/runs/${run.id}`, { state: "finished" }).then(refresh)}
              done="The run has ended."
            >
              Stop the run
            </Action>
          ) : (
            <button
              class={isOthers ? "" : "primary"}
              disabled={isOthers}
              title={isOthers ? "Make a snapshot, or deactivate sampling." : undefined}
              onClick={() => setDialog("start")}
            >
              Start a run…
            </button>
          )}
          <MakeDump kind={isOthers ? "primary" : ""} text="Snapshot" then={loadState} />
          {!isRunning && (
            <button onClick={() => setDialog(jemalloc.active ? "off" : "on")}>
              {jemalloc.active ? "Deactivate…" : "Activate…"}
            </button>
          )}
        </div>
      )}
      {!mayChange.value && <p class="muted">This token may only read.</p>}
      {dialog === "start" && <StartDialog close={close} done={refresh} rate={jemalloc.rateBytes} />}
      {(dialog === "on" || dialog === "off") && (
        <Confirm
          title={`Switch sampling ${dialog}?`}
          button={dialog === "on" ? "Activate" : "Deactivate"}
          close={close}
          act={() => send("PUT", "/api/v1/profiling", { active: dialog === "on" }).then(refresh)}
        >
          {dialog === "off" ? (
            <p>Sampled blocks stay known until they are freed. New ones are not sampled.</p>
          ) : (
            <p>{cost(jemalloc.rateBytes)} Small blocks that are sampled take 3 % more memory. Sampling stays on until it is switched off.</p>
          )}
        </Confirm>
      )}
    </section>
  );
}

export function RunProgress({ run }: { run: Run }) {
  const name = run.label ? `“${run.label}”` : run.id;
  if (run.state !== "running") {
    return <span>{`${name}, ${run.state} at ${time(run.ended)}`}</span>;
  }
  return (
    <span>
      {name}, since {time(run.started)}
      {run.seconds && run.remainingSeconds !== null ? (
        <>
          {`, ${duration(run.remainingSeconds)} left `}
          <progress value={run.seconds - run.remainingSeconds} max={run.seconds} aria-label="Progress of the run" />
        </>
      ) : (
        ", until it is stopped"
      )}
    </span>
  );
}

/** Says what sampling costs an allocation: about 2 ns at one sample per 512 KiB, and as many more as there are more samples. */
export function cost(rateBytes: number | null): string {
  return rateBytes ? `Sampling costs an allocation about ${count(Math.max(1, Math.round(2 ** 20 / rateBytes)))} ns on average.` : "";
}

function StartDialog({ close, done, rate }: { close: () => void; done: () => Promise<unknown>; rate: number | null }) {
  const [length, setLength] = useState("60s");
  const [label, setLabel] = useState("");
  const seconds = length.trim() ? parseDuration(length) : null;
  const isWrong = length.trim() !== "" && (seconds === null || seconds < 1 || seconds > 86_400);
  const act = async () => {
    // JSON leaves out what is undefined.
    await send("POST", "/api/v1/runs", { seconds: seconds ?? undefined, label: label.trim() || undefined });
    await done();
    notify("The run has begun.");
  };
  return (
    <Dialog title="Start a run" close={close}>
      <form class="fields" onSubmit={(event) => event.preventDefault()}>
        <label>
          Length
          <input
            value={length}
            autofocus
            onInput={(event) => setLength(event.currentTarget.value)}
            aria-invalid={isWrong}
            aria-describedby="length-hint"
          />
        </label>
        <p id="length-hint" class={isWrong ? "small wrong" : "small muted"}>
          Such as 30s, 5m or 1h30m, at most a day. Empty: until it is stopped.
        </p>
        <label>
          Label
          <input value={label} maxLength={200} onInput={(event) => setLabel(event.currentTarget.value)} />
        </label>
        <p class="small muted">
          A run makes a dump, switches sampling on, and makes a dump at the end. A dump stops allocations for some
          milliseconds. {cost(rate)}
        </p>
        <div class="buttons">
          <Action kind="primary" disabled={isWrong} act={() => act().then(close)}>
            Start
          </Action>
          <button type="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** A row's name in words: "thread stacks" for threadStacks. */
export function rowName(name: string): string {
  return name.startsWith("file:")
    ? name.slice(5)
    : name
        .replace(/^tracked:/, "NMT ")
        .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
        .replace(/^jvm/, "JVM")
        .replace(/^java/, "Java")
        .replace(/^cds/, "CDS");
}

function RssLedger() {
  const [wanted, setWanted] = useState<string | null>(null);
  const ledger: Loaded<Ledger> = useLoad(wanted, () => request<Ledger>("/api/v1/memory" + (wanted!.startsWith("large") ? "?large=true" : "")));
  const isLarge = ledger.failure !== null && /large/.test(ledger.failure.what + ledger.failure.next) && mayChange.value;
  return (
    <section aria-labelledby="ledger-title">
      <h2 id="ledger-title">What RSS consists of</h2>
      <div class="buttons">
        <button onClick={() => setWanted("read " + Date.now())}>{ledger.value ? "Read again" : "Read the ledger"}</button>
        <span class="muted small">The kernel reads all pages: some 40 ms for each GiB.</span>
      </div>
      <Loading of={ledger} text="The kernel counts the pages.">
        {(value) => <LedgerTable ledger={value} />}
      </Loading>
      {isLarge && (
        <button class="danger" onClick={() => setWanted("large " + Date.now())}>
          Read although the process is large
        </button>
      )}
    </section>
  );
}

const LEDGER: [title: string, kind: string][] = [
  ["Row", "name"], ["Resident", "n"], ["Share", "share"], ["Counted", "n medium"], ["as", "medium muted"], ["Number", "n wide"],
];

function LedgerTable({ ledger }: { ledger: Ledger }) {
  const rows = ledger.rows.flatMap((row) => flatten(row, 0));
  const most = largest(ledger.rows, (row) => row.residentBytes ?? 0);
  const known = (value: number | null, text: (value: number) => string) => (value === null ? "" : text(value));
  const cells = (content: ComponentChildren[]) => content.map((one, i) => <td key={i} class={LEDGER[i + 1]![1]}>{one}</td>);
  const sum = (name: string, value: number, note: string) => (
    <tr>
      <th scope="row" class="name">
        {name}
      </th>
      <td class="n">{bytes(value)}</td>
      <td colSpan={4} class="muted">
        {note}
      </td>
    </tr>
  );
  return (
    <>
      <div class="stack" aria-hidden="true">
        {ledger.rows.map((row, i) =>
          row.residentBytes ? (
            <span
              key={row.name}
              title={`${rowName(row.name)}: ${bytes(row.residentBytes)}`}
              style={{ width: percent(row.residentBytes, ledger.residentBytes), ...seriesColour(i) }}
            />
          ) : null,
        )}
      </div>
      <div class="table plainly" tabIndex={0} role="region" aria-label="Resident memory, row by row">
        <table>
          <thead>
            <tr>
              {LEDGER.map(([title, kind]) => (
                <th key={title} scope="col" class={kind}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, depth }, i) => (
              <tr key={i} class={depth ? "part" : ""}>
                <th scope="row" class="name" style={{ paddingLeft: `${0.6 + 1.4 * depth}rem` }} title={row.note ?? undefined}>
                  {rowName(row.name)}
                  {row.note && <span class="muted"> — {row.note}</span>}
                </th>
                {cells([
                  { least: "≥ ", most: "≤ ", exact: "" }[row.bound ?? "exact"] + known(row.residentBytes, bytes),
                  row.residentBytes !== null && (
                    <Share value={row.residentBytes} whole={ledger.residentBytes} most={most} colour={seriesColour(ledger.rows.indexOf(row))} />
                  ),
                  known(row.countedBytes, bytes),
                  row.countedAs && rowName(row.countedAs),
                  known(row.count, count),
                ])}
              </tr>
            ))}
            {sum("remainder", ledger.remainderBytes, "counted while memory changed")}
          </tbody>
          <tfoot>
            {sum(
              "RSS",
              ledger.residentBytes,
              `at ${time(ledger.time)}; peak ${bytes(ledger.peakResidentBytes)}, swapped ${bytes(ledger.swappedBytes)}, ${count(ledger.threads)} threads`,
            )}
          </tfoot>
        </table>
      </div>
    </>
  );
}

function flatten(row: LedgerRow, depth: number): { row: LedgerRow; depth: number }[] {
  return [{ row, depth }, ...row.of.flatMap((part) => flatten(part, depth + 1))];
}

