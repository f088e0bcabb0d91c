// Small pieces that every view uses.
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { copyText } from "../browser/files";
import type { Failure } from "../data/failure";
import { count, percent } from "../data/format";
import { withParams } from "./route";
import type { Dump } from "./model";
import { failureOf, go, makeDump, mayChange, notify, route } from "./store";

export function FailurePanel({ failure, retry }: { failure: Failure; retry?: (() => unknown) | undefined }) {
  return (
    <div class="notice bad" role="alert">
      <strong>{sentence(failure.what)}</strong>
      <p>{sentence(failure.why)}</p>
      <p>{sentence(failure.next)}</p>
      {retry && <button onClick={retry}>Retry</button>}
    </div>
  );
}

function sentence(text: string): string {
  const trimmed = text.trim();
  const begun = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return !begun || /[.!?:)]$/.test(begun) ? begun : begun + ".";
}

/** A view under its title; beside it are the children that `beside` has. */
export function View({ title, beside, kind = "", children }: {
  title: string;
  beside?: ComponentChildren;
  kind?: string;
  children: ComponentChildren;
}) {
  return (
    <section class={`view ${kind}`} aria-labelledby="title">
      <div class="headline">
        <h1 id="title">{title}</h1>
        {beside}
      </div>
      {children}
    </section>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Shown after a second, with the seconds since. */
export function Progress({ text }: { text: string }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div class="progress" role="status" hidden={seconds < 1}>
      <progress />
      <span>
        {text} <span class="muted">{seconds} s</span>
      </span>
    </div>
  );
}

export interface Loaded<T> {
  value: T | null;
  failure: Failure | null;
  isLoading: boolean;
  reload(): void;
}

/** Loads when the key changes. The earlier value stays while the next one loads; a late answer to an earlier key is dropped. */
export function useLoad<T>(key: string | null, load: () => Promise<T>): Loaded<T> {
  const [now, setNow] = useState<{ key: string | null; value: T | null; failure: Failure | null }>({
    key: null, value: null, failure: null,
  });
  const [round, setRound] = useState(0);
  const wanted = useRef("");
  const name = key === null ? null : key + "\n" + round;
  useEffect(() => {
    if (name === null) {
      return;
    }
    wanted.current = name;
    load().then(
      (value) => wanted.current === name && setNow({ key: name, value, failure: null }),
      (error: unknown) => {
        if (wanted.current === name) {
          setNow({ key: name, value: null, failure: failureOf(error) });
        }
      },
    );
  }, [name]);
  const isLoading = name !== null && now.key !== name;
  return { value: now.value, failure: isLoading ? null : now.failure, isLoading, reload: () => setRound(round + 1) };
}

/** What a load has come to: progress, the refusal, or the content. */
export function Loading<T>({ of, text, children }: { of: Loaded<T>; text: string; children: (value: T) => ComponentChildren }) {
  if (of.failure) {
    return <FailurePanel failure={of.failure} retry={of.reload} />;
  }
  return (
    <>
      {of.isLoading && <Progress text={text} />}
      {of.value !== null && children(of.value)}
    </>
  );
}

/** A button for something that takes time or is refused: shows both. */
export function Action({
  children, act, done, disabled, kind, title,
}: {
  children: ComponentChildren;
  act: () => Promise<unknown>;
  done?: string;
  disabled?: boolean;
  kind?: string | undefined;
  title?: string;
}) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const run = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await act();
      if (done) {
        notify(done);
      }
    } catch (error) {
      setFailure(failureOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <button class={kind} title={title} disabled={disabled || isBusy} aria-busy={isBusy} onClick={run}>
        {children}
      </button>
      {isBusy && <Progress text="Working." />}
      {failure && (
        <Dialog title="Not done" close={() => setFailure(null)}>
          <FailurePanel failure={failure} />
        </Dialog>
      )}
    </>
  );
}

/** A button that makes a dump. */
export function MakeDump({ kind, text = "Make a dump now", then }: { kind?: string; text?: string; then?(dump: Dump): unknown }) {
  return mayChange.value ? (
    <Action kind={kind} act={() => makeDump().then(then)} done="The dump is made.">
      {text}
    </Action>
  ) : null;
}

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const dialog = element.current!;
    dialog.showModal();
    return () => {
      dialog.close();
      (before as HTMLElement | null)?.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-label={title}
      onCancel={close}
      onClick={(event) => event.target === element.current && close()}
    >
      <div class="dialog">
        <header>
          <h2>{title}</h2>
          <button class="plain" aria-label="Close" onClick={close}>
            ✕
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** Asks before something that cannot be undone or costs the program something. */
export function Confirm({
  title, children, button, act, close, danger,
}: {
  title: string;
  children: ComponentChildren;
  button: string;
  act: () => Promise<unknown>;
  close: () => void;
  danger?: boolean;
}) {
  return (
    <Dialog title={title} close={close}>
      {children}
      <div class="buttons">
        <Action kind={danger ? "danger" : "primary"} act={() => act().then(close)}>
          {button}
        </Action>
        <button onClick={close}>Cancel</button>
      </div>
    </Dialog>
  );
}

export async function copy(text: string, what: string): Promise<void> {
  await copyText(text);
  notify(`${what} copied.`);
}

interface Named {
  name: string;
  callers: string[];
}

/** A site's name. Where room is scarce its package is cut; a narrow window leaves out package and file. The title has the whole. */
export function SiteName<T extends Named>({ site, open, tabIndex = -1 }: { site: T; open(site: T): void; tabIndex?: number }) {
  const { name, callers } = site;
  const [, inPackage = "", method = name, file = "", line = ""] = /^((?:[a-z_]\w*\.)*)(.*\()([^(:]+)(:\d+\))$/.exec(name) ?? [];
  return (
    <button class="link" tabIndex={tabIndex} title={[name, ...callers].join("\ncalled from ")} onClick={() => open(site)}>
      <bdi>
        <span class="package">{inPackage}</span>
        {method}
        <span class="file">{file}</span>
        {line}
      </bdi>
    </button>
  );
}

/** The groups of a table's rows: title and what it means. */
export type Groups<G extends string> = Record<G, [title: string, hint: string]>;

/** The groups that the address says to show. */
export function shownGroups(usual: string): string[] {
  return (route.value.params.get("show") ?? usual).split(" ");
}

/** A button for each group that has rows: whether they are shown, how many they are and what they sum up to. */
export function GroupChips<R, G extends string>({ groups, usual, rows, groupOf, sumOf }: {
  groups: Groups<G>;
  usual: string;
  rows: readonly R[];
  groupOf(row: R): G;
  sumOf(rows: R[]): string;
}) {
  const shown = shownGroups(usual);
  return (
    <span class="group" role="group" aria-label="Show">
      {Object.entries<[string, string]>(groups).map(([id, [title, hint]]) => {
        const members = rows.filter((row) => groupOf(row) === id);
        const next = shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id];
        return members.length > 0 && (
          <button
            key={id}
            aria-pressed={shown.includes(id)}
            title={hint}
            onClick={() => go(withParams(route.value, { show: next.join(" ") || "none" }), true)}
          >
            {title} <b>{count(members.length)}</b> <span class="muted">{sumOf(members)}</span>
          </button>
        );
      })}
    </span>
  );
}

/** A share as a figure and a bar, with its range as a line. The bar is as long as the table if the value is `most`. */
export function Share({ value, whole, most = whole, low, high, colour }: {
  value: number;
  whole: number;
  most?: number;
  low?: number | null;
  high?: number | null;
  colour?: object;
}) {
  const part = (number: number) => `${Math.max(0, Math.min(100, (100 * number) / (most || 1)))}%`;
  return (
    <>
      <span class="n">{percent(value, whole)}</span>
      <span class="bar" aria-hidden="true">
        <span class="fill" style={{ width: part(value), ...colour }} />
        {low != null && high != null && high > low && (
          <span class="reach" style={{ left: part(low), width: part(high - low) }} />
        )}
      </span>
    </>
  );
}

/** A change as a bar to the left or right of the middle. */
export function ChangeBar({ value, of }: { value: number; of: number }) {
  const width = Math.min(50, (50 * Math.abs(value)) / (of || 1));
  return (
    <span class="bar middle" aria-hidden="true">
      <span
        class={value < 0 ? "fill less" : "fill more"}
        style={{ left: `${value < 0 ? 50 - width : 50}%`, width: `${width}%` }}
      />
    </span>
  );
}
