// Allocator: jemalloc's size classes, arenas, fragmentation, and its options with where each was set.
import { save } from "../browser/files";
import { bytes, count, percent } from "../data/format";
import type { MallocOption, Statistics } from "../app/model";
import { withParams } from "../app/route";
import { api, go, mayChange, notify, request, route, send } from "../app/store";
import { figures, Table, type Column } from "../app/table";
import { Action, Loading, Share, useLoad, View } from "../app/widgets";

type SizeClass = Statistics["sizeClasses"][number];
type Arena = Statistics["arenas"][number];

const TABS = [
  ["classes", "Size classes"],
  ["arenas", "Arenas"],
  ["options", "Options"],
] as const;

const SIZE_CLASSES: Column<SizeClass>[] = [
  figures("size", "Size class", (row) => row.sizeBytes),
  figures("bytes", "Live", (row) => row.bytes),
  figures("count", "Blocks", (row) => row.count, count),
  figures("free", "Free in slabs", (row) => (row.slabBytes === null ? null : row.slabBytes - row.bytes), bytes, "n medium", "Free blocks in pages that are in use"),
  {
    id: "used", title: "Used", kind: "share medium", value: (row) => (row.slabBytes ? row.bytes / row.slabBytes : null),
    cell: (row) => row.slabBytes !== null && <Share value={row.bytes} whole={row.slabBytes} />,
    text: (row) => percent(row.bytes, row.slabBytes),
  },
  figures("allocations", "Allocations", (row) => row.allocations, count, "n wide"),
  figures("releases", "Frees", (row) => row.releases, count, "n wide"),
];

const ARENAS: Column<Arena>[] = [
  figures("index", "Arena", (row) => row.index, count),
  figures("threads", "Threads", (row) => row.threads, count, "n medium"),
  figures("resident", "Resident", (row) => row.residentBytes),
  figures("active", "Active", (row) => row.activeBytes),
  figures("small", "Small", (row) => row.smallBytes, bytes, "n wide"),
  figures("large", "Large", (row) => row.largeBytes, bytes, "n wide"),
  figures("dirty", "Dirty", (row) => row.dirtyBytes, bytes, "n", "Freed by the program, kept for reuse"),
  figures("muzzy", "Muzzy", (row) => row.muzzyBytes, bytes, "n wide", "Freed, may be taken by the kernel"),
  figures("retained", "Retained", (row) => row.retainedBytes, bytes, "n wide", "Address space only"),
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
  const statistics = useLoad("statistics", () => request<Statistics>("/api/v1/statistics?format=summary"));
  const options = useLoad(tab === "options" ? "options" : null, () => request<{ options: MallocOption[] }>("/api/v1/options"));
  const purge = async () => {
    const done = await send<{ residentBefore: number; residentAfter: number }>("POST", "/api/v1/purges");
    notify(`Resident memory went from ${bytes(done.residentBefore)} to ${bytes(done.residentAfter)}.`);
    statistics.reload();
  };
  const download = async (format: string) => {
    save(await (await api.call("/api/v1/statistics?format=" + format)).blob(), "jemalloc." + (format === "json" ? "json" : "txt"));
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
      <Loading of={statistics} text="Reading jemalloc’s statistics.">
        {(value) => (
          <>
            <Summary value={value} />
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
            {tab === "classes" && (
              <Table label="Size classes" columns={SIZE_CLASSES} rows={value.sizeClasses} usual={{ id: "bytes", descending: true }} keyOf={(row) => String(row.sizeBytes)} textOf={(row) => bytes(row.sizeBytes)} empty="Nothing is allocated." />
            )}
            {tab === "arenas" && (
              <Table label="Arenas" columns={ARENAS} rows={value.arenas} usual={{ id: "index", descending: false }} keyOf={(row) => String(row.index)} textOf={(row) => String(row.index)} empty="No arenas." />
            )}
          </>
        )}
      </Loading>
      {tab === "options" && (
        <Loading of={options} text="Reading the options.">
          {(value) => (
            <Table label="Options" columns={OPTIONS} rows={value.options} usual={{ id: "source", descending: true }} keyOf={(row) => row.name} textOf={(row) => `${row.name} ${row.value} ${row.source}`} empty="No options." />
          )}
        </Loading>
      )}
    </View>
  );
}

function Summary({ value }: { value: Statistics }) {
  const dirty = value.arenas.reduce((sum, arena) => sum + arena.dirtyBytes + arena.muzzyBytes, 0);
  const unused = value.activeBytes - value.allocatedBytes;
  const tiles: [string, string, string][] = [
    ["Allocated", bytes(value.allocatedBytes), "What the program allocated and hasn’t freed"],
    ["Fragmentation", bytes(unused), `Free space in pages in use: ${percent(unused, value.activeBytes)} of active`],
    ["Unused pages", bytes(dirty), "Freed, kept for reuse; a purge returns them"],
    ["Metadata", bytes(value.metadataBytes), "jemalloc’s own data, its profile included"],
    ["Resident", bytes(value.residentBytes), "Pages that may be in memory"],
    ["Retained", bytes(value.retainedBytes), "Address space that is kept; not memory"],
  ];
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

