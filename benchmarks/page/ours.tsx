// The page's own flame graph with what the benchmark needs to drive it.
import { render } from "preact";
import { decode } from "../../web/src/data/profile";
import { FlameGraph, initialFlameState, type FlameState } from "../../web/src/flame/flame";

let state = initialFlameState;
let change: (next: FlameState) => void = () => {};

Object.assign(globalThis, {
  prepare: (json: unknown) => json,
  show(json: unknown) {
    const data = decode(json);
    const parent = document.getElementById("graph")!;
    change = (next) => {
      state = next;
      render(<FlameGraph data={data} state={state} onState={change} announce={() => {}} />, parent);
    };
    change(initialFlameState);
  },
  zoom: ({ keys }: { keys: string[] }) => change({ ...state, root: keys }),
  unzoom: () => change({ ...state, root: [] }),
  search: (text: string) => change({ ...state, search: text }),
});
