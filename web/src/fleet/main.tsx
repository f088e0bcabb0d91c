// The fleet's page, which jemscope collect serves. See README.md of this module.
import { render } from "preact";
import { drawBy } from "../app/signal";
import { startTheme } from "../app/theme";
import { App } from "./app";
import { start } from "./store";

startTheme();
start();

const root = document.createElement("div");
root.id = "app";
document.body.append(root);
drawBy(() => render(<App />, root));
