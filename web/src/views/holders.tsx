// Who holds it: the Java lines that hold the memory.
import { useMemo } from "preact/hooks";
import { Select } from "../browser/select";
import { exactly } from "../data/stacks";
import { bytes, count, percent, range } from "../data/format";
import type { Amounts, Holder, Holders, Sources } from "../app/model";
import { PROFILE_PARAMS, routeTo, withParams } from "../app/route";
import { go, route } from "../app/store";
import { largest } from "../app/tabledata";
import { figures, Table, type Column } from "../app/table";
import { copy, Empty, Share, SiteName, View } from "../app/widgets";
import { toSource } from "./source";

type Counted = "live" | "accumulated";

/** A site, or all, counted as the view does. */
function amountOf(of: Amounts, counted: Counted) {
  return {
    value: of[`${counted}Bytes`],
    low: of[`${counted}BytesLow`],
    high: of[`${counted}BytesHigh`],
    objects: of[`${counted}Objects`],
  };
}

/** The functions that a Java site's name can stand for: it may begin with its class loader and a slash. */
function javaFunctions(name: string): string[] {
  const java = /^([^(\s]+\.[^.(\s]+)\([^)]*\)$/.exec(name)?.[1];
  return java ? [...new Set([java, java.replace(/^[^/]*\//, "")])] : [];
}

/** A regular expression that finds a site's own frames. */
export function sitePattern(name: string, functions: string[] = []): string {
  const native = /^\[(?:native|JVM)\] (.*)$/.exec(name)?.[1] ?? name;
  const others = functions.length && !functions.includes(native) ? functions : [native];
  const java = javaFunctions(name);
  return (java.length ? java : others).map(exactly).join("|");
}

/** Opens a site's stacks in the flame graph. */
export function openSite(site: { name: string; functions?: string[] }): void {
  go(routeTo(route.value, "flame", { focus: sitePattern(site.name, site.functions), site: site.name }, PROFILE_PARAMS));
}

export function columnsOf(table: Holders, counted: Counted): Column<Holder>[] {
  const of = (site: Holder) => amountOf(site, counted);
  const total = amountOf(table, counted).value;
  const most = largest(table.holders, (site) => of(site).high ?? of(site).value);
  return [
    figures("bytes", counted === "live" ? "Live" : "Allocated", (site) => of(site).value, bytes, "n", "Estimated from samples"),
    {
      id: "range", title: "95 % range", kind: "n wide",
      hint: "It has the true figure in 95 of 100 cases. Sorted by width.",
      value(site) {
        const { low, high } = of(site);
        return low === null || high === null ? null : high - low;
      },
      text(site) {
        const { value, low, high } = of(site);
        return range(value, low, high, "bytes");
      },
    },
    {
      id: "share", title: "Share", kind: "share",
      value: (site) => of(site).value / (total || 1),
      text: (site) => percent(of(site).value, total),
      cell: (site) => <Share {...of(site)} whole={total} most={most} />,
    },
    figures("objects", "Objects", (site) => of(site).objects, count, "n medium"),
    {
      id: "site", title: "Site", kind: "name", hint: "The Java line that holds the memory",
      value: (site) => site.name,
      cell: (site) => <SiteName site={site} open={openSite} />,
    },
    {
      id: "function", title: "Native function", kind: "name wide",
      value: (site) => site.functions.join(", "),
      cell: ({ functions }) => (
        <span title={functions.join("\n")}>
          {functions[0]}
          {functions.length > 1 && <span class="muted"> +{functions.length - 1}</span>}
        </span>
      ),
    },
  ];
}

export function HoldersView({ table, sources }: { table: Holders | null; sources: Sources | null }) {
  const counted: Counted = route.value.params.get("amount") === "accumulated" ? "accumulated" : "live";
  const columns = useMemo(() => (table ? columnsOf(table, counted) : []), [table, counted]);
  const rows = useMemo(() => table?.holders.filter((site) => amountOf(site, counted).value !== 0) ?? [], [table, counted]);
  if (!table) {
    return (
      <Empty title="This profile has no table">
        <p>It was made without one. The flame graph shows all of its stacks.</p>
      </Empty>
    );
  }
  const { value, low, high, objects } = amountOf(table, counted);
  return (
    <View
      title="Who holds it"
      beside={
        <p>
          <b>{bytes(value)}</b> <span class="muted">({range(value, low, high, "bytes")})</span> in about{" "}
          <b>{count(objects)}</b> {counted === "live" ? "live objects" : "allocations"}
        </p>
      }
    >
      <Table<Holder>
        label="Who holds it"
        columns={columns}
        rows={rows}
        keyOf={(site) => site.name}
        usual={{ id: "bytes", descending: true }}
        textOf={(site) => [site.name, ...site.functions, ...site.callers].join("\n")}
        toolbar={
          table.accumulatedBytes > 0 && (
            <Select
              label="Count"
              value={counted}
              choices={[["live", "live memory"], ["accumulated", "all that was allocated"]]}
              choose={(amount) => go(withParams(route.value, { amount }))}
            />
          )
        }
        open={openSite}
        details={(site) => <SiteDetails site={site} counted={counted} sources={sources} />}
        empty="No sampled memory is live."
      />
      <p class="foot muted">
        {counted === "live" && table.mostUnlistedBytes != null &&
          `Not listed: sites without a sample; each holds at most ${bytes(table.mostUnlistedBytes)} (95 %). `}
        {table.leftOut > 0 && `${count(table.leftOut)} smaller rows were left out of this report.`}
      </p>
    </View>
  );
}

function SiteDetails({ site, counted, sources }: { site: Holder | null; counted: Counted; sources: Sources | null }) {
  if (!site) {
    return <aside class="details" aria-label="The selected site" />;
  }
  const source = toSource(sources, javaFunctions(site.name));
  const jvm = site.jvm?.[`${counted}Bytes`] ?? 0;
  const names = (list: string[]) => list.map((name) => <code key={name}>{name}</code>);
  return (
    <aside class="details" aria-label="The selected site">
      <div class="whole">
        <code>{site.name}</code>
        <span class="group">
          <button onClick={() => openSite(site)}>Show its stacks</button>
          {source && <button onClick={source}>Show its source</button>}
          <button onClick={() => copy(site.name, "Name")}>Copy name</button>
        </span>
      </div>
      <dl>
        {site.callers.length > 0 && (
          <>
            <dt>called from</dt>
            <dd>{names(site.callers)}</dd>
          </>
        )}
        <dt>native</dt>
        <dd>{site.functions.length ? names(site.functions) : "unknown"}</dd>
        {jvm > 0 && (
          <>
            <dt>the JVM’s own</dt>
            <dd>{bytes(jvm)} that the JVM allocated for itself while this line ran</dd>
          </>
        )}
      </dl>
    </aside>
  );
}
