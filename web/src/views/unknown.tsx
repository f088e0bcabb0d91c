// What this profile does not know.
import type { PageData } from "../data/profile";
import { count, figure, time } from "../app/format";

export function warningsOf(data: PageData): number {
  return data.quality.filter((one) => one.level === "warning").length;
}

export function UnknownView({ data }: { data: PageData }) {
  const warnings = data.quality.filter((one) => one.level === "warning");
  const notes = data.quality.filter((one) => one.level === "note");
  const pruned = data.pruned.values
    .map((value, i) => (value && data.types[i] ? `${figure(value, data.types[i].unit)} ${data.types[i].unit === "bytes" ? "" : data.types[i].text}` : ""))
    .filter(Boolean);
  return (
    <section class="view text" aria-labelledby="unknown-title">
      <h1 id="unknown-title">What this profile does not know</h1>
      <dl class="facts">
        <dt>Profile</dt>
        <dd>
          {data.title}
          {data.taken && `, taken ${time(data.taken)}`}
        </dd>
        {data.base && (
          <>
            <dt>Compared with</dt>
            <dd>
              {data.base.title}
              {data.base.taken && `, taken ${time(data.base.taken)}`}
            </dd>
          </>
        )}
        <dt>Figures</dt>
        <dd>Estimated from samples. A range contains the true figure in 95 of 100 cases.</dd>
      </dl>
      <Notes title="Warnings" list={warnings} none="No warnings." kind="warn" />
      <Notes title="Notes" list={notes} none="No notes." kind="" />
      {data.pruned.stacks > 0 && (
        <>
          <h2>Left out of this file</h2>
          <p>
            {count(data.pruned.stacks)} small stacks ({pruned.join(", ")}) are merged into their callers, so that the file
            stays small. All totals include them.
          </p>
        </>
      )}
    </section>
  );
}

function Notes({ title, list, none, kind }: { title: string; list: { text: string }[]; none: string; kind: string }) {
  return (
    <>
      <h2>{title}</h2>
      {list.length === 0 && <p class="muted">{none}</p>}
      <ul class="notes">
        {list.map((one) => (
          <li key={one.text} class={kind}>
            {one.text}
          </li>
        ))}
      </ul>
    </>
  );
}
