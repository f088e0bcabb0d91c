// speedscope has no interface for scripts: the benchmark opens a profile, turns the wheel, and types into its search.

globalThis.prepare = (json) => {
  const { depth, frame } = json.tree;
  const own = new Float64Array(depth.length);
  let node = 0;
  json.samples.node.forEach((delta, i) => {
    node += delta;
    own[node] += json.samples.values[0][i];
  });
  const events = [];
  const open = [];
  let at = 0;
  depth.forEach((level, i) => {
    while (open.length > level) {
      events.push({ type: "C", frame: open.pop(), at });
    }
    events.push({ type: "O", frame: frame[i], at });
    open.push(frame[i]);
    at += own[i];
  });
  while (open.length > 0) {
    events.push({ type: "C", frame: open.pop(), at });
  }
  const profile = { type: "evented", name: "large", unit: "bytes", startValue: 0, endValue: at, events };
  const frames = json.frames.name.map((name) => ({ name: json.strings[name] }));
  const text = JSON.stringify({ $schema: "https://www.speedscope.app/file-format-schema.json", shared: { frames }, profiles: [profile] });
  return btoa(unescape(encodeURIComponent(text)));
};

globalThis.isShown = () => document.querySelectorAll("canvas").length > 2 && document.body.innerText.includes("Left Heavy");
globalThis.show = (base64) => globalThis.speedscope.loadFileFromBase64("large.json", base64);

function wheel(deltaY) {
  const canvas = [...document.querySelectorAll("canvas")].sort((a, b) => b.height - a.height)[0];
  const { left, top, width, height } = canvas.getBoundingClientRect();
  canvas.dispatchEvent(
    new WheelEvent("wheel", { bubbles: true, cancelable: true, ctrlKey: true, deltaY, clientX: left + width / 2, clientY: top + height / 2 }),
  );
}

globalThis.zoom = () => wheel(-400);
globalThis.unzoom = () => wheel(400);
const field = () => document.querySelector("input:not([type=file])");
globalThis.openSearch = () => {
  if (!field()) {
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "f", code: "KeyF", ctrlKey: true, bubbles: true }));
  }
};
globalThis.search = (text) => {
  field().value = text;
  field().dispatchEvent(new Event("input", { bubbles: true }));
};
