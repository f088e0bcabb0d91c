// What this profile does not know.
import { Fragment } from "preact";
import type { PageData } from "../data/profile";
import { bytes, count } from "../data/format";
import { View } from "../app/widgets";

export function warningsOf(data: PageData): number {
  return data.quality.filter((one) => one.level === "warning").length;
}

export function UnknownView({ data }: { data: PageData }) {
  const pruned = data.types
    .map((type, i) => [data.pruned.values[i] ?? 0, type] as const)
    .filter(([value]) => value !== 0)
    .map(([value, type]) => (type.unit === "bytes" ? bytes(value) : `${count(value)} ${type.text}`));
  return (
    <View title="What this profile does not know" kind="text">
      <dl class="facts">
        <dt>figures</dt>
        <dd>estimated from samples; a range contains the true figure in 95 of 100 cases</dd>
        {data.quality.map((fact, i) => (
          <Fragment key={i}>
            <dt>{fact.about}</dt>
            <dd class={fact.level}>
              {fact.level === "warning" && <strong>Warning: </strong>}
              {fact.text}
            </dd>
          </Fragment>
        ))}
        {data.pruned.stacks > 0 && (
          <>
            <dt>left out</dt>
            <dd>
              {count(data.pruned.stacks)} small stacks ({pruned.join(", ")}) are merged into their callers, so that this file
              stays small; all totals include them
            </dd>
          </>
        )}
      </dl>
    </View>
  );
}
