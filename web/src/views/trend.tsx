// Trend: how the memory of each site went over the dumps of a run.
import { useMemo } from "preact/hooks";
import { Select } from "../browser/select";
import { Chart } from "../app/chart";
import type { Course, Trend, TrendRun } from "../app/model";
import { withParams } from "../app/route";
import { Sparkline } from "../app/sparkline";
import { go, route } from "../app/store";
import { figures, Table, type Column } from "../app/table";
import { GroupChips, shownGroups, SiteName, View, type Groups } from "../app/widgets";
import { count, duration, figure, signed, time } from "../data/format";
import { openSite } from "./holders";

const COURSES: Groups<Course["course"]> = {
  rising: ["Rising", "Steadily, and more than sampling alone explains"],
  uncertain: ["Uncertain", "It moved, but may only go up and down"],
  falling: ["Falling", "Steadily, and more than sampling alone explains"],
  unsteady: ["Up and down", "Held back: it went up and down, or gave back what it had gained"],
  passing: ["Comes and goes", "Held back: such memory is never the same twice"],
  noise: ["Within noise", "Held back: sampling alone makes such slopes"],
  still: ["Unchanged", "Held back: it didn’t move at all"],
};
const USUAL = "rising uncertain falling";

const MILLIS_PER_HOUR = 3_600_000;

/** The 95 % range of a slope, such as ±2.4 MiB. */
const reach = (row: Course, unit: string) => (row.perHourStandardError === null ? "?" : "±" + figure(2 * row.perHourStandardError, unit));

export function columnsOf(unit: string, times: readonly number[]): Column<Course>[] {
  return [
    figures("growth", "Per hour", (row) => row.perHour, (value) => signed(value, unit), "n strong", "The slope of the straight line through all dumps"),
    { ...figures<Course>("range", "±", (row) => (row.perHourStandardError === null ? null : 2 * row.perHourStandardError), undefined, "n wide", "The 95 % range of that line, not a forecast"), text: (row) => reach(row, unit) },
    {
      id: "figures", title: "Dumps", kind: "medium", hint: "From 0 up. Sorted by the change.",
      value: (row) => row.last - row.figures[0]!,
      text: (row) => row.figures.map((value) => figure(value, unit)).join(" "),
      cell: (row) => <Sparkline times={times} values={row.figures} unit={unit} />,
    },
    figures("last", "Last", (row) => row.last, (value) => figure(value, unit)),
    { id: "course", title: "Course", kind: "medium", value: (row) => COURSES[row.course][0].toLowerCase() },
    { id: "site", title: "Site", kind: "name", value: (row) => row.name, cell: (row) => <SiteName site={row} open={openSite} /> },
  ];
}

const nameOf = (run: TrendRun) =>
  [run.main, run.pid && `pid ${run.pid}`, run.host, time(run.times[0])].filter(Boolean).join(", ");

/** The run whose total rose most: the comparison and the flame graph of the file are about it. */
export function comparedRun(runs: readonly TrendRun[]): TrendRun {
  const gain = ({ all }: TrendRun) => all.last - all.figures[0]!;
  return runs.reduce((most, run) => (gain(run) > gain(most) ? run : most));
}

export function TrendView({ trend: { runs, unit } }: { trend: Trend }) {
  const compared = comparedRun(runs);
  const run = runs[Number(route.value.params.get("run") ?? NaN)] ?? compared;
  const { all, judged } = run;
  const shown = shownGroups(USUAL);
  const times = useMemo(() => run.times.map((text) => Date.parse(text)), [run]);
  const columns = useMemo(() => columnsOf(unit, times), [unit, times]);
  const rows = useMemo(() => run.rows.filter((row) => shown.includes(row.course)), [run, shown.join()]);
  const notices: [boolean, string][] = [
    [run !== compared, `Comparison and flame graph are of another process: ${nameOf(compared)}.`],
    [!judged, "Noise could not be tested: the sampling rates of these dumps are unknown."],
    [run.timesOfFiles > 0, `${count(run.timesOfFiles)} dumps have the times of their files: they contain none.`],
    [run.timesContradict, "These times contradict the numbers in the files’ names."],
  ];
  const hours = (times.at(-1)! - times[0]!) / MILLIS_PER_HOUR;
  return (
    <View
      title="What grows"
      kind="trend"
      beside={
        <p>
          {count(times.length)} dumps over {duration(3600 * hours)}: <b>{signed(all.perHour, unit)}</b> an hour{" "}
          <span class="muted">({reach(all, unit)})</span>, {figure(all.last, unit)} in the last dump
        </p>
      }
    >
      {runs.length > 1 && (
        <div class="toolbar">
          <Select
            label="Process"
            value={String(runs.indexOf(run))}
            choices={runs.map((one, i) => [String(i), nameOf(one)] as const)}
            choose={(number) => go(withParams(route.value, { run: number }))}
          />
        </div>
      )}
      {notices.filter(([is]) => is).map(([, text]) => <p class="notice">{text}</p>)}
      <Chart label="All memory over the dumps" unit={unit} times={times} series={[{ name: "all", hint: "", values: all.figures }]} />
      <Table<Course>
        label="What grows"
        columns={columns}
        rows={rows}
        keyOf={(row) => row.name}
        usual={{ id: "growth", descending: true }}
        textOf={(row) => [row.name, ...row.callers].join("\n")}
        toolbar={
          <GroupChips
            groups={COURSES}
            usual={USUAL}
            rows={run.rows}
            groupOf={(row) => row.course}
            sumOf={(some) => figure(some.reduce((sum, row) => sum + row.last, 0), unit)}
          />
        }
        open={openSite}
        rowClass={(row) => (USUAL.includes(row.course) ? "" : "held")}
        empty="Nothing grows by more than sampling, and ups and downs, explain."
      />
    </View>
  );
}
