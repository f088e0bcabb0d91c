// d3-flame-graph with what the benchmark needs to drive it.
import flamegraph from "d3-flame-graph";
import { select } from "d3-selection";

let chart;

/** The page's data as d3-flame-graph takes it: each box with all that it holds. */
globalThis.prepare = (json) => {
  const { depth, frame } = json.tree;
  const boxes = depth.map((_, node) => ({ name: json.strings[json.frames.name[frame[node]]], value: 0, children: [], node }));
  let node = 0;
  json.samples.node.forEach((delta, i) => {
    node += delta;
    boxes[node].value += json.samples.values[0][i];
  });
  const callers = [];
  const parents = depth.map((at, i) => {
    callers[at] = boxes[i];
    return at === 0 ? null : callers[at - 1];
  });
  for (let i = boxes.length - 1; i > 0; i--) {
    parents[i].value += boxes[i].value;
    parents[i].children.unshift(boxes[i]);
  }
  return boxes[0];
};

globalThis.show = (root) => {
  chart = flamegraph().width(1280).cellHeight(18).transitionDuration(0);
  select("#graph").datum(root).call(chart);
};

globalThis.zoom = ({ nodes }) => {
  let at = select("#graph").datum();
  for (const node of nodes.slice(1)) {
    at = at.children.find((child) => child.data.node === node);
  }
  chart.zoomTo(at);
};

globalThis.unzoom = () => chart.resetZoom();
globalThis.search = (text) => (text === "" ? chart.clear() : chart.search(text));
