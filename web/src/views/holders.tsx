// Who holds it: the Java lines that hold the memory.
import { useMemo, useState } from "preact/hooks";
import { exactly } from "../data/tree";
import { count, figure, percent, range } from "../app/format";
import type { Holder, Holders } from "../app/model";
import { PROFILE_PARAMS, routeTo, withParams } from "../app/route";
import { go, route } from "../app/store";
import { formatSort, largest, matcher, parseSort } from "../app/tabledata";
import { SearchField, Table, TableExport, type Column } from "../app/table";
import { Bar, copy, Empty, SiteName } from "../app/widgets";

type Amounts = "live" | "accumulated";

/** A regular expression that finds a site's own frames. */
export function sitePattern(site: Pick<Holder, "name" | "functions" | "java">): string {
  if (site.java) {
    return exactly(`${site.java.class}.${site.java.method}`);
  }
  const native = /^\[(?:native|JVM)\] (.*)$/.exec(site.name)?.[1] ?? site.name;
  const names = site.functions.length && !site.functions.includes(native) ? site.functions : [native];
  return names.map(exactly).join("|");
}

export function columnsOf(table: Holders, amounts: Amounts, open: (site: Holder) => void): Column<Holder>[] {
  const total = table[`${amounts}Bytes`];
  const word = amounts === "live" ? "Live" : "Allocated";
  const most = largest(table.holders, (site) => site[`${amounts}BytesHigh`] ?? site[`${amounts}Bytes`]);
  return [
    {
      id: "bytes", title: word, kind: "n", hint: "Estimated from samples",
      value: (site) => site[`${amounts}Bytes`],
      text: (site) => figure(site[`${amounts}Bytes`], "bytes"),
    },
    {
      id: "range", title: "95 % range", kind: "n wide",
      hint: "In 95 of 100 cases the true figure is in this range. Sorted by its width.",
      value: (site) => width(site, amounts),
      text: (site) =>
        range(site[`${amounts}Bytes`], site[`${amounts}BytesLow`], site[`${amounts}BytesHigh`], "bytes"),
    },
    {
      id: "share", title: "Share", kind: "share",
      value: (site) => site[`${amounts}Bytes`] / (total || 1),
      text: (site) => percent(site[`${amounts}Bytes`], total),
      cell: (site) => (
        <>
          <span class="n">{percent(site[`${amounts}Bytes`], total)}</span>
          <Bar
            value={site[`${amounts}Bytes`]}
            low={site[`${amounts}BytesLow`]}
            high={site[`${amounts}BytesHigh`]}
            of={most}
          />
        </>
      ),
    },
    {
      id: "objects", title: "Objects", kind: "n medium",
      value: (site) => site[`${amounts}Objects`],
      text: (site) => count(site[`${amounts}Objects`]),
    },
    {
      id: "site", title: "Site", kind: "name", ascending: true, hint: "The Java line that holds the memory",
      value: (site) => site.name,
      cell: (site) => <SiteName name={site.name} onClick={() => open(site)} />,
    },
    {
      id: "function", title: "Native function", kind: "name wide", ascending: true,
      value: (site) => site.functions.join(", "),
      cell: (site) => (
        <span title={site.functions.join("\n")}>
          {site.functions[0]}
          {site.functions.length > 1 && <span class="muted"> +{site.functions.length - 1}</span>}
        </span>
      ),
    },
  ];
}

function width(site: Holder, amounts: Amounts): number | null {
  const low = site[`${amounts}BytesLow`];
  const high = site[`${amounts}BytesHigh`];
  return low === null || high === null ? null : high - low;
}

export function HoldersView({ table }: { table: Holders | null }) {
  const { params } = route.value;
  const [selected, setSelected] = useState<string | null>(null);
  const query = params.get("find") ?? "";
  const amounts: Amounts = params.get("amount") === "accumulated" ? "accumulated" : "live";
  const sort = parseSort(params.get("sort"), { id: "bytes", descending: true });
  const change = (what: Record<string, string | null>, replace = true) => go(withParams(route.value, what), replace);
  const open = (site: Holder) =>
    go(routeTo(route.value, "flame", { focus: sitePattern(site), site: site.name }, PROFILE_PARAMS));
  const columns = useMemo(() => (table ? columnsOf(table, amounts, open) : []), [table, amounts]);
  const rows = useMemo(() => {
    const matches = matcher(query);
    return (table?.holders ?? []).filter(
      (site) => site[`${amounts}Bytes`] !== 0 && matches([site.name, ...site.functions, ...site.callers].join("\n")),
    );
  }, [table, query, amounts]);
  if (!table) {
    return (
      <Empty title="This profile has no table">
        <p>It was made without one. The flame graph shows all of its stacks.</p>
      </Empty>
    );
  }
  const site = table.holders.find((one) => one.name === selected) ?? rows[0] ?? null;
  const low = table[`${amounts}BytesLow`];
  const high = table[`${amounts}BytesHigh`];
  const total = table[`${amounts}Bytes`];
  return (
    <section class="view" aria-labelledby="holders-title">
      <div class="headline">
        <h1 id="holders-title">Who holds it</h1>
        <p>
          <b>{figure(total, "bytes")}</b> <span class="muted">({range(total, low, high, "bytes")})</span> in about{" "}
          <b>{count(table[`${amounts}Objects`])}</b> {amounts === "live" ? "live objects" : "allocations"}
        </p>
      </div>
      <div class="toolbar">
        <SearchField value={query} onInput={(find) => change({ find })} shown={rows.length} of={table.holders.length} />
        {table.accumulatedBytes > 0 && (
          <label>
            Count{" "}
            <select value={amounts} onChange={(event) => change({ amount: event.currentTarget.value }, false)}>
              <option value="live">live memory</option>
              <option value="accumulated">all that was allocated</option>
            </select>
          </label>
        )}
        <TableExport columns={columns} rows={rows} sort={sort} />
      </div>
      <Table
        label="Who holds it"
        columns={columns}
        rows={rows}
        keyOf={(one) => one.name}
        sort={sort}
        onSort={(next) => change({ sort: formatSort(next) })}
        open={open}
        selected={site?.name ?? null}
        onSelect={(one) => setSelected(one.name)}
        empty={query ? `No site matches “${query}”.` : "No sampled memory is live."}
      />
      <SiteDetails site={site} amounts={amounts} open={open} />
      <p class="foot muted">
        {table.mostUnlistedBytes != null &&
          `Not listed: sites without a sample; each holds at most ${figure(table.mostUnlistedBytes, "bytes")} (95 %). `}
        {table.leftOut > 0 && `${count(table.leftOut)} smaller rows were left out of this report.`}
      </p>
    </section>
  );
}

function SiteDetails({ site, amounts, open }: { site: Holder | null; amounts: Amounts; open(site: Holder): void }) {
  const jvm = site?.jvm?.[`${amounts}Bytes`] ?? 0;
  return (
    <aside class="details" aria-label="The selected site">
      {site && (
        <>
          <div class="whole">
            <code>{site.name}</code>
            <span class="group">
              <button onClick={() => open(site)}>Show its stacks</button>
              <button onClick={() => void copy(site.name, "Name")}>Copy name</button>
            </span>
          </div>
          <dl>
            {site.callers.length > 0 && (
              <>
                <dt>called from</dt>
                <dd>
                  {site.callers.map((caller) => (
                    <code key={caller}>{caller}</code>
                  ))}
                </dd>
              </>
            )}
            <dt>native</dt>
            <dd>
              {site.functions.length ? site.functions.map((name) => <code key={name}>{name}</code>) : "unknown"}
            </dd>
            {jvm > 0 && (
              <>
                <dt>the JVM’s own</dt>
                <dd>{figure(jvm, "bytes")} that the JVM allocated for itself while this line ran</dd>
              </>
            )}
          </dl>
        </>
      )}
    </aside>
  );
}
