// Allocator: jemalloc's size classes, arenas, fragmentation, and its options with where each was set; or what glibc counts.
import { save } from "../browser/files";
import { bytes, count, percent } from "../data/format";
import type { GlibcStatistics, MallocOption, Statistics } from "../app/model";
import { withParams } from "../app/route";
import { agentState, api, go, mayChange, notify, request, route, send } from "../app/store";
import { figures, Table, type Column } from "../app/table";
import { textOf } from "../app/tabledata";
import { Action, Loading, Share, useLoad, View } from "../app/widgets";

type SizeClass = Statistics["sizeClasses"][number];
/** Name, figure, and what it means. */
type Tile = [string, string, string];
type Arena = Statistics["arenas"][number];

const TABS = [
  ["classes", "Size classes"],
  ["arenas", "Arenas"],
  ["options", "Options"],
] as const;

const SIZE_CLASSES: Column<SizeClass>[] = [
  figures("sizeBytes", "Size class"),
  figures("bytes", "Live"),
  figures("count", "Blocks", undefined, count),
  figures("free", "Free in slabs", (row) => (row.slabBytes === null ? null : row.slabBytes - row.bytes), bytes, "n medium", "Free blocks in pages that are in use"),
  {
    id: "used", title: "Used", kind: "share medium", value: (row) => (row.slabBytes ? row.bytes / row.slabBytes : null),
    cell: (row) => row.slabBytes !== null && <Share value={row.bytes} whole={row.slabBytes} />,
    text: (row) => percent(row.bytes, row.slabBytes),
  },
  figures("allocations", "Allocations", undefined, count, "n wide"),
  figures("releases", "Frees", undefined, count, "n wide"),
];

const ARENAS: Column<Arena>[] = [
  figures("index", "Arena", undefined, count),
  figures("threads", "Threads", undefined, count, "n medium"),
  figures("residentBytes", "Resident"),
  figures("activeBytes", "Active"),
  figures("smallBytes", "Small", undefined, bytes, "n wide"),
  figures("largeBytes", "Large", undefined, bytes, "n wide"),
  figures("dirtyBytes", "Dirty", undefined, bytes, "n", "Freed, kept for reuse; a purge returns them"),
  figures("muzzyBytes", "Muzzy", undefined, bytes, "n wide", "Freed, may be taken by the kernel"),
  figures("retainedBytes", "Retained", undefined, bytes, "n wide", "Address space that is kept; not memory"),
];

const GLIBC_ARENAS: Column<GlibcStatistics["arenas"][number]>[] = [
  figures("arena", "Arena", undefined, count),
  figures("systemBytes", "From the system"),
  figures("inUseBytes", "In use", undefined, bytes, "n", "Also free blocks in threads’ caches"),
  figures("freeBytes", "Free", undefined, bytes, "n", "Freed, kept for reuse; a purge returns whole pages of it"),
];

const OPTIONS: Column<MallocOption>[] = [
  { id: "name", title: "Option", kind: "name short", value: (row) => row.name },
  {
    id: "value", title: "Value", kind: "name short", value: (row) => row.value,
    text: (row) => (row.available ? (row.value ?? "") : "not in this jemalloc"),
  },
  {
    id: "source", title: "Set by", kind: "name", value: (row) => row.source,
    cell: (row) => (row.source === "default" ? <span class="muted">default</span> : <strong>{row.source}</strong>),
  },
];

export function AllocatorView() {
  const { params } = route.value;
  const tab = TABS.find(([id]) => id === params.get("tab"))?.[0] ?? "classes";
  const isGlibc = !!agentState.value?.glibc;
  const statistics = useLoad(String(isGlibc), () =>
    request<Statistics | GlibcStatistics>("/api/v1/statistics?format=" + (isGlibc ? "json" : "summary")));
  const options = useLoad(tab === "options" ? "options" : null, () => request<{ options: MallocOption[] }>("/api/v1/options"));
  const purge = async () => {
    const done = await send<{ residentBefore: number; residentAfter: number }>("POST", "/api/v1/purges");
    notify(`Resident memory went from ${bytes(done.residentBefore)} to ${bytes(done.residentAfter)}.`);
    statistics.reload();
  };
  const download = async (format: string) => {
    save(await (await api.call("/api/v1/statistics?format=" + format)).blob(), (isGlibc ? "glibc." : "jemalloc.") + (format === "json" ? "json" : "txt"));
  };
  return (
    <View
      title="Allocator"
      beside={
        <span class="buttons">
          <button onClick={statistics.reload}>Read again</button>
          {mayChange.value && (
            <Action act={purge} title="Returns unused pages to the system. The program's data stays.">
              Purge
            </Action>
          )}
          <Action act={() => download("text")}>All statistics as text</Action>
          <Action act={() => download("json")}>as JSON</Action>
        </span>
      }
    >
      <Loading of={statistics} text="Reading the allocator’s statistics.">
        {(value) => "mallinfo2" in value ? (
          <>
            <Tiles tiles={glibcTiles(value)} />
            <Rows label="Arenas" columns={GLIBC_ARENAS} rows={value.arenas} of="systemBytes" />
          </>
        ) : (
          <>
            <Tiles tiles={tilesOf(value)} />
            <div class="tabs" role="tablist" aria-label="Allocator">
              {TABS.map(([id, title]) => (
                <button
                  key={id}
                  role="tab"
                  aria-selected={tab === id}
                  onClick={() => go(withParams(route.value, { tab: id, sort: null, find: null }))}
                >
                  {title}
                </button>
              ))}
            </div>
            {tab === "classes" && <Rows label="Size classes" columns={SIZE_CLASSES} rows={value.sizeClasses} of="bytes" />}
            {tab === "arenas" && <Rows label="Arenas" columns={ARENAS} rows={value.arenas} of="index" />}
          </>
        )}
      </Loading>
      {!isGlibc && tab === "options" && (
        <Loading of={options} text="Reading the options.">
          {(value) => <Rows label="Options" columns={OPTIONS} rows={value.options} of="source" />}
        </Loading>
      )}
    </View>
  );
}

/** A table, sorted by a column at first. */
function Rows<R>({ label, columns, rows, of }: { label: string; columns: readonly Column<R>[]; rows: readonly R[]; of: string }) {
  const keyOf = (row: R) => String(columns[0]!.value(row));
  const all = (row: R) => columns.map((column) => textOf(column, row)).join(" ");
  return <Table {...{ label, columns, rows, keyOf }} usual={{ id: of, descending: of !== "index" }} textOf={all} empty="Nothing." />;
}

function tilesOf(value: Statistics): Tile[] {
  const dirty = value.arenas.reduce((sum, arena) => sum + arena.dirtyBytes + arena.muzzyBytes, 0);
  const unused = value.activeBytes - value.allocatedBytes;
  return [
    ["Allocated", bytes(value.allocatedBytes), "What the program allocated and hasn’t freed"],
    ["Fragmentation", bytes(unused), `Free blocks in pages that are in use: ${percent(unused, value.activeBytes)}`],
    ["Unused pages", bytes(dirty), "Freed, kept for reuse; a purge returns them"],
    ["Metadata", bytes(value.metadataBytes), "jemalloc’s own data, its profile included"],
    ["Resident", bytes(value.residentBytes), "Pages that may be in memory"],
    ["Retained", bytes(value.retainedBytes), "Address space that is kept; not memory"],
  ];
}

function glibcTiles({ mallinfo2: info }: GlibcStatistics): Tile[] {
  return info === null ? [] : [
    ["Allocated", bytes(info.uordblks + info.hblkhd), "What the program allocated and hasn’t freed, and threads’ caches"],
    ["Large blocks", bytes(info.hblkhd), `Of it, in ${count(info.hblks)} blocks with mappings of their own`],
    ["Free", bytes(info.fordblks), "Freed, kept in glibc’s heaps for reuse; a purge returns whole pages of it"],
    ["From the system", bytes(info.arena + info.hblkhd), "Address space of heaps and large blocks"],
  ];
}

function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <dl class="tiles">
      {tiles.map(([name, figure, hint]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{figure}</dd>
          <dd class="muted small">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}

