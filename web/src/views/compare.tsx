// Compare: what grew and shrank between two moments; what sampling alone explains is held back.
import { useMemo } from "preact/hooks";
import type { PageData } from "../data/profile";
import { changeRange, count, figure, signed } from "../app/format";
import type { Change, Diff } from "../app/model";
import { PROFILE_PARAMS, routeTo, withParams } from "../app/route";
import { go, isReport, route } from "../app/store";
import { Table, type Column } from "../app/table";
import { largest } from "../app/tabledata";
import { ChangeBar, Empty, SiteName } from "../app/widgets";
import { sitePattern } from "./holders";

export type Group = "grown" | "shrunk" | "new" | "gone" | "noise" | "passing";

export const GROUPS: { id: Group; title: string; hint: string }[] = [
  { id: "grown", title: "Grown", hint: "More than sampling alone explains" },
  { id: "shrunk", title: "Shrunk", hint: "More than sampling alone explains" },
  { id: "new", title: "New", hint: "Not there before" },
  { id: "gone", title: "Gone", hint: "Not there any more" },
  { id: "noise", title: "Within noise", hint: "Held back: sampling alone makes such changes" },
  { id: "passing", title: "Comes and goes", hint: "Held back: such memory is never the same twice" },
];

/** Where a row belongs; "same" rows are within noise. Without a judgement nothing is held back. */
export function groupOf(row: Change, judged: boolean): Group {
  if (row.passing) {
    return "passing";
  }
  if (row.kind === "same" || (judged && !row.significant)) {
    return "noise";
  }
  return row.kind;
}

const USUAL = "grown shrunk new gone";

function columnsOf(table: Diff, rows: readonly Change[], open: (row: Change) => void): Column<Change>[] {
  const { unit } = table;
  const most = largest(rows, (row) => Math.abs(row.change));
  return [
    {
      id: "change", title: "Change", kind: "n strong",
      value: (row) => row.change,
      text: (row) => signed(row.change, unit),
    },
    {
      id: "range", title: "95 % range", kind: "n wide", hint: "The sampling errors of both. Sorted by its width.",
      value: (row) => (row.changeLow === null || row.changeHigh === null ? null : row.changeHigh - row.changeLow),
      text: (row) => changeRange(row.change, row.changeLow, row.changeHigh, unit),
    },
    {
      id: "bar", title: "Relative", kind: "share medium",
      value: (row) => row.change,
      cell: (row) => <ChangeBar value={row.change} of={most} />,
    },
    { id: "before", title: "Before", kind: "n medium", value: (row) => row.before, text: (row) => figure(row.before, unit) },
    { id: "after", title: "After", kind: "n", value: (row) => row.after, text: (row) => figure(row.after, unit) },
    {
      id: "kind", title: "What", kind: "word", ascending: true,
      value: (row) => GROUPS.find((group) => group.id === groupOf(row, table.judged))!.title.toLowerCase(),
    },
    {
      id: "site", title: "Site", kind: "name", ascending: true,
      value: (row) => row.name,
      cell: (row) => (
        <SiteName name={row.name} title={[row.name, ...row.callers].join("\ncalled from ")} onClick={() => open(row)} />
      ),
    },
  ];
}

export function CompareView({ data, table }: { data: PageData; table: Diff | null }) {
  const { params } = route.value;
  const shown = (params.get("show") ?? USUAL).split(" ");
  const open = (row: Change | null) => {
    const java = row && /^([^(\s]+)\.([^.(\s]+)\([^)]*\)$/.exec(row.name);
    const site = row && {
      focus: sitePattern({ name: row.name, functions: [], java: java && { class: java[1]!, method: java[2]!, file: null, line: null } }),
      site: row.name,
    };
    go(routeTo(route.value, "flame", { ...site, value: "change", colour: "change" }, PROFILE_PARAMS));
  };
  const groups = useMemo(() => {
    const sums = new Map<Group, { rows: number; change: number }>();
    for (const row of table?.rows ?? []) {
      const group = groupOf(row, table!.judged);
      const sum = sums.get(group) ?? { rows: 0, change: 0 };
      sums.set(group, { rows: sum.rows + 1, change: sum.change + row.change });
    }
    return sums;
  }, [table]);
  const rows = useMemo(
    () => table?.rows.filter((row) => shown.includes(groupOf(row, table.judged))) ?? [],
    [table, shown.join()],
  );
  const columns = useMemo(() => (table ? columnsOf(table, rows, open) : []), [table, rows]);
  if (!table || !data.base) {
    return (
      <Empty title="Nothing to compare with">
        <p>{isReport ? "This report is about one dump. jemscope diff --html compares two." : "Choose a baseline above."}</p>
      </Empty>
    );
  }
  const toggle = (group: Group) => {
    const next = shown.includes(group) ? shown.filter((one) => one !== group) : [...shown, group];
    go(withParams(route.value, { show: next.join(" ") || "none" }), true);
  };
  const { all, unit } = table;
  return (
    <section class="view" aria-labelledby="compare-title">
      <div class="headline">
        <h1 id="compare-title">What changed</h1>
        <p>
          {figure(all.before, unit)} before, {figure(all.after, unit)} after: <b>{signed(all.change, unit)}</b>{" "}
          <span class="muted">({changeRange(all.change, all.changeLow, all.changeHigh, unit)})</span>
        </p>
        <button onClick={() => open(null)}>Flame graph of the change</button>
      </div>
      {table.factor !== 1 && (
        <p class="notice">The earlier dump is multiplied by {table.factor.toPrecision(3)}, so that both have the same total.</p>
      )}
      {!table.judged && (
        <p class="notice">Noise could not be tested: the sampling rates of these dumps are unknown. Every change is shown.</p>
      )}
      <Table<Change>
        label="What changed"
        columns={columns}
        rows={rows}
        keyOf={(row) => row.name}
        usual={{ id: "change", descending: true }}
        textOf={(row) => [row.name, ...row.callers].join("\n")}
        toolbar={
          <>
            <span class="group chips" role="group" aria-label="Show">
              {GROUPS.filter(({ id }) => groups.has(id)).map(({ id, title, hint }) => (
                <button key={id} aria-pressed={shown.includes(id)} title={hint} onClick={() => toggle(id)}>
                  {title} <b>{count(groups.get(id)!.rows)}</b>{" "}
                  <span class="muted">{signed(groups.get(id)!.change, unit)}</span>
                </button>
              ))}
            </span>
            {!isReport && (
              <label title="Multiplies the earlier dump so that both have the same total">
                <input
                  type="checkbox"
                  checked={params.get("normalize") === "true"}
                  onChange={(event) =>
                    go(withParams(route.value, { normalize: event.currentTarget.checked ? "true" : null }))
                  }
                />
                normalised
              </label>
            )}
          </>
        }
        open={open}
        rowClass={(row) => (["noise", "passing"].includes(groupOf(row, table.judged)) ? "held" : "")}
        empty={
          shown.includes("grown")
            ? "Nothing changed by more than sampling alone explains."
            : "Nothing of these kinds changed."
        }
      />
    </section>
  );
}
