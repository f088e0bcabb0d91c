// A headless chromium, driven through chromedriver.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--disable-frame-rate-limit", "--disable-gpu-vsync", "--enable-unsafe-swiftshader",
  "--use-angle=swiftshader", "--window-size=1300,1000",
];

const pause = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds));

/** Calls `use` with a function that sends a command to a new browser, and ends the browser. */
export async function withBrowser(use) {
  const port = 9300 + Math.floor(Math.random() * 500);
  const driver = spawn("chromedriver", [`--port=${port}`, "--silent"], { stdio: "ignore" });
  const profile = mkdtempSync(join(tmpdir(), "page-"));
  const call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await response.json();
    if (value?.error) {
      throw new Error(value.message);
    }
    return value;
  };
  let session;
  try {
    for (let tries = 0; ; tries++) {
      try {
        await call("GET", "/status");
        break;
      } catch (error) {
        if (tries > 100) {
          throw error;
        }
        await pause(100);
      }
    }
    const options = { args: [...FLAGS, `--user-data-dir=${profile}`] };
    const { sessionId } = await call("POST", "/session", { capabilities: { alwaysMatch: { "goog:chromeOptions": options } } });
    session = `/session/${sessionId}`;
    await use((method, path, body) => call(method, session + path, body));
  } finally {
    if (session) {
      await call("DELETE", session).catch(() => {});
    }
    driver.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
