// Source: functions line by line, with what each line holds.
import { useMemo } from "preact/hooks";
import type { Routine, Sources } from "../app/model";
import { PROFILE_PARAMS, routeTo, withParams } from "../app/route";
import { go, route } from "../app/store";
import { figures, Table, type Column } from "../app/table";
import { View } from "../app/widgets";
import { count, figure } from "../data/format";

/** Where one of several inlined functions has lines in more than one file, each file counts as a function. */
const keyOf = ({ name, file }: Routine) => (file === null ? name : `${name} in ${file}`);

/** Leads to a function's source; null if it isn't there. */
export function toSource(sources: Sources | null, names: readonly string[]): (() => void) | null {
  const routine = sources?.functions.find(({ name }) => names.includes(name));
  return routine ? () => go(routeTo(route.value, "source", { function: keyOf(routine) }, PROFILE_PARAMS)) : null;
}

/** The lines to show: null where some are left out. */
export function withGaps(lines: Routine["lines"]): (Routine["lines"][number] | null)[] {
  return lines.flatMap((line, i) => {
    const before = lines[i - 1]?.line;
    return before && line.line && line.line > before + 1 ? [null, line] : [line];
  });
}

export function SourceView({ sources }: { sources: Sources }) {
  const columns = useMemo<Column<Routine>[]>(() => {
    const amount = (value: number | null) => figure(value, sources.unit);
    return [
      figures("cumulative", "Through it", (row) => row.cumulative, amount, "n", "What was allocated while it was on the stack"),
      figures("flat", "By itself", (row) => row.flat, amount, "n medium"),
      { id: "name", title: "Function", kind: "name", value: keyOf },
    ];
  }, [sources]);
  return (
    <View title="Source">
      <Table<Routine>
        label="Functions"
        columns={columns}
        rows={sources.functions}
        keyOf={keyOf}
        usual={{ id: "cumulative", descending: true }}
        textOf={keyOf}
        selected={route.value.params.get("function")}
        select={(key) => go(withParams(route.value, { function: key }), true)}
        details={(routine) => routine && <Lines routine={routine} unit={sources.unit} />}
        empty="No source was at hand. Name its folder with --source-path."
      />
      <p class="foot muted">
        Without source: {count(sources.withoutSource)} functions. Left out for size: {count(sources.leftOut)}.
      </p>
    </View>
  );
}

function Lines({ routine, unit }: { routine: Routine; unit: string }) {
  const cell = (value: number, kind: string) => <td class={kind}>{value ? figure(value, unit) : ""}</td>;
  return (
    <div class="table source" tabIndex={0} role="region" aria-label={`Source of ${routine.name}`}>
      <table class="compact">
        <thead>
          <tr>
            <th scope="col" class="n">Through it</th>
            <th scope="col" class="n medium">By itself</th>
            <th scope="col" class="n">Line</th>
            <th scope="col">{keyOf(routine)}</th>
          </tr>
        </thead>
        <tbody>
          {withGaps(routine.lines).map((line, i) =>
            line ? (
              <tr key={i} class={line.cumulative ? "hot" : ""}>
                {cell(line.cumulative, "n")}
                {cell(line.flat, "n medium")}
                <td class="n muted">{line.line ?? "?"}</td>
                <td>
                  <code>{line.text}</code>
                </td>
              </tr>
            ) : (
              <tr key={i}>
                <td colSpan={4} class="muted">⋮</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
