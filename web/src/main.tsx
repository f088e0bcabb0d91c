// The page of the agent and the one-file report. See README.md of this module.
import { render } from "preact";
import { App } from "./app/app";
import { drawBy } from "./app/signal";
import { start } from "./app/store";
import { startTheme } from "./app/theme";

startTheme();
start();

const root = document.createElement("div");
root.id = "app";
document.body.append(root);
drawBy(() => render(<App />, root));
