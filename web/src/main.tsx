import { render } from "preact";
import { signal } from "@preact/signals";
import uPlot from "uplot";
const s = signal(1);
function App() { return <p>{s.value}{String(uPlot)}</p>; }
render(<App />, document.body);
