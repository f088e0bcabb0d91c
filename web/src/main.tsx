import { render } from "preact";
import { useState } from "preact/hooks";
import { decode } from "./data/profile";
import { FlameGraph, initialFlameState } from "./flame/flame";

// Replaced by the app.
const json = document.getElementById("demo")?.textContent;
function Demo() {
  const [data] = useState(() => decode(JSON.parse(json!)));
  const [state, setState] = useState({ ...initialFlameState, ...((globalThis as { demoState?: object }).demoState ?? {}) });
  return <FlameGraph data={data} state={state} onState={setState} announce={console.log} />;
}
if (json) {
  render(<Demo />, document.body);
}
