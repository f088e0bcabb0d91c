// Who holds it: the Java lines that hold the memory.
import { useMemo } from "preact/hooks";
import { exactly } from "../data/tree";
import { bytes, count, percent, range } from "../app/format";
import type { Holder, Holders } from "../app/model";
import { PROFILE_PARAMS, routeTo, withParams } from "../app/route";
import { go, route } from "../app/store";
import { largest } from "../app/tabledata";
import { Table, type Column } from "../app/table";
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
      text: (site) => bytes(site[`${amounts}Bytes`]),
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
  const amounts: Amounts = params.get("amount") === "accumulated" ? "accumulated" : "live";
  const open = (site: Holder) =>
    go(routeTo(route.value, "flame", { focus: sitePattern(site), site: site.name }, PROFILE_PARAMS));
  const columns = useMemo(() => (table ? columnsOf(table, amounts, open) : []), [table, amounts]);
  const rows = useMemo(() => table?.holders.filter((site) => site[`${amounts}Bytes`] !== 0) ?? [], [table, amounts]);
  if (!table) {
    return (
      <Empty title="This profile has no table">
        <p>It was made without one. The flame graph shows all of its stacks.</p>
      </Empty>
    );
  }
  const total = table[`${amounts}Bytes`];
  return (
    <section class="view" aria-labelledby="holders-title">
      <div class="headline">
        <h1 id="holders-title">Who holds it</h1>
        <p>
          <b>{bytes(total)}</b>{" "}
          <span class="muted">({range(total, table[`${amounts}BytesLow`], table[`${amounts}BytesHigh`], "bytes")})</span> in
          about <b>{count(table[`${amounts}Objects`])}</b> {amounts === "live" ? "live objects" : "allocations"}
        </p>
      </div>
      <Table
        label="Who holds it"
        columns={columns}
        rows={rows}
        keyOf={(site) => site.name}
        usual={{ id: "bytes", descending: true }}
        textOf={(site) => [site.name, ...site.functions, ...site.callers].join("\n")}
        toolbar={
          table.accumulatedBytes > 0 && (
            <label>
              Count{" "}
              <select
                value={amounts}
                onChange={(event) => go(withParams(route.value, { amount: event.currentTarget.value }))}
              >
                <option value="live">live memory</option>
                <option value="accumulated">all that was allocated</option>
              </select>
            </label>
          )
        }
        open={open}
        details={(site) => <SiteDetails site={site} amounts={amounts} open={open} />}
        empty="No sampled memory is live."
      />
      <p class="foot muted">
        {table.mostUnlistedBytes != null &&
          `Not listed: sites without a sample; each holds at most ${bytes(table.mostUnlistedBytes)} (95 %). `}
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
                <dd>{bytes(jvm)} that the JVM allocated for itself while this line ran</dd>
              </>
            )}
          </dl>
        </>
      )}
    </aside>
  );
}
