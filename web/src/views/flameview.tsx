// The flame graph of a profile, with its state in the address.
import { useMemo } from "preact/hooks";
import type { PageData } from "../data/profile";
import { FlameGraph, initialFlameState, type FlameState } from "../flame/flame";
import { flameFromParams, flameToParams, isStep, PROFILE_PARAMS, routeTo } from "../app/route";
import { announce, go, route } from "../app/store";
import { sourcesOf } from "../app/model";
import { toSource } from "./source";

/** The usual state for a profile: its own first type and, of a comparison, the change. */
export function initialFor(data: PageData): FlameState {
  return {
    ...initialFlameState,
    type: data.type,
    ...(data.baseValues ? { value: "change" as const, colour: "change" as const } : {}),
  };
}

export function FlameView({ data }: { data: PageData }) {
  const { view, params } = route.value;
  const initial = useMemo(() => initialFor(data), [data]);
  const state = useMemo(() => flameFromParams(params, initial, data.types), [params, initial, data]);
  const site = params.get("site");
  const onState = (next: FlameState) => {
    const to = flameToParams(route.value.params, next, initial, data.types);
    if (next.filters.length === 0) {
      to.delete("site");
    }
    go({ view, params: to }, !isStep(state, next));
  };
  return (
    <section class="view flameview" aria-labelledby="title">
      <h1 class="hidden" id="title">Flame graph</h1>
      {site && (
        <p class="crumb">
          <button onClick={() => history.back()}>← Back</button>
          <span>
            Stacks through the function of <code>{site}</code>
          </span>
          <button onClick={() => go(routeTo(route.value, "flame", {}, [...PROFILE_PARAMS, "type"]))}>
            Show all stacks
          </button>
        </p>
      )}
      <FlameGraph data={data} state={state} onState={onState} announce={announce} toSource={(name) => toSource(sourcesOf(data.sources), [name])} />
    </section>
  );
}
