// Compare: what grew and shrank between two moments; what sampling alone explains is held back.
import { useMemo } from "preact/hooks";
import type { PageData } from "../data/profile";
import { changeRange, figure, offText, signed, time } from "../data/format";
import type { Change, Diff } from "../app/model";
import { PROFILE_PARAMS, routeTo, withParams } from "../app/route";
import { go, isReport, route } from "../app/store";
import { figures, Table, type Column } from "../app/table";
import { largest } from "../app/tabledata";
import { ChangeBar, Empty, GroupChips, shownGroups, SiteName, View, type Groups } from "../app/widgets";
import { openSite } from "./holders";

export type Group = "grown" | "shrunk" | "new" | "gone" | "noise" | "passing";

const GROUPS: Groups<Group> = {
  grown: ["Grown", "More than sampling alone explains"],
  shrunk: ["Shrunk", "More than sampling alone explains"],
  new: ["New", "Not there before"],
  gone: ["Gone", "Not there any more"],
  noise: ["Within noise", "Held back: sampling alone makes such changes"],
  passing: ["Comes and goes", "Held back: such memory is never the same twice"],
};

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

function columnsOf({ unit, judged }: Diff, rows: readonly Change[]): Column<Change>[] {
  const amount = (value: number | null) => figure(value, unit);
  const most = largest(rows, (row) => Math.abs(row.change));
  return [
    figures("change", "Change", (row) => row.change, (change) => signed(change, unit), "n strong"),
    {
      id: "range", title: "95 % range", kind: "n wide", hint: "By the sampling errors of both. Sorted by width.",
      value: (row) => (row.changeLow === null || row.changeHigh === null ? null : row.changeHigh - row.changeLow),
      text: (row) => changeRange(row.change, row.changeLow, row.changeHigh, unit),
    },
    {
      id: "bar", title: "Relative", kind: "share medium",
      value: (row) => row.change,
      cell: (row) => <ChangeBar value={row.change} of={most} />,
    },
    figures("before", "Before", (row) => row.before, amount, "n medium"),
    figures("after", "After", (row) => row.after, amount),
    {
      id: "kind", title: "What", 
      value: (row) => GROUPS[groupOf(row, judged)][0].toLowerCase(),
    },
    {
      id: "site", title: "Site", kind: "name",
      value: (row) => row.name,
      cell: (row) => <SiteName site={row} open={openSite} />,
    },
  ];
}

export function NothingToCompare() {
  return (
    <Empty title="Nothing to compare">
      <p>{isReport ? "This report is about one dump. jemscope diff --html compares two." : "Choose a baseline above, or make another dump later."}</p>
    </Empty>
  );
}

export function CompareView({ data, table }: { data: PageData; table: Diff | null }) {
  const { params } = route.value;
  const shown = shownGroups(USUAL);
  const rows = useMemo(
    () => table?.rows.filter((row) => shown.includes(groupOf(row, table.judged))) ?? [],
    [table, shown.join()],
  );
  const columns = useMemo(() => (table ? columnsOf(table, rows) : []), [table, rows]);
  if (!table || !data.base) {
    return <NothingToCompare />;
  }
  const { all, unit } = table;
  const moments = params.get("moments")?.split("-").map(Number);
  return (
    <View
      title="What changed"
      beside={
        <>
          <p>
            {figure(all.before, unit)} before, {figure(all.after, unit)} after: <b>{signed(all.change, unit)}</b>{" "}
            <span class="muted">({changeRange(all.change, all.changeLow, all.changeHigh, unit)})</span>
          </p>
          <button onClick={() => go(routeTo(route.value, "flame", {}, PROFILE_PARAMS))}>Flame graph of the change</button>
        </>
      }
    >
      {moments && data.taken && data.base.taken && (
        <p class="notice">
          You chose {time(moments[0])} and {time(moments[1])}. The nearest dumps are of {offText(data.base.taken, moments[0]!)} and{" "}
          {offText(data.taken, moments[1]!)}.
        </p>
      )}
      {table.factor !== 1 && (
        <p class="notice">The earlier dump is multiplied by {table.factor.toPrecision(3)}, so that both have the same total.</p>
      )}
      {!table.judged && (
        <p class="notice">Every change is shown: without sampling rates, noise can’t be told apart.</p>
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
            <GroupChips
              groups={GROUPS}
              usual={USUAL}
              rows={table.rows}
              groupOf={(row) => groupOf(row, table.judged)}
              sumOf={(rows) => signed(rows.reduce((sum, row) => sum + row.change, 0), unit)}
            />
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
        open={openSite}
        rowClass={(row) => (["noise", "passing"].includes(groupOf(row, table.judged)) ? "held" : "")}
        empty={
          shown.includes("grown")
            ? "Nothing changed by more than sampling alone explains."
            : "Nothing of these kinds changed."
        }
      />
    </View>
  );
}
