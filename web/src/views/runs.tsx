// Runs and dumps: what is kept, every download, and comparing any two.
import { useState } from "preact/hooks";
import { save } from "../browser/files";
import { bytes, count, duration, time } from "../data/format";
import type { Dump, Run } from "../app/model";
import { routeTo } from "../app/route";
import {
  api, dumps, go, loadDumps, mayChange, notify, route, runs, send, agentState, unlistedDumps,
} from "../app/store";
import { figures, Table, type Column } from "../app/table";
import { Action, Confirm, Dialog, FailurePanel, Loading, MakeDump, useLoad } from "../app/widgets";
import { RunProgress } from "./now";

const FORMATS: [string, string][] = [
  ["raw", "as jemalloc wrote it (.heap)"],
  ["symbols", "the names of its Java frames (.heap.symbols)"],
  ["pprof", "pprof, live memory first (.pb.gz)"],
  ["pprof-allocs", "pprof, allocated memory first (.pb.gz)"],
  ["html", "this page with the dump, in one file (.html)"],
  ["text", "table as text"],
  ["svg", "call graph (SVG)"],
  ["dot", "call graph (Graphviz)"],
  ["collapsed", "collapsed stacks"],
  ["speedscope", "speedscope.app"],
  ["callgrind", "KCachegrind"],
  ["jeprof", "jeprof, with names"],
  ["json", "the whole profile (JSON)"],
];

export const KIND_TEXT: Record<string, string> = {
  asked: "on request", snapshot: "snapshot", baseline: "start of a run", final: "end of a run", log: "log of freed memory",
  interval: "by jemalloc, each N bytes", highWater: "by jemalloc, new peak", manual: "by jemalloc",
};

/** The file name of an answer. */
export function fileName(disposition: string | null, usual: string): string {
  const name = /filename="([^"/\\]+)"/.exec(disposition ?? "")?.[1];
  return name ?? usual;
}

async function download(dump: Dump, format: string): Promise<void> {
  const response = await api.call(`/api/v1/dumps/${encodeURIComponent(dump.id)}?format=${format}`);
  const name = fileName(response.headers.get("Content-Disposition"), `${dump.id}.${format}`);
  save(await response.blob(), name);
  notify(`${name} is saved.`);
}

export function RunsView() {
  const [asked, setAsked] = useState<{ path: string; text: string } | null>(null);
  const [saved, setSaved] = useState<Dump | null>(null);
  const [picked, setPicked] = useState<string[]>([]);
  const { run } = agentState.value ?? {};
  const list = useLoad(`${run?.id} ${run?.state} ${run?.snapshots.length}`, loadDumps);
  if (!runs.value || !dumps.value) {
    return (
      <Loading of={list} text="Reading the list of runs and dumps.">
        {() => null}
      </Loading>
    );
  }
  const pick = (id: string) => setPicked((old) => (old.includes(id) ? old.filter((one) => one !== id) : [...old, id].slice(-2)));
  const show = (view: string, dump: string, baseline: string | null = null) =>
    go(routeTo(route.value, view, { dump, baseline }));
  // The older one is the baseline. The list has the newest first.
  const [newer, older] = dumps.value.filter((dump) => dump.kind !== "log" && picked.includes(dump.id));
  const askRun = ({ id, label }: Run) => setAsked({ path: `runs/${id}`, text: `Run ${label ? `“${label}”` : id} and its dumps are removed.` });
  const askDump = ({ id, bytes: size }: Dump) =>
    setAsked({ path: `dumps/${encodeURIComponent(id)}`, text: `${id} (${bytes(size)}) is removed from disk.` });
  return (
    <div class="view runs">
      {list.failure && <FailurePanel failure={list.failure} retry={list.reload} />}
      <section aria-labelledby="runs-title">
        <h1 id="runs-title">Runs</h1>
        <RunTable show={show} remove={askRun} />
      </section>
      <section aria-labelledby="dumps-title">
        <div class="headline">
          <h2 id="dumps-title">Dumps</h2>
          <span class="buttons">
            <MakeDump text="Make a dump" />
            <button disabled={!older} onClick={() => show("compare", newer!.id, older!.id)}>
              Compare {older ? 2 : newer ? 1 : 0} of 2 chosen
            </button>
          </span>
        </div>
        <DumpTable picked={picked} pick={pick} show={show} remove={askDump} saved={setSaved} />
        {unlistedDumps.value > 0 && (
          <p class="muted small">{count(unlistedDumps.value)} older dumps that jemalloc made itself are not listed.</p>
        )}
      </section>
      {asked && (
        <Confirm
          title="Delete?"
          button="Delete"
          danger
          act={() => send("DELETE", "/api/v1/" + asked.path).then(loadDumps)}
          close={() => setAsked(null)}
        >
          <p>{asked.text} It can’t be undone.</p>
        </Confirm>
      )}
      {saved && (
        <Dialog title="Save the dump" close={() => setSaved(null)}>
          <p class="muted small">{saved.id}</p>
          <ul class="formats">
            {FORMATS.map(([format, text]) => (
              <li key={format}>
                <Action act={() => download(saved, format)}>{format}</Action> {text}
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </div>
  );
}

type Show = (view: string, dump: string, baseline?: string | null) => void;

const secondsOf = (run: Run) =>
  run.ended && run.started ? (Date.parse(run.ended) - Date.parse(run.started)) / 1000 : run.seconds;

function RunTable({ show, remove }: { show: Show; remove: (run: Run) => void }) {
  const columns: Column<Run>[] = [
    { id: "run", title: "Run", value: (run) => run.label ?? run.id },
    {
      id: "state", title: "State", value: (run) => run.state,
      cell: (run) => (
        <>
          {run.state === "running" ? <RunProgress run={run} /> : <span class={`state ${run.state}`}>{run.state}</span>}
          {run.message && <span class="muted small"> {run.message}</span>}
        </>
      ),
    },
    { id: "started", title: "Started", kind: "medium", value: (run) => run.started && Date.parse(run.started), text: (run) => time(run.started) },
    figures("length", "Length", secondsOf, duration, "n wide"),
    {
      id: "show", title: "Show", kind: "rest", value: () => null,
      cell: (run) => (
        <span class="group">
          {run.profile && <button onClick={() => show("holders", run.profile!)}>Who holds it</button>}
          {run.profile && run.baseline && (
            <button onClick={() => show("compare", run.profile!, run.baseline)}>Since it began</button>
          )}
          {mayChange.value && run.state !== "running" && (
            <button aria-label={`Delete run ${run.label ?? run.id}`} title="Delete" onClick={() => remove(run)}>
              ✕
            </button>
          )}
        </span>
      ),
    },
  ];
  return (
    <Table
      plainly
      label="Runs"
      columns={columns}
      rows={runs.value!}
      keyOf={(run) => run.id}
      usual={{ id: "started", descending: true }}
      empty="No run yet. “Start a run” in Now samples for a while."
    />
  );
}

function DumpTable({
  picked, pick, show, remove, saved,
}: {
  picked: readonly string[];
  pick: (id: string) => void;
  show: Show;
  remove: (dump: Dump) => void;
  saved: (dump: Dump) => void;
}) {
  const labels = new Map(runs.value!.map((run) => [run.id, run.label ?? run.id]));
  const columns: Column<Dump>[] = [
    {
      id: "pick", title: "Choose", value: (dump) => picked.indexOf(dump.id),
      cell: (dump) => (
        <input
          type="checkbox"
          aria-label={`Compare ${dump.id}`}
          checked={picked.includes(dump.id)}
          onChange={() => pick(dump.id)}
        />
      ),
    },
    { id: "made", title: "Made", value: (dump) => Date.parse(dump.made), text: (dump) => time(dump.made) },
    {
      id: "kind", title: "Kind", kind: "medium", value: (dump) => dump.kind,
      text: (dump) => KIND_TEXT[dump.kind] ?? dump.kind,
    },
    { id: "run", title: "Run", kind: "medium", value: (dump) => (dump.run && labels.get(dump.run)) ?? "" },
    figures("bytes", "Size", (dump) => dump.bytes, bytes, "n wide"),
    {
      id: "show", title: "Show", value: (dump) => dump.id,
      cell: (dump) => (
        <span class="group">
          <button onClick={() => show("holders", dump.id)}>Who holds it</button>
          <button onClick={() => show("flame", dump.id)}>Flame</button>
          <button onClick={() => saved(dump)} aria-label={`Save ${dump.id}`}>Save…</button>
          {mayChange.value && (
            <button aria-label={`Delete ${dump.id}`} title="Delete" onClick={() => remove(dump)}>
              ✕
            </button>
          )}
        </span>
      ),
    },
    { id: "id", title: "Id", kind: "name", value: (dump) => dump.id },
  ];
  return (
    <Table
      label="Dumps"
      columns={columns}
      rows={dumps.value!}
      keyOf={(dump) => dump.id}
      usual={{ id: "made", descending: true }}
      open={(dump) => show("holders", dump.id)}
      empty="No dumps yet. A run makes two."
    />
  );
}
