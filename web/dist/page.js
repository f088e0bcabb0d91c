/* Generated from web/src by `npm run build`. Do not edit. */
(() => {
var Fragment = JemscopeLibraries.Fragment;
var h = JemscopeLibraries.h;
var render = JemscopeLibraries.render;

var Failure = class extends Error {
	constructor(what, why, next) {
		super(`${what}: ${why}. ${next}`);
		this.what = what;
		this.why = why;
		this.next = next;
	}
};

var UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
var thousands = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
function unitOf(bytes2) {
	let unit = 0;
	for (let rest = Math.round(Math.abs(bytes2)); rest >= 1023.95 && unit < UNITS.length - 1; rest /= 1024)
		unit++;
	return unit;
}
function inUnit(bytes2, unit) {
	return unit === 0 ? count(bytes2) : (bytes2 / 1024 ** unit).toFixed(1);
}
function count(value) {
	return value == null ? "–" : thousands.format(Math.round(value) || 0);
}
function bytes(value) {
	return value == null ? "–" : `${inUnit(value, unitOf(value))} ${UNITS[unitOf(value)]}`;
}
function figure(value, unit) {
	return unit === "bytes" ? bytes(value) : count(value);
}
function quantity(value, unit) {
	return figure(value, unit) + (unit === "bytes" ? "" : Math.round(value) === 1 ? " object" : " objects");
}
function signed(value, unit) {
	return (value && value > 0 ? "+" : "") + figure(value, unit);
}
function percent(part, whole) {
	return part == null || !whole ? "–" : `${(100 * part / whole).toFixed(1)}%`;
}
function range(value, low, high, unit) {
	if (low == null || high == null)
		return "?";
	let reach2 = Math.max(high - value, value - low);
	return reach2 <= 0.2 * value ? "±" + percent(reach2, value || 1) : ends(low, high, unit, "–");
}
function changeRange(value, low, high, unit) {
	if (low == null || high == null)
		return "?";
	let less = value - low, more = high - value, farther = Math.max(less, more);
	return farther <= 0.2 * Math.abs(value) || Math.min(less, more) >= 0.8 * farther ? "±" + figure(farther, unit) : ends(low, high, unit, " to ", (number) => number.startsWith("-") ? number : "+" + number);
}
function ends(low, high, unit, between, sign = (number) => number) {
	let scale = unit === "bytes" ? unitOf(Math.max(Math.abs(low), Math.abs(high))) : 0;
	return [low, high].map((value) => sign(inUnit(value, scale))).join(between) + (unit === "bytes" ? ` ${UNITS[scale]}` : "");
}
function time(when, now = Date.now()) {
	let date = new Date(when ?? NaN);
	if (Number.isNaN(date.getTime()))
		return "–";
	let text = date.toLocaleString("sv");
	return date.toDateString() === new Date(now).toDateString() ? text.slice(11) : text;
}
function offText(when, moment) {
	let seconds = Math.round((Date.parse(when) - moment) / 1e3), off = seconds === 0 ? "the same second" : `${duration(Math.abs(seconds))} ${seconds < 0 ? "earlier" : "later"}`;
	return `${time(when)} (${off})`;
}
function duration(seconds) {
	if (seconds == null || !Number.isFinite(seconds))
		return "–";
	let whole = Math.max(0, Math.round(seconds));
	return [`${Math.floor(whole / 3600)} h`, `${Math.floor(whole / 60) % 60} min`, `${whole % 60} s`].filter((part) => !part.startsWith("0")).slice(0, 2).join(" ") || "0 s";
}
function parseDuration(text) {
	let trimmed = text.trim().replace(/^\d+$/, "$&s"), found = /^(?:(\d+)\s*h)?\s*(?:(\d+)\s*m(?:in)?)?\s*(?:(\d+)\s*s)?$/.exec(trimmed);
	if (!found || !trimmed)
		return null;
	let [hours, minutes, seconds] = found.slice(1).map((number) => Number(number ?? 0));
	return hours * 3600 + minutes * 60 + seconds;
}
function ticks(max, unit, atMost = 6) {
	if (!(max > 0))
		return [0];
	let step = unit === "bytes" ? 1024 ** unitOf(max / atMost) : 10 ** Math.max(0, Math.floor(Math.log10(max / atMost)));
	for (; max / step > atMost; )
		step *= 2;
	return Array.from({ length: Math.ceil(max / step) + 1 }, (_, i) => i * step);
}

function shortName(name) {
	return isJava(name) ? shortJava(name) : shortNative(name);
}
function isJava(name) {
	return /^[\p{L}_$][\p{L}\p{N}_$]*([./][^\s:().@]+)+$/u.test(name) && !/\.so\b/.test(name);
}
function shortJava(name) {
	let [, path, method] = /^(.*)[./](.+)$/.exec(name), whole = (/(?:^|[./])([\p{Lu}_$].*)/u.exec(path) ?? /([^./]+)$/.exec(path))[1], type = whole.replace(/(\$\$|\/).*/, "").replace(/\$(\d+)/g, " #$1").replace(/\$/g, "."), lambda = /^lambda\$(\w+?)\$\d+$/.exec(method)?.[1];
	return whole.includes("$$Lambda") ? `λ in ${type}` : lambda ? /^(new|static)$/.test(lambda) ? `λ in ${lambda} ${type}` : `λ in ${type}.${lambda}` : method === "<init>" ? `new ${type}` : method === "<clinit>" ? `static ${type}` : `${type}.${method}`;
}
function shortNative(name) {
	if (name.startsWith("<"))
		return name;
	let operators = [], out = name.replace(/\(anonymous namespace\)/g, "{anonymous}").replace(/\[abi:[^\]]*\]/g, "").replace(/\boperator ?(\(\)|<=>|<<=?|>>=?|->\*?|[<>]=?|(new|delete)\b(\[\])?)/g, (operator) => (operators.push(operator), ""));
	for (let before = ""; before !== out; )
		before = out, out = out.replace(/\([^()<>]*\)|<[^()<>]*>/g, (inner) => inner.startsWith("<") ? "" : "");
	if (out = out.replace(/\s+(const|volatile|noexcept|&+)(?=\s|$)/g, "").trim(), /[<>()]/.test(out) || out === "")
		return name;
	name.includes("(") && (out = out.slice(out.lastIndexOf(" ") + 1));
	let parts = out.split("::");
	return (parts.length > 3 ? `…${parts.slice(-2).join("::")}` : out).replace(/\u0002+/g, "<…>").replace(/\u0001/g, () => operators.shift());
}

function damaged(why) {
	return new Failure("cannot show this profile", why, "Make the report or load the page again with the same version of Jemscope.");
}
var Field = class _Field {
	constructor(value, where) {
		this.value = value;
		this.where = where;
	}
	no(what) {
		return damaged(`${this.where} is ${(JSON.stringify(this.value) ?? "absent").slice(0, 40)}, not ${what}`);
	}
	object() {
		if (typeof this.value != "object" || this.value === null || Array.isArray(this.value))
			throw this.no("an object");
		return this.value;
	}
	get(key, otherwise = null) {
		return new _Field(this.object()[key] ?? otherwise, `${this.where}.${key}`);
	}
	orNull(read) {
		return this.value === null ? null : read(this);
	}
	text() {
		if (typeof this.value != "string")
			throw this.no("a string");
		return this.value;
	}
	texts(...keys) {
		return Object.fromEntries(keys.map((key) => [key, this.get(key).text()]));
	}
	integer(limit) {
		if (!Number.isInteger(this.value) || this.value < 0 || this.value >= limit)
			throw this.no(`an integer from 0 to ${limit - 1}`);
		return this.value;
	}
	array(length) {
		if (!Array.isArray(this.value))
			throw this.no("an array");
		if (length !== void 0 && this.value.length !== length)
			throw damaged(`${this.where} has ${this.value.length} entries, not ${length}`);
		return this.value;
	}
	at(i) {
		return new _Field(this.value[i], `${this.where}[${i}]`);
	}
	each(read, length) {
		return this.array(length).map((_, i) => read(this.at(i)));
	}
	indices(length, limit) {
		return Int32Array.from(this.array(length), (index, i) => typeof index == "number" && (index | 0) === index && index >= 0 && index < limit ? index : this.at(i).integer(limit));
	}
	numbers(length) {
		return Float64Array.from(this.array(length), (number, i) => {
			if (!Number.isFinite(number))
				throw this.at(i).no("a number");
			return number;
		});
	}
};
function decode(json) {
	let page = new Field(json, "page");
	if (page.get("format").value !== "jemscope-page")
		throw damaged("the data is not a page of Jemscope");
	if (page.get("version").value !== 1)
		throw damaged(`the data has version ${page.get("version").value}, this page reads version 1`);
	let strings = page.get("strings").each((string) => string.text()), types = page.get("types").each((type) => type.texts("id", "unit", "text"));
	if (types.length === 0)
		throw damaged("page.types is empty");
	let kinds = page.get("kinds").each((kind) => kind.texts("id", "text")), text = (field) => field.text(), object = (field) => field.object(), pruned = page.get("pruned", {});
	return {
		title: page.get("title").text(),
		program: page.get("program").orNull(text),
		pid: page.get("pid").orNull((pid2) => pid2.integer(2 ** 53)),
		taken: page.get("taken").orNull(text),
		base: page.get("base").orNull((base) => ({ title: base.get("title").text(), taken: base.get("taken").orNull(text) })),
		types,
		type: page.get("type", 0).integer(types.length),
		kinds,
		strings,
		quality: page.get("quality", []).each((note) => ({ level: note.get("level").value === "warning" ? "warning" : "note", about: note.get("about", "").text(), text: note.get("text").text() })),
		pruned: { stacks: pruned.get("stacks", 0).integer(2 ** 53), values: [...pruned.get("values", types.map(() => 0)).numbers(types.length)] },
		holders: page.get("holders").orNull(object),
		trend: page.get("trend").orNull(object),
		sources: page.get("sources").orNull(object),
		...decodeStacks(page, strings.length, kinds.length, types.length)
	};
}
function decodeStacks(page, strings, kinds, types) {
	let frames = page.get("frames"), frameCount = frames.get("name").array().length, ofFrames = (key) => frames.get(key).indices(frameCount, strings), depths = page.get("tree").get("depth"), nodes = depths.array(), nodeParent = new Int32Array(nodes.length), path = [];
	for (let node = 0; node < nodes.length; node++) {
		let depth = nodes[node];
		Number.isInteger(depth) && depth >= 0 && depth <= path.length || depths.at(node).integer(path.length + 1), nodeParent[node] = depth === 0 ? -1 : path[depth - 1], path.length = depth, path.push(node);
	}
	let samples = page.get("samples"), deltas = samples.get("node"), count2 = deltas.array().length, sampleNode = deltas.indices(count2, nodes.length);
	for (let i = 1; i < count2; i++)
		sampleNode[i] += sampleNode[i - 1], sampleNode[i] >= nodes.length && deltas.at(i).integer(nodes.length - sampleNode[i - 1]);
	let values = (field) => field.each((row) => row.numbers(count2), types);
	return {
		frameName: ofFrames("name"),
		frameKind: frames.get("kind").indices(frameCount, kinds),
		frameSource: ofFrames("source"),
		frameGroup: ofFrames("group"),
		nodeFrame: page.get("tree").get("frame").indices(nodes.length, frameCount),
		nodeParent,
		sampleNode,
		sampleThread: samples.get("thread").orNull((threads) => threads.indices(count2, strings)),
		values: values(samples.get("values")),
		baseValues: samples.get("base").orNull(values)
	};
}
async function decodeEmbedded(base64) {
	if (typeof DecompressionStream > "u")
		throw new Failure("cannot open this report", "the browser is too old: it has no DecompressionStream", "Open the file with Chrome or Edge 111, Firefox 113, Safari 16.4 or newer.");
	let json;
	try {
		let packed = Uint8Array.from(atob(base64.trim()), (char) => char.charCodeAt(0)), stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
		json = await new Response(stream).json();
	} catch {
		throw damaged("the data inside the file is cut or changed");
	}
	return decode(json);
}

function searchExpression(text) {
	let flags = /\p{Lu}/u.test(text.replace(/\\./g, "")) ? "" : "i";
	try {
		return new RegExp(text, flags);
	} catch {
		return new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), flags);
	}
}
function matched(frames, stacks, flags, through) {
	let { parent, frame, weight } = stacks, nodes = parent.length, required = frames.flags((i) => through === null || frames.name(i) === through), seen = new Uint8Array(nodes), result = { weight: 0, whole: 0 };
	for (let node = 0; node < nodes; node++) {
		let up = parent[node], bits = (up < 0 ? 0 : seen[up]) | flags[frame[node]] | required[frame[node]] << 1;
		seen[node] = bits, bits & 2 && (result.whole += weight[node], bits & 1 && (result.weight += weight[node]));
	}
	return result;
}
function matches(tree, flags) {
	let boxes = [];
	for (let box = 1; box < tree.size; box++)
		flags[tree.frame[box]] && boxes.push(box);
	return boxes;
}
function neighbour(boxes, from, step) {
	let after = boxes.findIndex((box) => step > 0 ? box > from : box >= from);
	return boxes.at(step > 0 ? Math.max(0, after) : Math.max(after, 0) - 1) ?? -1;
}

var Frames = class {
	constructor(data) {
		this.data = data;
		this.made = [];
		this.numbers = new Map();
	}
	get count() {
		return this.data.frameName.length + this.made.length;
	}
	make(name, like = -1) {
		let number = this.numbers.get(name);
		return number === void 0 && (number = this.count, this.numbers.set(name, number), this.made.push({ name, like })), number;
	}
	isMade(frame) {
		return frame >= this.data.frameName.length;
	}
	name(frame) {
		let { data } = this;
		return this.isMade(frame) ? this.made[frame - data.frameName.length].name : data.strings[data.frameName[frame]];
	}
	source(frame) {
		return this.isMade(frame) ? "" : this.data.strings[this.data.frameSource[frame]];
	}
	group(frame) {
		let real = this.real(frame);
		return real < 0 ? "" : this.data.strings[this.data.frameGroup[real]];
	}
	kind(frame) {
		let real = this.real(frame);
		return real < 0 ? -1 : this.data.frameKind[real];
	}
	real(frame) {
		return this.isMade(frame) ? this.made[frame - this.data.frameName.length].like : frame;
	}
	key(frame) {
		let source = this.source(frame);
		return source === "" ? this.name(frame) : `${this.name(frame)} (${source})`;
	}
	flags(test) {
		return Uint8Array.from({ length: this.count }, (_, frame) => test(frame) ? 1 : 0);
	}
	matching(expression) {
		let { data } = this, tested = new Uint8Array(data.strings.length), test = (index) => (tested[index] ||= expression.test(data.strings[index]) ? 2 : 1, tested[index] === 2);
		return this.flags((frame) => this.isMade(frame) ? expression.test(this.name(frame)) : test(data.frameName[frame]) || data.frameSource[frame] > 0 && test(data.frameSource[frame]));
	}
}, COLUMNS = ["now", "before", "weight"];
function newSums(nodes) {
	return { now: new Float64Array(nodes + 1), before: new Float64Array(nodes + 1), weight: new Float64Array(nodes + 1) };
}
function add(target, to, source, from) {
	for (let column of COLUMNS)
		target[column][to] += source[column][from];
}
var Trie = class {
	constructor() {
		this.size = 0;
		this.parent = new Int32Array(1024);
		this.frame = new Int32Array(1024);
		this.slots = new Int32Array(4096).fill(-1);
	}
	child(parent, frame) {
		let slot = this.slot(parent, frame);
		return this.slots[slot] >= 0 ? this.slots[slot] : (this.size === this.parent.length && (this.grow(), slot = this.slot(parent, frame)), this.slots[slot] = this.size, this.parent[this.size] = parent, this.frame[this.size] = frame, this.size++);
	}
	done() {
		return { parent: this.parent.slice(0, this.size), frame: this.frame.slice(0, this.size) };
	}
	slot(parent, frame) {
		let hash = Math.imul(parent + 1, 2654435761) ^ Math.imul(frame + 1, 2246822507);
		for (let slot = hash ^ hash >>> 15; ; slot++) {
			slot &= this.slots.length - 1;
			let node = this.slots[slot];
			if (node < 0 || this.parent[node] === parent && this.frame[node] === frame)
				return slot;
		}
	}
	grow() {
		let { parent, frame } = this;
		this.parent = new Int32Array(parent.length * 2), this.frame = new Int32Array(parent.length * 2), this.parent.set(parent), this.frame.set(frame), this.slots = new Int32Array(this.slots.length * 2).fill(-1);
		for (let node = 0; node < this.size; node++)
			this.slots[this.slot(parent[node], frame[node])] = node;
	}
};
function filterExpression(pattern2) {
	return new RegExp(pattern2, "u");
}
function exactly(name) {
	return `^${name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}$`;
}
var DROPPED = -2, NOT_YET = -3;
function shape(frames, filters, fold) {
	let { data } = frames;
	if (filters.length === 0 && !fold)
		return { parent: data.nodeParent, frame: data.nodeFrame, of: null };
	let flags = (kind) => filters.filter((filter) => filter.kind === kind).map((filter) => frames.matching(filterExpression(filter.pattern))), focus = flags("focus"), ignore = flags("ignore"), hide2 = flags("hide"), showFrom = flags("show_from"), allFocused = 2 ** focus.length - 1, nodes = data.nodeFrame.length, at = new Int32Array(nodes), of = new Int32Array(nodes), focused = new Int32Array(nodes), trie = new Trie(), start2 = showFrom.length > 0 ? NOT_YET : -1;
	for (let node = 0; node < nodes; node++) {
		let frame = data.nodeFrame[node], parent = data.nodeParent[node], position = parent < 0 ? start2 : at[parent], seen = parent < 0 ? 0 : focused[parent];
		focus.forEach((matches2, i) => seen |= matches2[frame] << i), focused[node] = seen, position !== DROPPED && ignore.some((matches2) => matches2[frame]) && (position = DROPPED);
		let hidden = hide2.some((matches2) => matches2[frame]);
		if (position === NOT_YET && !hidden && showFrom.some((matches2) => matches2[frame]) && (position = -1), position >= -1 && !hidden) {
			let earlier = fold ? occurrence(data, trie, position, frame) : -1;
			position = earlier >= 0 ? earlier : trie.child(position, frame);
		}
		at[node] = position, of[node] = position >= 0 && seen === allFocused ? position : DROPPED;
	}
	return { ...trie.done(), of };
}
function occurrence({ frameName }, trie, node, frame) {
	let wanted = frameName[frame];
	for (; node >= 0 && frameName[trie.frame[node]] !== wanted; )
		node = trie.parent[node];
	return node;
}
function select(frames, selection) {
	let { data } = frames, { parent, frame, of } = shape(frames, selection.filters, selection.fold), values = data.values[selection.type], baseValues = data.baseValues?.[selection.type] ?? null, samples = data.sampleNode.length, ends2 = of === null ? data.sampleNode : data.sampleNode.map((node) => of[node]);
	selection.split !== "none" && ({ parent, frame, ends: ends2 } = split(frames, selection.split, parent, frame, ends2));
	let sums = newSums(parent.length), { now, before, weight } = sums;
	for (let i = 0; i < samples; i++) {
		let node = ends2[i];
		node >= 0 && (now[node] += values[i], before[node] += baseValues ? baseValues[i] : 0);
	}
	hide(frames, parent, frame, sums, selection.hidden);
	for (let node = 0; node < parent.length; node++) {
		let here = now[node], earlier = before[node];
		selection.value === "now" ? weight[node] = Math.abs(here) : selection.value === "change" ? weight[node] = Math.max(Math.abs(here), Math.abs(earlier)) : here > earlier ? weight[node] = here - earlier : now[node] = before[node] = 0;
	}
	return { parent, frame, ...sums };
}
function split(frames, by, parent, frame, ends2) {
	let { data } = frames, trie = new Trie(), labels = by === "package" ? packages(frames, parent, frame) : null, threads = data.sampleThread, threadFrames = new Map(), threadFrame = (thread) => {
		let made = threadFrames.get(thread);
		return made === void 0 && (made = frames.make(data.strings[thread] || "(thread unknown)"), threadFrames.set(thread, made)), made;
	}, pairs = new Trie(), standsFor = [], waiting2 = [], next = new Int32Array(ends2.length);
	for (let i = 0; i < ends2.length; i++) {
		let node = ends2[i];
		if (node < 0) {
			next[i] = DROPPED;
			continue;
		}
		let label2 = labels ? labels[node] : threadFrame(threads ? threads[i] : 0), position = -1;
		for (; node >= 0 && position < 0; node = parent[node]) {
			let pair = pairs.child(label2, node);
			pair < standsFor.length ? position = standsFor[pair] : (standsFor.push(-1), waiting2.push(pair));
		}
		for (position < 0 && (position = trie.child(-1, label2)); waiting2.length > 0; ) {
			let pair = waiting2.pop();
			position = trie.child(position, frame[pairs.frame[pair]]), standsFor[pair] = position;
		}
		next[i] = position;
	}
	return { ...trie.done(), ends: next };
}
function packages(frames, parent, frame) {
	let made = new Int32Array(frames.count);
	return holders(frames, parent, frame).map((holder) => (made[holder] ||= frames.make(frames.group(holder) || "(package unknown)"), made[holder]));
}
function holders(frames, parent, frame) {
	let ranks = frames.data.kinds.map(({ id }) => ["jdk", "java", "own"].indexOf(id)), rank = Int8Array.from({ length: frames.count }, (_, i) => ranks[frames.kind(i)] ?? -1), holder = frame.slice();
	for (let node = 0; node < parent.length; node++) {
		let above = parent[node] < 0 ? -1 : holder[parent[node]];
		above >= 0 && rank[above] > rank[holder[node]] && (holder[node] = above);
	}
	return holder;
}
function topHolder(frames, stacks) {
	let holder = holders(frames, stacks.parent, stacks.frame), sums = new Map(), best = null;
	for (let node = 0; node < holder.length; node++)
		if (stacks.weight[node] > 0) {
			let name = frames.name(holder[node]), sum = (sums.get(name) ?? 0) + stacks.weight[node];
			sums.set(name, sum), (best === null || sum > sums.get(best)) && (best = name);
		}
	return best;
}
function hide(frames, parent, frame, { now, before }, hidden) {
	let flags = (key) => frames.flags((i) => frames.key(i) === key || frames.name(i) === key), paths = hidden.map((path) => {
		let isUp = path[0] === "↑", isAnywhere = path[0] === "*", steps = path.slice(isUp || isAnywhere ? 1 : 0).map(flags);
		return { isUp, isAnywhere, inwards: isUp ? steps : steps.reverse() };
	}), gone = new Uint8Array(parent.length);
	for (let node = 0; paths.length > 0 && node < parent.length; node++) {
		let isGone = parent[node] >= 0 && gone[parent[node]] === 1;
		gone[node] = isGone ? 1 : 0;
		for (let { isUp, isAnywhere, inwards } of paths) {
			let at = node, i = 0;
			for (; i < inwards.length && at >= 0 && inwards[i][frame[at]]; )
				at = parent[at], i++;
			i > 0 && i === inwards.length && (isUp || isAnywhere || at < 0) && (isGone = !0, gone[node] ||= isUp ? 0 : 1);
		}
		isGone && (now[node] = before[node] = 0);
	}
}

function topDown(frames, stacks) {
	return arrange(stacks, frames.make("all"));
}
var SMALLEST_OPENED = 2e-5, CUT_SHOWS = 0.05;
function bottomUp(frames, stacks, labelled, zoom = []) {
	let size = 0, entries = new Int32Array(stacks.parent.length);
	for (let node = 0; node < stacks.parent.length; node++)
		stacks.weight[node] > 0 && (entries[size++] = node);
	let start2 = entries.slice(0, size), up = outwards(frames, stacks, start2, start2, stacks, labelled ? outermost(stacks) : null, zoom);
	return arrange(up, frames.make("all"), up.isCut);
}
function sandwich(frames, stacks, name, zoom = []) {
	let { parent, frame } = stacks, isFunction = frames.flags((i) => frames.name(i) === name), root2 = frames.make(name, isFunction.indexOf(1)), inside = new Int32Array(parent.length).fill(DROPPED), entered = [], trie = new Trie();
	for (let node = 0; node < parent.length; node++) {
		let up = parent[node];
		up >= 0 && inside[up] > DROPPED ? inside[node] = trie.child(inside[up], frame[node]) : isFunction[frame[node]] && (inside[node] = -1, entered.push(node));
	}
	let below = { ...trie.done(), ...newSums(trie.size) };
	for (let node = 0; node < parent.length; node++) {
		let target = inside[node];
		target > DROPPED && add(below, target < 0 ? trie.size : target, stacks, node);
	}
	let entries = Int32Array.from(entered), callers = entries.map((node) => parent[node]), above = outwards(frames, stacks, entries, callers, totals(stacks), null, zoom);
	return [arrange(below, root2), arrange(above, root2, above.isCut)];
}
function outwards(frames, stacks, entries, from, sums, labels, zoom) {
	let { parent, frame } = stacks, trie = new Trie(), held = [], within = [], zoomed = -1, total = entries.reduce((sum, node) => sum + sums.weight[node], 0), isOpened = (box2) => {
		let depth = within[box2];
		return depth >= 0 && depth < zoom.length || held[box2] > SMALLEST_OPENED * (depth >= 0 && zoomed >= 0 ? held[zoomed] : total);
	}, at = from.slice(), box = new Int32Array(entries.length).fill(-1), isCut = !1;
	for (let active = entries.map((_, i) => i); active.length > 0; ) {
		active = active.filter((i) => at[i] >= 0);
		for (let i of active) {
			let node = at[i], inner = box[i], isLabel = labels !== null && inner < 0, caller = isLabel ? labels[node] : frame[node], outer = trie.child(inner, caller);
			if (outer === held.length) {
				held.push(0);
				let depth = inner < 0 ? 0 : within[inner];
				depth >= 0 && depth < zoom.length && (depth = frames.key(caller) === zoom[depth] ? depth + 1 : -1, zoomed = depth === zoom.length ? outer : zoomed), within.push(depth);
			}
			if (held[outer] += sums.weight[entries[i]], box[i] = outer, !isLabel) {
				let up = parent[node];
				at[i] = labels && up >= 0 && parent[up] < 0 ? -1 : up;
			}
		}
		active = active.filter((i) => {
			let goesOn = isOpened(box[i]);
			return isCut ||= !goesOn && at[i] >= 0, goesOn;
		});
	}
	let callers = { ...trie.done(), ...newSums(trie.size) };
	return entries.forEach((node, i) => add(callers, box[i] < 0 ? trie.size : box[i], sums, node)), { ...callers, isCut };
}
function outermost({ parent, frame }) {
	let first = frame.slice();
	for (let node = 0; node < parent.length; node++)
		parent[node] >= 0 && (first[node] = first[parent[node]]);
	return first;
}
function totals(stacks) {
	let { parent } = stacks, nodes = parent.length, sums = { now: stacks.now.slice(), before: stacks.before.slice(), weight: stacks.weight.slice() };
	for (let node = nodes - 1; node >= 0; node--) {
		let up = parent[node];
		add(sums, up < 0 ? nodes : up, sums, node);
	}
	return sums;
}
function arrange(stacks, rootFrame, isCut = !1) {
	let { parent } = stacks, nodes = parent.length, { now, before, weight } = totals(stacks), starts = new Int32Array(nodes + 2), kept2 = 1;
	for (let node = 0; node < nodes; node++)
		if (weight[node] > 0) {
			let up = parent[node];
			starts[(up < 0 ? nodes : up) + 1]++, kept2++;
		}
	for (let i = 1; i < starts.length; i++)
		starts[i] = starts[i] + starts[i - 1];
	let children = new Int32Array(kept2 - 1), filled = starts.slice();
	for (let node = 0; node < nodes; node++)
		if (weight[node] > 0) {
			let up = parent[node];
			children[filled[up < 0 ? nodes : up]++] = node;
		}
	for (let node = 0; node <= nodes; node++)
		sortByWeight(children, starts[node], starts[node + 1], weight);
	let tree = {
		size: kept2,
		frame: new Int32Array(kept2),
		parent: new Int32Array(kept2),
		first: new Int32Array(kept2 + 1),
		depth: new Int32Array(kept2),
		self: new Float64Array(kept2),
		total: new Float64Array(kept2),
		before: new Float64Array(kept2),
		weight: new Float64Array(kept2),
		x: new Float64Array(kept2),
		isCut
	}, origin = new Int32Array(kept2);
	origin[0] = nodes, tree.frame[0] = rootFrame, tree.parent[0] = -1;
	let size = 1;
	for (let at = 0; at < size; at++) {
		let node = origin[at];
		tree.self[at] = stacks.now[node], tree.total[at] = now[node], tree.before[at] = before[node], tree.weight[at] = weight[node], tree.first[at] = size;
		let x = tree.x[at];
		for (let i = starts[node]; i < starts[node + 1]; i++) {
			let child = children[i];
			origin[size] = child, tree.parent[size] = at, tree.frame[size] = stacks.frame[child], tree.depth[size] = tree.depth[at] + 1, tree.x[size] = x, x += weight[child], size++;
		}
	}
	return tree.first[kept2] = size, tree;
}
function sortByWeight(nodes, begin, end, weight) {
	if (end - begin > 16) {
		nodes.subarray(begin, end).sort((a, b) => weight[b] - weight[a] || a - b);
		return;
	}
	for (let i = begin + 1; i < end; i++) {
		let node = nodes[i], to = i;
		for (; to > begin && weight[nodes[to - 1]] < weight[node]; )
			nodes[to] = nodes[to - 1], to--;
		nodes[to] = node;
	}
}
function pathOf(frames, tree, box) {
	let path = [];
	for (let at = box; at > 0; at = tree.parent[at])
		path.push(frames.key(tree.frame[at]));
	return path.reverse();
}
function boxAt(frames, tree, path) {
	let at = 0;
	for (let key of path) {
		let child = tree.first[at], end = tree.first[at + 1];
		for (; child < end && frames.key(tree.frame[child]) !== key; )
			child++;
		if (child === end)
			break;
		at = child;
	}
	return at;
}

var KINDS = ["own", "java", "jdk", "jvm", "native", "allocator", "unknown"], ROOT = KINDS.length, HUES = 12, STEPS = 4;
function mix(a, b, part) {
	return a.map((value, i) => Math.round(value + (b[i] - value) * part));
}
var css = (rgb) => `rgb(${rgb})`;
function palette(by) {
	let style = getComputedStyle(document.documentElement), read = (name) => {
		let value = style.getPropertyValue(`--${name}`).trim();
		return /^#[0-9a-f]{6}$/i.test(value) ? [1, 3, 5].map((i) => parseInt(value.slice(i, i + 2), 16)) : [128, 128, 128];
	}, surface = read("bg"), root2 = read("flame-root"), fills, hatches = [];
	if (by === "kind")
		fills = [...KINDS.map((kind) => read(`flame-${kind}`)), root2], hatches = KINDS.map((_, i) => i);
	else if (by === "package") {
		let [light, dark] = [read("flame-hue-low"), read("flame-hue-high")];
		fills = Array.from({ length: HUES }, (_, i) => hue(i / HUES, dark, light)), hatches = fills.map((_, i) => i), fills.push(root2);
	} else {
		let same = read("flame-same");
		fills = [], hatches = [6, 3, 3, 3, 0, 2, 2, 2, 5];
		for (let step = -STEPS; step <= STEPS; step++)
			fills.push(mix(same, read(step < 0 ? "flame-less" : "flame-more"), Math.abs(step) / STEPS));
	}
	return {
		fills: fills.map(css),
		faint: fills.map((fill) => css(mix(fill, surface, 0.6))),
		hatches,
		match: css(read("flame-match")),
		text: css(read("text")),
		matchText: css(read("flame-match-text")),
		surface: css(surface),
		rest: css(read("flame-rest"))
	};
}
function hue(turn, high, low) {
	return high.map((value, i) => {
		let wave = 0.5 + 0.5 * Math.cos(2 * Math.PI * (turn - i / 3));
		return Math.round(low[i] + (value - low[i]) * wave);
	});
}
function filler(frames, by) {
	if (by === "change")
		return (tree, box) => changeStep(tree.total[box], tree.before[box]);
	let last = by === "kind" ? ROOT : HUES, hues = by === "package" ? packageHues(frames) : null, kinds = frames.data.kinds.map(({ id }) => KINDS.includes(id) ? KINDS.indexOf(id) : KINDS.indexOf("unknown")), fills = new Uint8Array(frames.count);
	for (let frame = 0; frame < frames.count; frame++)
		fills[frame] = frames.kind(frame) < 0 ? last : hues ? hues.get(frames.group(frame)) : kinds[frames.kind(frame)];
	return (tree, box) => fills[tree.frame[box]];
}
function changeStep(now, before) {
	let larger = Math.max(Math.abs(now), Math.abs(before), Math.abs(now - before));
	return STEPS + Math.round(STEPS * (now - before) / (larger || 1));
}
function packageHues({ data }) {
	let functions = new Map();
	for (let group of data.frameGroup) {
		let name = data.strings[group];
		functions.set(name, (functions.get(name) ?? 0) + 1);
	}
	let names = [...functions].sort((a, b) => b[1] - a[1]).map(([name]) => name);
	return new Map(names.map((name, i) => [name, i * 5 % HUES]));
}
var MOST_PACKAGES = 10;
function legend(frames, by, scene) {
	if (by === "kind")
		return frames.data.kinds.map(({ id, text }) => ({ fill: Math.max(0, KINDS.indexOf(id)), text }));
	if (by === "change")
		return ["gone", "shrunk", "as before", "grown", "new"].map((text, i) => ({ fill: STEPS / 2 * i, text }));
	let hues = packageHues(frames), widths2 = new Map();
	for (let { tree, box, w, rows } of scene.parts)
		for (let i = 0; i < rows.at(-1); i++) {
			let group = frames.group(tree.frame[box[i]]);
			group !== "" && widths2.set(group, (widths2.get(group) ?? 0) + w[i]);
		}
	return [...widths2].sort((a, b) => b[1] - a[1]).slice(0, MOST_PACKAGES).map(([text]) => ({ fill: hues.get(text), text }));
}

var useEffect = JemscopeLibraries.useEffect;
var useLayoutEffect = JemscopeLibraries.useLayoutEffect, useMemo = JemscopeLibraries.useMemo;
var useRef = JemscopeLibraries.useRef, useState = JemscopeLibraries.useState;

function Select({ label: label2, value, choices, choose }) {
	return h("label", null, h("span", { class: "muted" }, label2), h("select", { value, onChange: (event) => choose(event.currentTarget.value) }, choices.map(([id, text]) => h("option", { key: id, value: id }, text))));
}

var NARROWEST = 0.5;
function layPart(tree, zoom, width) {
	let path = [];
	for (let at = zoom; at >= 0; at = tree.parent[at])
		path.unshift(at);
	let box = path.slice(), x = path.map(() => 0), w = path.map(() => width), rows = path.map((_, i) => i), rest = [], scale = width / (tree.weight[zoom] || 1), left = tree.x[zoom];
	for (let begin = box.length - 1; begin < box.length; ) {
		let end = box.length;
		for (let i = begin; i < end; i++) {
			let last = tree.first[box[i] + 1];
			for (let child = tree.first[box[i]]; child < last; child++) {
				let from = (tree.x[child] - left) * scale, wide = tree.weight[child] * scale;
				if (wide < NARROWEST) {
					let all = (tree.x[last - 1] + tree.weight[last - 1] - left) * scale - from;
					all >= NARROWEST && rest.push(rows.length, from, all);
					break;
				}
				box.push(child), x.push(from), w.push(wide);
			}
		}
		rows.push(end), begin = end;
	}
	return { tree, zoom, box, x, w, rows, origin: 0, direction: 1, from: 0, rest };
}
function lay(frames, trees, root2, inverted, width, minimum = 0) {
	let parts = trees.map((tree, i) => layPart(tree, zoomOf(frames, tree, i, root2), width)), [below, above] = parts, lines = lineCount(below);
	if (below.direction = inverted ? -1 : 1, above) {
		let aboveLines = Math.max(0, lineCount(above) - 1);
		above.from = 1, above.direction = inverted ? 1 : -1, above.origin = below.origin = inverted ? lines - 1 : aboveLines, lines += aboveLines;
	} else inverted && (lines = Math.max(lines, minimum), below.origin = lines - 1);
	return { parts, lines, width };
}
function zoomOf(frames, tree, number, root2) {
	let isCaller = number > 0;
	return root2[0] === "↑" === isCaller ? boxAt(frames, tree, root2.slice(isCaller ? 1 : 0)) : 0;
}
function lineCount(part) {
	let deepestRest = part.rest.length > 0 ? part.rest[part.rest.length - 3] + 1 : 0;
	return Math.max(part.rows.length - 1, deepestRest);
}
function lineOf(part, row) {
	return part.origin + part.direction * row;
}
function rowOn(part, line) {
	let row = (line - part.origin) * part.direction;
	return row >= part.from && row < part.rows.length - 1 ? row : -1;
}
function hit(scene, x, line) {
	for (let part of scene.parts) {
		let row = rowOn(part, line);
		if (row >= 0) {
			let index = lastUpTo(part, row, part.x, x);
			if (index >= 0 && x < part.x[index] + part.w[index])
				return hitOf(part, index);
		}
	}
	return null;
}
function lastUpTo(part, row, values, most) {
	let low = part.rows[row], high = part.rows[row + 1];
	for (; low < high; ) {
		let middle = low + high >> 1;
		values[middle] <= most ? low = middle + 1 : high = middle;
	}
	return low > part.rows[row] ? low - 1 : -1;
}
function hitOf(part, index) {
	return { part, index, tree: part.tree, box: part.box[index] };
}
function find(scene, { tree, box }) {
	let part = scene.parts.find((one) => one.tree === tree), row = tree.depth[box];
	if (!part || row < part.from || row > part.rows.length - 2)
		return null;
	let index = lastUpTo(part, row, part.box, box);
	return part.box[index] === box ? hitOf(part, index) : null;
}
function lineOfHit(at) {
	return lineOf(at.part, at.tree.depth[at.box]);
}
function beside(scene, at, key) {
	let { part, index, tree, box } = at, row = tree.depth[box];
	if (key === "ArrowLeft" || key === "ArrowRight") {
		let next = index + (key === "ArrowLeft" ? -1 : 1);
		return next >= part.rows[row] && next < part.rows[row + 1] ? hitOf(part, next) : null;
	}
	let line = lineOf(part, row) + (key === "ArrowUp" ? -1 : 1), outwards2 = key === "ArrowUp" == (part.direction === 1);
	if (outwards2 && row > part.from)
		return find(scene, { tree, box: tree.parent[box] });
	if (outwards2)
		return hit(scene, part.x[index] + Math.min(1, part.w[index] / 2), line);
	for (let inner = part.zoom; inner > 0; inner = tree.parent[inner])
		if (tree.parent[inner] === box)
			return find(scene, { tree, box: inner });
	let child = tree.first[box];
	return child < tree.first[box + 1] ? find(scene, { tree, box: child }) : null;
}

var SCALE = typeof document > "u" ? 1 : parseFloat(getComputedStyle(document.documentElement).fontSize) / 14;

var LINE = Math.round(18 * SCALE), TEXT_SIZE = 12 * SCALE, PADDING = 4, NARROWEST_LABEL = 24 * SCALE, NARROWEST_HATCH = 4, font = (ratio) => `${TEXT_SIZE * ratio}px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif`;
function draw(ctx, scene, look, window2) {
	let { ratio, top, height } = window2, { palette: palette2 } = look;
	ctx.setTransform(1, 0, 0, 1, 0, 0), ctx.fillStyle = palette2.surface, ctx.fillRect(0, 0, Math.round(scene.width * ratio), Math.round(height * ratio));
	for (let part of scene.parts) {
		for (let [begin, end, line] of visibleRows(part, top, height))
			drawRow(ctx, part, begin, end, Math.round((line * LINE - top) * ratio), look, ratio);
		drawRest(ctx, part, palette2, window2);
	}
}
function* visibleRows(part, top, height) {
	for (let row = part.from; row < part.rows.length - 1; row++) {
		let line = lineOf(part, row);
		(line + 1) * LINE > top && line * LINE < top + height && (yield [part.rows[row], part.rows[row + 1], line]);
	}
}
function drawRow(ctx, part, begin, end, y, look, ratio) {
	let { palette: palette2, matches: matches2 } = look, { tree } = part, match = palette2.fills.length, styles = [...matches2 ? palette2.faint : palette2.fills, palette2.match], colours = new Uint8Array(end - begin), used = new Set();
	for (let i = begin; i < end; i++) {
		let box = part.box[i], colour = matches2 && matches2[tree.frame[box]] ? match : look.fill(tree, box);
		colours[i - begin] = colour, used.add(colour);
	}
	let tall = Math.round((LINE - 1) * ratio), fillAll = (colour, style, narrowest) => {
		ctx.fillStyle = style;
		for (let i = begin; i < end; i++)
			if (colours[i - begin] === colour && part.w[i] >= narrowest) {
				let x = Math.round(part.x[i] * ratio), wide = Math.round((part.x[i] + part.w[i]) * ratio) - x;
				ctx.fillRect(x, y, wide > 3 ? wide - 1 : Math.max(1, wide), tall);
			}
	};
	for (let colour of used) {
		fillAll(colour, styles[colour], 0);
		let hatched = look.patterns ? palette2.hatches[colour] ?? 0 : 0;
		hatched > 0 && fillAll(colour, pattern(ctx, hatched, palette2.text, ratio), NARROWEST_HATCH);
	}
	ctx.font = font(ratio), ctx.textBaseline = "middle";
	for (let i = begin; i < end; i++)
		if (part.w[i] >= NARROWEST_LABEL) {
			let frame = tree.frame[part.box[i]], text = fit(ctx, look.label(frame), part.w[i] - 2 * PADDING, ratio);
			if (text !== "") {
				let colour = colours[i - begin], x = Math.round((part.x[i] + PADDING) * ratio);
				look.patterns && (ctx.fillStyle = styles[colour], ctx.fillRect(x - ratio, y, widthOf(ctx, text, ratio) * ratio + 2 * ratio, tall)), ctx.fillStyle = colour === match ? palette2.matchText : palette2.text, ctx.fillText(text, x, y + tall / 2 + ratio / 2);
			}
		}
}
function drawRest(ctx, part, palette2, { top, height, ratio }) {
	ctx.fillStyle = palette2.rest;
	for (let i = 0; i < part.rest.length; i += 3) {
		let y = lineOf(part, part.rest[i]) * LINE;
		if (part.rest[i] >= part.from && y + LINE > top && y < top + height) {
			let x = Math.round(part.rest[i + 1] * ratio), wide = Math.max(1, Math.round(part.rest[i + 2] * ratio));
			ctx.fillRect(x, Math.round((y - top) * ratio), wide, Math.round((LINE - 1) * ratio));
		}
	}
}
var widths = new Map();
function charWidth(ctx, char, ratio) {
	let width = widths.get(char);
	return width === void 0 && (width = ctx.measureText(char).width / ratio, widths.set(char, width)), width;
}
function widthOf(ctx, text, ratio) {
	let width = 0;
	for (let char of text)
		width += charWidth(ctx, char, ratio);
	return width;
}
function fit(ctx, label2, room, ratio) {
	if (widthOf(ctx, label2, ratio) <= room)
		return label2;
	let name = label2.replace(/:\d+$/, "");
	if (widthOf(ctx, name, ratio) <= room)
		return name;
	let last = /[^.:\s]{3,}$/.exec(name)?.[0] ?? name;
	if (widthOf(ctx, last, ratio) <= room)
		return last;
	let left = room - charWidth(ctx, "…", ratio), length = 0;
	for (let char of last) {
		if (left -= charWidth(ctx, char, ratio), left < 0)
			break;
		length += char.length;
	}
	return length < 2 ? "" : `${last.slice(0, length)}…`;
}
var TILE = 8, patterns = new Map();
function pattern(ctx, number, colour, ratio) {
	let key = `${number} ${colour} ${ratio}`, made = patterns.get(key);
	if (made === void 0) {
		let tile = document.createElement("canvas");
		tile.width = tile.height = TILE * ratio, hatch(tile.getContext("2d"), number, colour, ratio), made = ctx.createPattern(tile, "repeat"), patterns.set(key, made);
	}
	return made;
}
function hatch(ctx, number, colour, ratio) {
	ctx.scale(ratio, ratio), ctx.strokeStyle = ctx.fillStyle = colour, ctx.globalAlpha = 0.45, ctx.lineWidth = 1, ctx.beginPath();
	for (let [x1, y1, x2, y2] of HATCHES[number % HATCHES.length])
		ctx.moveTo(x1, y1), ctx.lineTo(x2, y2);
	ctx.stroke();
}
var RISING = [[0, 8, 8, 0]], FALLING = [[0, 0, 8, 8]], LEVEL = [[0, 4, 8, 4]], UPRIGHT = [[4, 0, 4, 8]], DOTS = [[1, 2, 3, 2], [5, 6, 7, 6]], HATCHES = [[], DOTS, RISING, FALLING, LEVEL, [...RISING, ...FALLING], UPRIGHT, [...LEVEL, ...UPRIGHT]];
function svg(scene, look, title) {
	let { palette: palette2, matches: matches2 } = look, escape = (text) => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`).replace(/[\u0000-\u0008\u000b-\u001f]/g, ""), measure = document.createElement("canvas").getContext("2d");
	measure.font = font(1);
	let out = [`<svg xmlns="http://www.w3.org/2000/svg" width="${scene.width}" height="${scene.lines * LINE}" font-family="sans-serif" font-size="${TEXT_SIZE}">`, `<rect width="100%" height="100%" fill="${palette2.surface}"/>`];
	for (let part of scene.parts)
		for (let [begin, end, line] of visibleRows(part, 0, scene.lines * LINE))
			for (let i = begin; i < end; i++) {
				let box = part.box[i], frame = part.tree.frame[box], isMatch = matches2 !== null && matches2[frame] === 1, fills = matches2 ? palette2.faint : palette2.fills, fill = isMatch ? palette2.match : fills[look.fill(part.tree, box)], [x, w, y] = [part.x[i], part.w[i], line * LINE];
				out.push(`<g><title>${escape(title({ tree: part.tree, box }))}</title><rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, w - 0.5).toFixed(1)}" height="${LINE - 1}" fill="${fill}"/>`);
				let text = w >= NARROWEST_LABEL ? fit(measure, look.label(frame), w - 2 * PADDING, 1) : "";
				if (text !== "") {
					let ink = isMatch ? palette2.matchText : palette2.text;
					out.push(`<text x="${(x + PADDING).toFixed(1)}" y="${y + 0.72 * LINE}" fill="${ink}">${escape(text)}</text>`);
				}
				out.push("</g>");
			}
	return out.push("</svg>"), out.join(`
`);
}

function Toolbar(props) {
	let { data, state, change, turn, isComparison } = props, [open, setOpen] = useState(!1);
	return h("div", { class: "toolbar flame-bar" }, h(Search, { ...props }), h(
		Choice,
		{ label: "Direction", value: state.direction, choices: [["down", "Top-down"], ["up", "Bottom-up"], ["sandwich", "Sandwich"]], choose: turn }
	), h("button", { class: "flame-more", "aria-expanded": open, onClick: () => setOpen(!open) }, "Options"), h("div", { class: "toolbar flame-options", "data-open": open ? "" : void 0 }, data.types.length > 1 && h(
		Select,
		{ label: "Show", value: String(state.type), choices: data.types.map((type, i) => [String(i), type.text]), choose: (type) => change({ type: Number(type) }) }
	), isComparison && h(Select, { label: "Width", value: state.value, choices: [["now", "now"], ["change", "larger of now and before"], ["grown", "only what grew"]], choose: (value) => change({ value }) }), h(
		Select,
		{ label: "Colour", value: state.colour, choices: [["kind", "kind of code"], ["package", "package"], ...isComparison ? [["change", "change"]] : []], choose: (colour) => change({ colour }) }
	), state.direction !== "sandwich" && h(
		Select,
		{ label: "Split", value: state.split, choices: [["none", "not at all"], ...data.sampleThread ? [["thread", "by thread"]] : [], ["package", "by package"]], choose: (split2) => change({ split: split2, root: [] }) }
	), h(
		Choice,
		{ label: "Roots", value: state.inverted ? "flame" : "icicle", choices: [["icicle", "Icicle"], ["flame", "Flame"]], choose: (value) => change({ inverted: value === "flame" }) }
	), h(Toggle, { text: "Fold recursion", title: "A function occurs once in a stack", on: state.fold, set: (fold) => change({ fold, root: [] }) }), h(Toggle, { text: "Patterns", title: "Hatch the boxes, to tell kinds apart without colours", on: props.patterns, set: props.setPatterns }), h(Toggle, { text: "Table", title: "The same stacks as a table (t)", on: props.asTable, set: props.setAsTable }), h("span", { class: "group" }, h("span", { class: "muted" }, "Save"), h("button", { disabled: props.asTable, onClick: () => props.save("svg") }, "SVG"), h("button", { disabled: props.asTable, onClick: () => props.save("png") }, "PNG"), h("button", { onClick: () => window.print() }, "Print"))));
}
function Search({ state, change, search, share, count: count2, step, focusGraph }) {
	return h(
		"form",
		{
			class: "flame-search",
			role: "search",
			onSubmit: (event) => {
				event.preventDefault(), step(1);
			}
		},
		h(
			"input",
			{
				ref: search,
				type: "search",
				placeholder: "Search functions (/)",
				"aria-label": "Search functions by regular expression",
				spellcheck: !1,
				autocomplete: "off",
				value: state.search,
				onInput: (event) => change({ search: event.currentTarget.value }),
				onKeyDown: (event) => {
					event.key === "Escape" && (change({ search: "" }), focusGraph(), event.preventDefault());
				}
			}
		),
		h("output", { class: "muted", "aria-live": "polite" }, share && (count2 === 0 ? "no match" : `${percent(share.weight, share.whole)} in ${count(count2)}`)),
		h("button", { type: "button", "aria-label": "Previous match", title: "Previous match (N)", disabled: count2 === 0, onClick: () => step(-1) }, "‹"),
		h("button", { type: "button", "aria-label": "Next match", title: "Next match (n)", disabled: count2 === 0, onClick: () => step(1) }, "›")
	);
}
function Choice({ label: label2, value, choices, choose }) {
	return h("div", { class: "group", role: "group", "aria-label": label2 }, choices.map(([id, text]) => h("button", { key: id, "aria-pressed": id === value, onClick: () => choose(id) }, text)));
}
function Toggle({ text, title, on, set }) {
	return h("button", { title, "aria-pressed": on, onClick: () => set(!on) }, text);
}
var nameOf = (key) => shortName(key.replace(/ \([^)]*\)$/, "")), FILTER_TEXT = { focus: "Focus", ignore: "Ignore", hide: "Hide", show_from: "From" };
function Chips({ state, change, undo }) {
	if (state.filters.length === 0 && state.hidden.length === 0)
		return null;
	let readable = (pattern2) => {
		let [first = "", ...others] = pattern2.split("$|^"), plain = first.replace(/^\^|\$$/g, "").replace(/\\(.)/g, "$1");
		return exactly(plain) === (others.length ? first + "$" : first) ? shortName(plain) + (others.length ? ` +${others.length}` : "") : pattern2;
	}, hiddenName = (path) => {
		let last = path[0] === "↑" || path[0] === "*" ? path.slice(1) : path;
		return nameOf(last.at(-1) ?? "");
	};
	return h("div", { class: "toolbar flame-chips" }, state.filters.map((filter, i) => h(
		Chip,
		{ key: `${filter.kind} ${filter.pattern}`, title: filter.pattern, remove: () => change({ filters: state.filters.filter((_, at) => at !== i), root: [] }) },
		FILTER_TEXT[filter.kind],
		" ",
		h("b", null, readable(filter.pattern))
	)), state.hidden.map((path, i) => h(Chip, { key: path.join(`
`), title: path.join(`
`), remove: () => change({ hidden: state.hidden.filter((_, at) => at !== i) }) }, "Hidden ", h("b", null, hiddenName(path)))), state.hidden.length > 0 && h("button", { onClick: undo, title: "Show the last hidden stacks again (u)" }, "Undo"), state.filters.length + state.hidden.length > 1 && h("button", { onClick: () => change({ filters: [], hidden: [] }) }, "Remove all"));
}
function Chip({ title, remove, children }) {
	return h("span", { class: "flame-chip", title }, children, h("button", { class: "plain", "aria-label": `Remove: ${title}`, onClick: remove }, "×"));
}
function Breadcrumb({ root: root2, change, back, all }) {
	let steps = root2[0] === "↑" ? root2.slice(1) : root2, lead = root2.length - steps.length, first = Math.max(0, steps.length - 6);
	return h("div", { class: "flame-crumbs", role: "group", "aria-label": "Zoom" }, h("button", { class: "plain", disabled: root2.length === 0, onClick: back, title: "Zoom back (Esc)", "aria-label": "Zoom back" }, "←"), root2.length === 0 ? h("span", null, all) : h("button", { class: "plain", onClick: () => change({ root: [] }), title: "Zoom out to all" }, all), first > 0 && h("span", null, "…"), steps.slice(first).map((key, i) => {
		let name = nameOf(key), at = first + i;
		return at === steps.length - 1 ? h("b", { key: at, title: key, "aria-current": "true" }, name) : h("button", { class: "plain", key: at, title: key, onClick: () => change({ root: root2.slice(0, lead + at + 1) }) }, name);
	}));
}
function Legend({ frames, colour, look, scene }) {
	let rows = useMemo(() => legend(frames, colour, scene), [frames, colour, scene]);
	return h("ul", { class: "flame-legend muted small", "aria-label": "Colours" }, rows.map(({ fill, text }) => h("li", { key: text }, h(Swatch, { colour: look.palette.fills[fill] ?? "", ink: look.palette.text, hatched: look.patterns ? look.palette.hatches[fill] ?? 0 : 0 }), " ", text)), look.matches && h("li", null, h(Swatch, { colour: look.palette.match, ink: look.palette.text, hatched: 0 }), " found"));
}
function Swatch({ colour, ink, hatched }) {
	let canvas = useRef(null);
	return useLayoutEffect(() => {
		let ctx = canvas.current.getContext("2d");
		ctx.setTransform(1, 0, 0, 1, 0, 0), ctx.globalAlpha = 1, ctx.fillStyle = colour, ctx.fillRect(0, 0, 32, 32);
		for (let x = 0; hatched > 0 && x < 4; x++)
			ctx.setTransform(1, 0, 0, 1, x % 2 * 16, x > 1 ? 16 : 0), hatch(ctx, hatched, ink, 2);
	}, [colour, ink, hatched]), h("canvas", { ref: canvas, class: "flame-swatch", width: 32, height: 32, "aria-hidden": "true" });
}

async function copyText(text) {
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		let area = document.createElement("textarea");
		area.value = text, document.body.append(area), area.select(), document.execCommand("copy"), area.remove();
	}
}
function save(content, name) {
	let link = document.createElement("a");
	link.href = URL.createObjectURL(content), link.download = name, link.click(), setTimeout(() => URL.revokeObjectURL(link.href), 6e4);
}

function press(event, actions) {
	let action = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented ? void 0 : actions[event.key];
	action && (event.preventDefault(), action());
}
function isTyping(event) {
	return event.target.closest("input:not([type=checkbox]), select, textarea, dialog") !== null;
}

var MOST_PRINTED = 2e3;
function useSize(element, measure, inputs = []) {
	useLayoutEffect(() => {
		if (!element.current)
			return;
		measure();
		let observer = new ResizeObserver(measure);
		return observer.observe(element.current), () => observer.disconnect();
	}, inputs);
}
function visibleRange(scrollTop, height, rowHeight, rows, spare = 12) {
	let first = Math.floor(Math.max(0, scrollTop) / rowHeight) - spare, last = Math.ceil((Math.max(0, scrollTop) + height) / rowHeight) + spare, from = Math.max(0, Math.min(first, rows));
	return { from, to: Math.max(from, Math.min(last, rows)) };
}
function scrollFor(row, scrollTop, height, rowHeight, header) {
	let top = row * rowHeight;
	return top < scrollTop ? top : Math.max(scrollTop, top + rowHeight + header - height);
}
function Grid({ label: label2, role, kind = "", tableKind, head, rows, keyOf: keyOf2, cells, attributes, at, goTo, keys, children }) {
	let box = useRef(null), [{ top, height, line }, setView] = useState({ top: 0, height: 800, line: 26 }), [isPrinting, setPrinting] = useState(!1), heightOf = (selector) => box.current.querySelector(selector)?.getBoundingClientRect().height || line, measure = () => {
		let { scrollTop, clientHeight } = box.current;
		setView({ top: scrollTop, height: clientHeight, line: heightOf("[data-row]") });
	};
	useSize(box, measure), useEffect(() => {
		let listener = ({ type }) => setPrinting(type === "beforeprint"), events = ["beforeprint", "afterprint"];
		return events.forEach((event) => addEventListener(event, listener)), () => events.forEach((event) => removeEventListener(event, listener));
	}, []), useLayoutEffect(() => {
		let { scrollTop, clientHeight } = box.current;
		box.current.scrollTop = scrollFor(at, scrollTop, clientHeight, line, heightOf("thead"));
	}, [at]);
	let move = (to2) => {
		let target = Math.max(0, Math.min(rows.length - 1, to2));
		goTo(target), requestAnimationFrame(() => box.current?.querySelector(`[data-row="${target}"]`)?.focus({ preventScroll: !0 }));
	}, by = (step) => () => move(at + step), page = Math.max(1, Math.floor(height / line) - 2), moves = { ArrowDown: by(1), ArrowUp: by(-1), PageDown: by(page), PageUp: by(-page), Home: by(-at), End: by(rows.length) }, { from, to } = isPrinting ? { from: 0, to: Math.min(rows.length, MOST_PRINTED) } : visibleRange(top, height, line, rows.length), drawn = [], next = 0, skipTo = (index) => {
		index > next && drawn.push(h("tr", { key: `before ${index}`, "aria-hidden": "true" }, h("td", { colSpan: 99, class: "spacer", style: { height: `${(index - next) * line}px` } }))), next = index;
	}, draw3 = (index) => {
		let row = rows[index];
		skipTo(index), next++, drawn.push(
			h(
				"tr",
				{ key: keyOf2(row), "data-row": index, "aria-rowindex": index + 2, tabIndex: index === at ? 0 : -1, onFocus: () => goTo(index), onKeyDown: (event) => press(event, { ...moves, ...keys(row, event, move) }), ...attributes(row) },
				cells(row)
			)
		);
	};
	at < from && at < rows.length && draw3(at);
	for (let index = from; index < to; index++)
		draw3(index);
	return at >= to && at < rows.length && draw3(at), skipTo(rows.length), h("div", { class: "table " + kind, ref: box, onScroll: measure, tabIndex: -1 }, h("table", { class: tableKind, role, "aria-label": label2, "aria-rowcount": rows.length + 1 }, h("thead", null, h("tr", { "aria-rowindex": 1 }, head)), h("tbody", null, drawn)), children);
}

function Menu({ x, y, title, items, close }) {
	let list = useRef(null);
	return useLayoutEffect(() => {
		let { current: element } = list;
		element && (element.style.left = `${Math.max(4, Math.min(x, window.innerWidth - element.offsetWidth - 4))}px`, element.style.top = `${Math.max(4, Math.min(y, window.innerHeight - element.offsetHeight - 4))}px`, element.querySelector("button")?.focus());
		let outside = (event) => {
			list.current?.contains(event.target) || close();
		};
		return document.addEventListener("pointerdown", outside), () => document.removeEventListener("pointerdown", outside);
	}, []), h("div", { class: "flame-menu", role: "menu", "aria-label": title, ref: list, onKeyDown: (event) => {
		let buttons = [...list.current.querySelectorAll("button")], at = buttons.indexOf(document.activeElement), goTo = (index) => () => buttons.at(index % buttons.length).focus();
		press(event, { ArrowDown: goTo(at + 1), ArrowUp: goTo(at - 1), Home: goTo(0), End: goTo(-1), Escape: close, Tab: close }), event.stopPropagation();
	} }, items.map((item) => h(
		"button",
		{
			role: "menuitem",
			tabIndex: -1,
			key: item.text,
			onClick: () => {
				close(), item.run();
			}
		},
		item.text,
		item.key && h("span", { class: "muted" }, item.key)
	)));
}

var MAX_PIXELS = 16e3;
function savePng(scene, look, name) {
	let canvas = document.createElement("canvas");
	picture(canvas, scene, look), canvas.toBlob((blob) => blob && save(blob, `${name}.png`), "image/png");
}
function picture(canvas, scene, look) {
	let height = scene.lines * LINE, ratio = Math.min(2, MAX_PIXELS / height, MAX_PIXELS / scene.width);
	canvas.width = Math.round(scene.width * ratio), canvas.height = Math.round(height * ratio), draw(canvas.getContext("2d", { alpha: !1 }), scene, look, { top: 0, height, ratio });
}

function TreeTable({ frames, tree, title, unit, whole, chosen, choose, flags, zoom }) {
	let [open, setOpen] = useState(() => heaviestPath(tree)), [at, setAt] = useState(0), last = useRef(tree);
	last.current !== tree && (last.current = tree, setOpen(heaviestPath(tree)), setAt(0));
	let rows = useMemo(() => visibleRows2(tree, open), [tree, open]), current = Math.max(0, rows.indexOf(at)), hasBefore = frames.data.baseValues !== null, toggle = (box, on) => {
		let next = new Set(open);
		if (on)
			for (let i = box; next.add(i), tree.first[i + 1] - tree.first[i] === 1; i = tree.first[i])
				;
		else
			next.delete(box);
		setOpen(next);
	};
	useLayoutEffect(() => {
		if (chosen !== null && chosen !== at) {
			let next = new Set(open);
			for (let box = tree.parent[chosen]; box >= 0; box = tree.parent[box])
				next.add(box);
			setOpen(next), setAt(chosen);
		}
	}, [chosen]);
	let hasChildren = (box) => tree.first[box + 1] > tree.first[box], keys = (box, _, move) => {
		let isOpen = open.has(box) && hasChildren(box);
		return { ArrowRight: () => isOpen ? move(current + 1) : hasChildren(box) && toggle(box, !0), ArrowLeft: () => isOpen ? toggle(box, !1) : box > 0 && move(rows.indexOf(tree.parent[box])), Enter: () => zoom({ tree, box }) };
	}, attributes = (box) => {
		let parent = tree.parent[box];
		return {
			class: flags?.[tree.frame[box]] ? "flame-found" : void 0,
			"aria-level": tree.depth[box] + 1,
			"aria-posinset": parent < 0 ? 1 : box - tree.first[parent] + 1,
			"aria-setsize": parent < 0 ? 1 : tree.first[parent + 1] - tree.first[parent],
			"aria-expanded": hasChildren(box) ? open.has(box) : void 0,
			onClick: () => hasChildren(box) && toggle(box, !open.has(box))
		};
	}, cells = (box) => {
		let frame = tree.frame[box], total = tree.total[box];
		return h(Fragment, null, h("td", { class: "n" }, figure(total, unit)), h("td", { class: "n" }, percent(total, whole)), h("td", { class: "n" }, figure(tree.self[box], unit)), hasBefore && h("td", { class: "n" }, signed(total - tree.before[box], unit)), h("td", { class: "name", style: { paddingLeft: `${Math.min(tree.depth[box], 40) * 12}px` }, title: frames.key(frame) }, h("i", { "aria-hidden": "true" }, hasChildren(box) ? open.has(box) ? "▾" : "▸" : ""), frames.name(frame), " ", h("span", { class: "muted small" }, frames.source(frame))));
	}, titles = ["Total", "Share", "Self", ...hasBefore ? ["Change"] : []];
	return h(
		Grid,
		{
			label: title,
			role: "treegrid",
			head: h(Fragment, null, titles.map((name) => h("th", { key: name, scope: "col", class: "n" }, name)), h("th", { scope: "col" }, title)),
			rows,
			keyOf: (box) => box,
			at: current,
			goTo: (row) => {
				setAt(rows[row]), choose(rows[row]);
			},
			cells,
			attributes,
			keys
		}
	);
}
function heaviestPath(tree) {
	let open = new Set([0]);
	for (let box = 0; tree.first[box + 1] > tree.first[box]; ) {
		let child = tree.first[box];
		if (tree.weight[child] < 0.8 * tree.weight[box])
			break;
		open.add(child), box = child;
	}
	return open;
}
function visibleRows2(tree, open) {
	let rows = [], waiting2 = [0];
	for (; waiting2.length > 0; ) {
		let box = waiting2.pop();
		if (rows.push(box), open.has(box))
			for (let child = tree.first[box + 1] - 1; child >= tree.first[box]; child--)
				waiting2.push(child);
	}
	return rows;
}

var initialFlameState = { direction: "down", inverted: !1, type: 0, value: "now", split: "none", fold: !1, root: [], sandwich: null, search: "", filters: [], hidden: [], colour: "kind" };

var flameKeys = [
	["← ↑ → ↓", "move between boxes"],
	["Enter", "zoom to the box"],
	["Esc", "zoom back"],
	["n N", "next, previous match"],
	["m", "menu of the box"],
	["x", "hide the box's stacks"],
	["u", "show the last hidden stacks again"],
	["t", "table or picture"]
];
function FlameGraph({ data, state, onState, announce: announce2, toSource: toSource2 }) {
	let [patterns2, setPatterns] = useState(!1), [asTable, setAsTable] = useState(!1), [pointed, setPointed] = useState(null), [chosen, setChosen] = useState(null), [menu, setMenu] = useState(null), [size, setSize] = useState({ width: 0, height: 0 }), root2 = useRef(null), scroller = useRef(null), canvas = useRef(null), printed = useRef(null), search = useRef(null), zoomed = useRef([]), change = (part) => onState({ ...state, ...part }), typeNumber = Math.min(state.type, data.types.length - 1), type = data.types[typeNumber], isComparison = data.baseValues !== null, isUp = state.direction === "up", rootKey = state.root.join(`
`), frames = useMemo(() => new Frames(data), [data]), selected = useMemo(() => {
		let selection = { ...state, type: typeNumber };
		try {
			return { stacks: select(frames, selection), error: "" };
		} catch (error2) {
			return { stacks: select(frames, { ...selection, filters: [] }), error: String(error2) };
		}
	}, [frames, JSON.stringify([typeNumber, state.value, state.split, state.fold, state.filters, state.hidden])]), { stacks, error } = selected, middle = useMemo(
		() => state.direction === "sandwich" ? state.sandwich ?? topHolder(frames, stacks) : null,
		[stacks, state.direction, state.sandwich]
	), build = (zoom2) => middle !== null ? sandwich(frames, stacks, middle, zoom2) : [isUp ? bottomUp(frames, stacks, state.split !== "none", zoom2) : topDown(frames, stacks)], wholeTrees = useMemo(() => build([]), [stacks, isUp, middle]), detail = neededDetail(frames, wholeTrees, state.root), trees = useMemo(() => detail.length > 0 ? build(detail) : wholeTrees, [wholeTrees, detail.join(`
`)]), main = trees[0], isCallers = (tree) => tree === trees[1], whole = main.total[0], flags = useMemo(() => state.search === "" ? null : frames.matching(searchExpression(state.search)), [state.search, trees]), share = useMemo(() => flags && matched(frames, stacks, flags, middle), [flags, stacks]), found = useMemo(() => flags ? trees.flatMap((tree, i) => matches(tree, flags).map((box) => box + i * main.size)) : [], [flags, trees]), minimum = state.inverted ? Math.floor(size.height / LINE) : 0, scene = useMemo(
		() => lay(frames, trees, state.root, state.inverted, size.width, minimum),
		[trees, rootKey, state.inverted, size.width, minimum]
	), look = useMemo(() => {
		let labels = new Map();
		return {
			palette: palette(state.colour),
			fill: filler(frames, state.colour),
			label(frame) {
				return labels.has(frame) || labels.set(frame, label(frames, frame)), labels.get(frame);
			},
			matches: flags,
			patterns: patterns2
		};
	}, [trees, state.colour, flags, patterns2, document.documentElement.dataset.theme]), cursor = useMemo(() => chosen === null || trees.includes(chosen.tree) ? chosen : middle === null ? { tree: main, box: boxAt(frames, main, pathOf(frames, chosen.tree, chosen.box)) } : null, [chosen, trees]), cursorHit = cursor && find(scene, cursor), pointedHit = pointed && find(scene, pointed), redraw = () => {
		let element = canvas.current;
		if (element && size.width > 0) {
			let ratio = devicePixelRatio, wide = Math.round(size.width * ratio), tall = Math.round(size.height * ratio);
			(element.width !== wide || element.height !== tall) && (element.width = wide, element.height = tall);
			let top = scroller.current.scrollTop;
			draw(element.getContext("2d", { alpha: !1 }), scene, look, { top, height: size.height, ratio });
		}
	};
	useLayoutEffect(redraw, [scene, look, size]), useSize(scroller, () => {
		let { clientWidth: width, clientHeight: height } = scroller.current;
		width > 0 && setSize({ width, height });
	}, [asTable, error, main.size === 1]), useLayoutEffect(() => {
		scroller.current && (scroller.current.scrollTop = state.inverted ? scroller.current.scrollHeight : 0);
	}, [state.inverted, trees, rootKey, size.width > 0]), useLayoutEffect(() => {
		let view = scroller.current;
		if (cursorHit && view) {
			let y = lineOfHit(cursorHit) * LINE;
			view.scrollTop = Math.min(y, Math.max(view.scrollTop, y + LINE - view.clientHeight));
		}
	}, [scene, cursor]), useEffect(() => {
		zoomed.current = [];
	}, [data, state.direction, state.sandwich]);
	let describe = ({ tree, box }) => {
		let total = tree.total[box], text = `${frames.key(tree.frame[box])}, ${quantity(total, type.unit)}, ${percent(total, whole)}`;
		return isComparison ? `${text}, ${signed(total - tree.before[box], type.unit)} since before` : text;
	}, rootOf = ({ tree, box }) => {
		let path = pathOf(frames, tree, box);
		return isCallers(tree) && box > 0 ? ["↑", ...path] : path;
	}, zoomTo = (to, text) => {
		zoomed.current.push(state.root), change({ root: to }), announce2(text);
	}, zoom = (at2) => {
		let path = rootOf(at2);
		path.join(`
`) !== rootKey && zoomTo(path, `Zoomed to ${describe(at2)}`), setChosen(at2);
	}, back = () => {
		if (state.root.length > 0) {
			let previous = zoomed.current.pop() ?? [];
			change({ root: previous }), announce2(`Zoomed back to ${previous.at(-1) ?? "all"}`);
		}
	}, choose = (at2) => {
		at2 && (setPointed(null), setChosen(at2), announce2(describe(at2)));
	}, step = (direction) => {
		let from = cursor ? cursor.box + (isCallers(cursor.tree) ? main.size : 0) : direction > 0 ? -1 : 1 / 0, next = neighbour(found, from, direction);
		if (next < 0) {
			announce2("No match");
			return;
		}
		let tree = next < main.size ? main : trees[1], box = next < main.size ? next : next - main.size;
		if (choose({ tree, box }), !find(scene, { tree, box })) {
			let around = tree.parent[box];
			for (; around > 0 && tree.weight[tree.parent[around]] < 40 * tree.weight[box]; )
				around = tree.parent[around];
			zoomTo(rootOf({ tree, box: around }), describe({ tree, box }));
		}
	}, turn = (direction) => {
		let frame = cursor ? cursor.tree.frame[cursor.box] : -1, isFunction = cursor !== null && direction === "sandwich" && frames.kind(frame) >= 0;
		change({ direction, root: [], ...isFunction && { sandwich: frames.name(frame) } });
	}, hide2 = (at2) => {
		if (at2.box > 0) {
			let path = pathOf(frames, at2.tree, at2.box), hidden = isUp ? ["↑", ...path] : path;
			middle !== null && (hidden = isCallers(at2.tree) ? ["*", ...path.reverse(), middle] : ["*", middle, ...path]), change({ hidden: [...state.hidden, hidden], root: rootKey.startsWith(rootOf(at2).join(`
`)) ? [] : state.root }), announce2(`Hidden: ${describe(at2)}. Press u to undo.`);
		}
	}, undo = () => {
		state.hidden.length > 0 && (change({ hidden: state.hidden.slice(0, -1) }), announce2("The hidden stacks are back"));
	}, copy2 = (text) => copyText(text).then(() => announce2("Copied")), stackText = ({ tree, box }) => {
		let path = pathOf(frames, tree, box);
		return middle !== null && path.unshift(middle), (isUp || isCallers(tree) ? path : path.reverse()).join(`
`);
	}, itemsFor = (at2) => {
		let frame = at2.tree.frame[at2.box], name = frames.name(frame), source = toSource2?.(name), filter = (text, kind) => ({
			text,
			run: () => change({ filters: [...state.filters, { kind, pattern: exactly(name) }], root: [] })
		}), ofFunction = [
			{ text: "Callers and callees", run: () => change({ direction: "sandwich", sandwich: name, root: [] }) },
			filter("Focus: only stacks with this function", "focus"),
			filter("Ignore: no stacks with this function", "ignore"),
			filter("Hide this function in all stacks", "hide"),
			filter("Show stacks from this function on", "show_from")
		];
		return [
			{ text: "Zoom to this box", key: "Enter", run: () => zoom(at2) },
			...frames.kind(frame) >= 0 ? ofFunction : [],
			...at2.box > 0 ? [{ text: "Hide these stacks", key: "x", run: () => hide2(at2) }] : [],
			...source ? [{ text: "Show source", run: source }] : [],
			{ text: "Copy the function", run: () => copy2(frames.key(frame)) },
			{ text: "Copy the stack", run: () => copy2(stackText(at2)) }
		];
	}, focusGraph = () => (scroller.current ?? root2.current.querySelector('[role="row"][tabindex="0"]'))?.focus(), onCursor = (act) => () => cursor && act(cursor), openMenu = onCursor((at2) => {
		let from = (root2.current.querySelector(".flame-chosen") ?? document.activeElement).getBoundingClientRect();
		setMenu({ ...at2, x: from.left + 8, y: from.bottom });
	}), move = (key) => () => {
		let part = scene.parts[0];
		choose(cursorHit ? beside(scene, cursorHit, key) ?? cursorHit : find(scene, { tree: part.tree, box: part.zoom }));
	}, onKey = (event) => press(event, {
		ArrowUp: move("ArrowUp"),
		ArrowDown: move("ArrowDown"),
		ArrowLeft: move("ArrowLeft"),
		ArrowRight: move("ArrowRight"),
		Enter: onCursor(zoom),
		Escape: back,
		m: openMenu,
		ContextMenu: openMenu,
		x: onCursor(hide2),
		Delete: onCursor(hide2)
	});
	useEffect(() => {
		let listener = (event) => {
			isTyping(event) || press(event, { "/": () => search.current.focus(), n: () => step(1), N: () => step(-1), u: undo, t: () => setAsTable(!asTable) });
		};
		return document.addEventListener("keydown", listener), () => document.removeEventListener("keydown", listener);
	}), useEffect(() => {
		let before = () => {
			picture(printed.current, scene, { ...look, palette: palette(state.colour) });
		};
		return addEventListener("beforeprint", before), () => removeEventListener("beforeprint", before);
	}, [scene, look]);
	let save2 = (format) => {
		let name = data.title.replace(/[^\w.-]+/g, "_");
		format === "svg" ? save(new Blob([svg(scene, look, describe)], { type: "image/svg+xml" }), `${name}.svg`) : savePng(scene, look, name);
	}, at = (event) => {
		let { left, top } = canvas.current.getBoundingClientRect();
		return hit(scene, event.clientX - left, Math.floor((event.clientY - top + scroller.current.scrollTop) / LINE));
	}, outline = (name, of) => of && h(
		"div",
		{ class: name, style: { left: `${of.part.x[of.index]}px`, top: `${lineOfHit(of) * LINE}px`, width: `${Math.max(3, of.part.w[of.index] - 1)}px`, height: `${LINE - 1}px` } }
	), zoomedPart = scene.parts.find((part) => part.zoom > 0), all = describe({ tree: main, box: 0 }), empty = () => state.filters.length + state.hidden.length > 0 ? "No stack passes the filters. Remove one of them." : middle !== null ? `No stack calls ${middle}.` : state.value === "grown" ? "No stack grew." : `This profile has no ${type.text}.`;
	return h("div", { class: "flame", ref: root2 }, h(
		Toolbar,
		{ data, state, change, turn, search, share, count: found.length, step, isComparison, patterns: patterns2, setPatterns, asTable, setAsTable, save: save2, focusGraph }
	), h(Chips, { state, change, undo }), h(Breadcrumb, { root: zoomedPart ? rootOf({ tree: zoomedPart.tree, box: zoomedPart.zoom }) : [], change, back, all }), error !== "" ? h("p", { class: "empty", role: "alert" }, "cannot filter: ", error, ". Correct or remove the filter.") : main.size === 1 && main.weight[0] === 0 ? h("p", { class: "empty" }, empty()) : asTable ? h("div", { class: "flame-tables", onKeyDown: onKey }, trees.map((tree, i) => h(
		TreeTable,
		{
			key: `${state.direction} ${i}`,
			title: middle === null ? "Function" : i > 0 ? "Callers" : "Callees",
			unit: type.unit,
			chosen: cursor?.tree === tree ? cursor.box : null,
			choose: (box) => setChosen({ tree, box }),
			frames,
			tree,
			whole,
			flags,
			zoom
		}
	))) : h(
		"div",
		{
			class: "flame-view",
			ref: scroller,
			tabIndex: 0,
			role: "application",
			"aria-roledescription": "flame graph",
			"aria-label": `Flame graph: ${all}. Arrow keys move between boxes, Enter zooms. Press t for a table.`,
			onScroll: redraw,
			onKeyDown: onKey
		},
		h("div", { class: "flame-scroll", style: { height: `${scene.lines * LINE}px` } }, h(
			"canvas",
			{
				ref: canvas,
				style: { width: `${size.width}px`, height: `${size.height}px` },
				onMouseMove: (event) => {
					let next = at(event);
					(next?.box !== pointed?.box || next?.tree !== pointed?.tree) && setPointed(next);
				},
				onMouseLeave: () => setPointed(null),
				onClick: (event) => {
					let target = at(event);
					target && zoom(target);
				},
				onContextMenu: (event) => {
					let target = at(event);
					target && (event.preventDefault(), setChosen(target), setMenu({ ...target, x: event.clientX, y: event.clientY }));
				}
			}
		), outline("flame-pointed", pointedHit), outline("flame-chosen", cursorHit))
	), h("canvas", { class: "flame-print", hidden: asTable, width: 0, height: 0, ref: printed, "aria-hidden": "true" }), !asTable && h(Legend, { frames, scene, look, colour: state.colour }), h(Detail, { unit: type.unit, shown: pointedHit ?? cursor, openMenu: cursor && openMenu, frames, whole, data }), menu && trees.includes(menu.tree) && h(
		Menu,
		{
			x: menu.x,
			y: menu.y,
			title: frames.name(menu.tree.frame[menu.box]),
			items: itemsFor(menu),
			close: () => {
				setMenu(null), focusGraph();
			}
		}
	));
}
function neededDetail(frames, trees, root2) {
	let last = trees.length - 1, tree = trees[last], zoom = zoomOf(frames, tree, last, root2);
	return tree.isCut && zoom > 0 && tree.weight[zoom] < CUT_SHOWS * tree.weight[0] ? pathOf(frames, tree, zoom) : [];
}
function Detail({ frames, shown: shown2, unit, whole, data, openMenu }) {
	if (!shown2)
		return h("div", { class: "flame-detail muted" }, "Point at a box, or move with the arrow keys. Click or Enter zooms; m or a right click opens its menu.");
	let { tree, box } = shown2, frame = tree.frame[box], total = tree.total[box], before = tree.before[box], kind = data.kinds[frames.kind(frame)], rows = [
		["total", quantity(total, unit), percent(total, whole)],
		["self", quantity(tree.self[box], unit), percent(tree.self[box], whole)]
	];
	return data.baseValues && rows.push(["change", signed(total - before, unit), before === 0 ? "" : `${signed(100 * (total - before) / before, "")}%`]), kind && rows.push(["of", kind.text, frames.group(frame)]), h("div", { class: "flame-detail" }, openMenu && h("button", { "aria-haspopup": "menu", onClick: openMenu, title: "Menu of the chosen box (m)" }, "Actions"), h("div", { class: "flame-name" }, h("b", null, frames.name(frame)), " ", h("span", { class: "muted" }, frames.source(frame))), h("dl", null, rows.map(([name, ...texts]) => h("div", { key: name }, h("dt", null, name), h("dd", null, texts.filter(Boolean).join(" · "))))));
}
function label(frames, frame) {
	if (frames.kind(frame) < 0)
		return frames.name(frame);
	let line = /:\d+$/.exec(frames.source(frame))?.[0] ?? "";
	return shortName(frames.name(frame)) + line;
}

var ApiError = class extends Failure {
	constructor(status, what, why, next) {
		super(what, why, next);
		this.status = status;
	}
}, MOST_WAIT_MILLIS = 12e4, PATIENCE_MILLIS = 1e4, PROXY = "Check the address, and that no proxy changes answers.";
async function errorOf(response) {
	try {
		let { what, why, next } = (await response.json()).error;
		return new ApiError(response.status, what, why, next);
	} catch {
		return new ApiError(response.status, `The answer is ${response.status}`, "it isn't from Jemscope's agent", PROXY);
	}
}
function retryAfter(response) {
	let text = response.headers.get("Retry-After");
	return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
function createApi(environment) {
	async function once(path, options) {
		let { method = "GET", body } = options, token2 = environment.token(), init = {
			method,
			headers: { ...token2 && { Authorization: "Bearer " + token2 }, ...body !== void 0 && { "Content-Type": "application/json" } },
			cache: "no-store",
			credentials: !token2 && globalThis.location?.protocol === "https:" ? "same-origin" : "omit",
			...body !== void 0 && { body: JSON.stringify(body) },
			...options.impatient && { signal: AbortSignal.timeout(PATIENCE_MILLIS) }
		};
		try {
			return await environment.fetch(path, init);
		} catch {
			throw new ApiError(0, "The agent doesn't answer", "the program has ended, the agent has left, or the network is interrupted", "Check that the program runs: jemscope list. The page retries by itself.");
		}
	}
	async function call(path, options = {}) {
		let started = environment.now(), address = path;
		for (; ; ) {
			let token2 = environment.token(), response = await once(address, options), retry = retryAfter(response), isBeingMade = response.status === 202 && response.headers.has("Location"), isLimited = (response.status === 429 || response.status === 503) && retry !== null;
			if (response.ok && !isBeingMade)
				return response;
			let millis = Math.max(1, retry ?? 1) * 1e3, isPatient = !options.impatient && environment.now() - started + millis <= MOST_WAIT_MILLIS;
			if (!isBeingMade && !(isLimited && isPatient)) {
				let error = await errorOf(response);
				throw environment.refused(error, token2), error;
			}
			isBeingMade && (address = sameOrigin(response.headers.get("Location")), options = {}), environment.waiting({
				text: isBeingMade ? "The agent is preparing the result." : "The agent limits requests.",
				until: environment.now() + millis
			}), await environment.sleep(millis), environment.waiting(null);
		}
	}
	return {
		call,
		async json(path, options) {
			let response = await call(path, options);
			return response.status === 204 ? null : await response.json();
		}
	};
}
function sameOrigin(location2) {
	if (!location2.startsWith("/") || location2.startsWith("//"))
		throw new ApiError(502, "The agent's answer isn't followed", "it leads to another server", PROXY);
	return location2;
}

function parseSort(text, usual) {
	return text ? { id: text.replace(/^-/, ""), descending: text.startsWith("-") } : usual;
}
function formatSort(sort) {
	return (sort.descending ? "-" : "") + sort.id;
}
var COLLATOR = new Intl.Collator("en", { numeric: !0 });
function sortRows(rows, column, descending) {
	let keyed = rows.map((row) => ({ row, key: column ? column.value(row) : null }));
	return keyed.sort(({ key: a }, { key: b }) => {
		if (a === null || b === null)
			return +(a === null) - +(b === null);
		let order = typeof a == "number" && typeof b == "number" ? a - b : COLLATOR.compare(String(a), String(b));
		return descending ? -order : order;
	}), keyed.map(({ row }) => row);
}
function matcher(query) {
	let plain = query.trim().toLowerCase(), expression = null;
	try {
		expression = new RegExp(query.trim(), "i");
	} catch {
	}
	return (text) => text.toLowerCase().includes(plain) || expression?.test(text) === !0;
}
function largest(rows, value) {
	return rows.reduce((most, row) => Math.max(most, value(row)), 1);
}
function textOf(column, row) {
	return column.text ? column.text(row) : String(column.value(row) ?? "");
}
function isNumeric(column, rows) {
	return rows.some((row) => typeof column.value(row) == "number");
}
function toText(columns, rows) {
	let lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map((column) => textOf(column, row)))], isNumber = columns.map((column) => isNumeric(column, rows)), widths2 = columns.map((_, i) => largest(lines, (line) => line[i].length)), padded = (text, i) => isNumber[i] ? text.padStart(widths2[i]) : text.padEnd(widths2[i]);
	return lines.map((line) => line.map(padded).join("  ").trimEnd() + `
`).join("");
}
function toCsv(columns, rows) {
	let field = (value) => {
		if (typeof value != "string")
			return value === null ? "" : String(value);
		let safe = /^[=+\-@\t\r]/.test(value) ? "'" + value : value;
		return /[",\r\n]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
	};
	return [columns.map(({ title }) => title), ...rows.map((row) => columns.map((column) => column.value(row)))].map((line) => line.map(field).join(",") + `\r
`).join("");
}

var STEPS2 = [1, 5, 10, 30, 60, 300, 600, 1800, 3600, 14400, 43200], DAY = 86400;
function timeTicks(from, to, most) {
	let seconds = (to - from) / 1e3 / Math.max(1, most), step = (STEPS2.find((one) => one >= seconds) ?? DAY * Math.ceil(seconds / DAY)) * 1e3, ticks2 = [];
	for (let at = Math.ceil(from / step) * step; at <= to; at += step)
		ticks2.push(at);
	return ticks2;
}
function linePath(xs, ys) {
	let path = "", pen = "M";
	return ys.forEach((y, i) => {
		y === null ? pen = "M" : (path += `${pen}${xs[i].toFixed(1)} ${y.toFixed(1)}`, pen = "L");
	}), path;
}
function nearest(times, at) {
	let low = 0, high = times.length - 1;
	for (; low < high; ) {
		let middle = low + high >> 1;
		times[middle] < at ? low = middle + 1 : high = middle;
	}
	return low > 0 && at - times[low - 1] < times[low] - at ? low - 1 : low;
}
var seriesColour = (index) => ({ "--c": `var(--s${index % 6})` });
function Chart({ label: label2, unit, times, series, marks = [], onSpan }) {
	let box = useRef(null), [{ width, rem }, setSize] = useState({ width: 600, rem: 14 }), [cursor, setCursor] = useState(null), [dragged, setDragged] = useState(null);
	useSize(box, () => setSize({ width: box.current.clientWidth, rem: parseFloat(getComputedStyle(document.documentElement).fontSize) }));
	let top = rem / 2, left = 5.4 * rem, right = width - rem / 2, height = onSpan ? Math.max(14 * rem, Math.min(0.35 * innerHeight, 0.45 * width)) : 9 * rem, bottom = height - 1.6 * rem, last = times.at(-1) ?? 0, from = Math.min(times[0] ?? 0, last - (onSpan ? 6e4 : 0)), x = (at2) => left + (at2 - from) / (last - from || 1) * (right - left), steps = ticks(largest(series, (one) => largest(one.values, (value) => value ?? 0)), unit), y = (value) => bottom - value / (steps.at(-1) || 1) * (bottom - top), xs = times.map(x), at = cursor ?? times.length - 1, indexAt = (event) => {
		let edge = box.current.getBoundingClientRect().left;
		return nearest(times, from + (event.clientX - edge - left) / (right - left) * (last - from));
	}, by = (step) => () => setCursor(Math.max(0, Math.min(times.length - 1, at + step))), choose = (to) => {
		setDragged(null), dragged !== null && Math.abs(xs[to] - xs[dragged]) > 8 && onSpan(times[Math.min(to, dragged)], times[Math.max(to, dragged)]);
	}, keys = { ArrowLeft: by(-1), ArrowRight: by(1), Home: by(-times.length), End: by(times.length), Enter: onSpan && (() => dragged === null ? setDragged(at) : choose(at)), Escape: () => setDragged(null) };
	return h("figure", { class: "chart" }, h(
		"div",
		{
			ref: box,
			tabIndex: 0,
			role: "slider",
			"aria-valuemax": Math.max(0, times.length - 1),
			"aria-valuenow": Math.max(0, at),
			"aria-label": label2,
			"aria-valuetext": `${time(times[at])}: ${series.map((one) => `${one.name} ${figure(one.values[at], unit)}`).join(", ")}`,
			onKeyDown: (event) => press(event, keys),
			onPointerMove: (event) => setCursor(indexAt(event)),
			onPointerLeave: () => setCursor(null),
			onPointerDown: (event) => {
				box.current.setPointerCapture(event.pointerId), setDragged(onSpan ? indexAt(event) : null);
			},
			onPointerUp: (event) => choose(indexAt(event))
		},
		h("svg", { viewBox: `0 0 ${width} ${height}`, height, "aria-hidden": "true" }, steps.map((tick) => h("g", { key: tick }, h("line", { class: "grid", x1: left, x2: right, y1: y(tick), y2: y(tick) }), h("text", { class: "axis", x: left - rem / 2, y: y(tick) + rem / 3, "text-anchor": "end" }, figure(tick, unit)))), timeTicks(from, last - (last - from) / 40, (right - left) / (7 * rem)).map((tick) => h("text", { class: "axis", key: tick, x: x(tick), y: height - rem / 3, "text-anchor": "middle" }, last - from > 1e3 * DAY ? time(tick, 0).slice(5, 16) : time(tick, tick))), marks.filter((mark) => mark.at >= from && mark.at <= last).map((mark) => h("path", { key: mark.at, class: "mark", d: `M${x(mark.at)} ${top}V${bottom}` }, h("title", null, mark.text))), dragged !== null && h(
			"rect",
			{ class: "span", x: Math.min(xs[dragged], xs[at]), y: top, width: Math.abs(xs[at] - xs[dragged]), height: bottom - top }
		), series.map((one, i) => h(
			"path",
			{ key: one.name, class: i === 4 ? "line dashed" : "line", style: seriesColour(i), d: linePath(xs, one.values.map((value) => value === null ? null : y(value))) }
		)), cursor !== null && h("line", { class: "cursor", x1: xs[at], x2: xs[at], y1: top, y2: bottom }))
	), h("figcaption", null, h("span", { class: "muted when" }, times.length ? time(times[at]) : ""), series.map((one, i) => h("span", { key: one.name, class: "key", title: one.hint }, h("i", { class: i === 4 ? "line dashed" : "line", style: seriesColour(i) }), one.name, " ", h("b", null, figure(one.values[at], unit))))));
}

function reportOf(value, report, rows) {
	let known = value;
	return known?.report === report && Array.isArray(known[rows]) ? known : null;
}
var sourcesOf = (value) => reportOf(value, "list", "functions");
function trendOf(value) {
	let trend = reportOf(value, "trend", "runs");
	return trend?.runs.length ? trend : null;
}
var tableOf = (value) => reportOf(value, "holders", "holders") ?? reportOf(value, "diff", "rows");

function parseRoute(hash) {
	let text = hash.replace(/^#/, ""), query = text.indexOf("?");
	return { view: query < 0 ? text : text.slice(0, query), params: new URLSearchParams(query < 0 ? "" : text.slice(query + 1)) };
}
function formatRoute(route2) {
	let query = route2.params.toString();
	return "#" + route2.view + (query && "?" + query);
}
function routeTo(from, view, change, keep = []) {
	let params = new URLSearchParams();
	for (let [name, value] of from.params)
		keep.includes(name) && !(name in change) && params.append(name, value);
	for (let [name, value] of Object.entries(change))
		value !== null && value !== "" && params.set(name, value);
	return { view, params };
}
function withParams(from, change) {
	return routeTo(from, from.view, change, [...from.params.keys()]);
}
function takeToken(hash) {
	let found = /([#?&])token=([^&?#]*)[&?#]?/.exec(hash);
	if (!found)
		return { token: null, hash };
	let before = hash.slice(0, found.index), rest = hash.slice(found.index + found[0].length);
	return { token: new URLSearchParams(`token=${found[2].replace(/\+/g, "%2B")}`).get("token") || null, hash: before + (rest && found[1] + rest) };
}
var PROFILE_PARAMS = ["dump", "baseline", "normalize"], CHOICES = {
	dir: ["direction", ["down", "up", "sandwich"]],
	value: ["value", ["now", "change", "grown"]],
	split: ["split", ["none", "thread", "package"]],
	colour: ["colour", ["kind", "package", "change"]]
}, FLAGS = { flame: "inverted", fold: "fold" }, FILTERS = ["focus", "ignore", "hide", "show_from"], FLAME_PARAMS = ["type", ...Object.keys(CHOICES), ...Object.keys(FLAGS), "root", "of", "find", "hidden", ...FILTERS];
function flameToParams(params, state, initial, types) {
	let out = new URLSearchParams([...params].filter(([name]) => !FLAME_PARAMS.includes(name))), set = (name, value, usual = null) => {
		value != null && value !== usual && out.append(name, value);
	};
	set("type", types[state.type]?.id, types[initial.type]?.id);
	for (let [name, [part]] of Object.entries(CHOICES))
		set(name, state[part], initial[part]);
	for (let [name, part] of Object.entries(FLAGS))
		set(name, state[part] ? "1" : "0", initial[part] ? "1" : "0");
	return set("of", state.sandwich), set("find", state.search, ""), set("root", state.root.join(`
`), ""), state.hidden.forEach((path) => set("hidden", path.join(`
`))), state.filters.forEach((filter) => set(filter.kind, filter.pattern)), out;
}
function flameFromParams(params, initial, types) {
	let type = types.findIndex(({ id }) => id === params.get("type")), parts = Object.entries(CHOICES).map(([name, [part, known]]) => [
		part,
		known.find((word) => word === params.get(name)) ?? initial[part]
	]), flags = Object.entries(FLAGS).map(([name, part]) => [part, params.has(name) ? params.get(name) === "1" : initial[part]]), filters = [...params].flatMap(([name, pattern2]) => FILTERS.filter((word) => word === name).map((kind) => ({ kind, pattern: pattern2 })));
	return {
		...initial,
		...Object.fromEntries([...parts, ...flags]),
		type: type < 0 ? initial.type : type,
		root: params.get("root")?.split(`
`) ?? [],
		sandwich: params.get("of"),
		search: params.get("find") ?? "",
		filters,
		hidden: params.getAll("hidden").map((path) => path.split(`
`))
	};
}
function isStep(from, to) {
	return JSON.stringify({ ...from, search: "" }) !== JSON.stringify({ ...to, search: "" });
}

var draw2 = () => {
}, isDue = !1;
function signal(first) {
	let value = first;
	return {
		get value() {
			return value;
		},
		set value(next) {
			next !== value && (value = next, drawSoon());
		}
	};
}
function drawSoon() {
	isDue || (isDue = !0, queueMicrotask(() => {
		isDue = !1, draw2();
	}));
}
function drawBy(render2) {
	draw2 = render2, render2();
}

var WIDTH = 100, HEIGHT = 20;
function sparkPath(times, values) {
	let first = times[0] ?? 0, span = (times.at(-1) ?? 0) - first, most = largest(values, (value) => value ?? 0), x = times.map((at, i) => WIDTH * (span > 0 ? (at - first) / span : i / Math.max(1, times.length - 1)));
	return linePath(x, values.map((value) => value === null ? null : HEIGHT - 1 - (HEIGHT - 2) * value / most));
}
function Sparkline({ times, values, unit }) {
	let known = values.filter((value) => value !== null), text = `from ${figure(known[0], unit)} to ${figure(known.at(-1), unit)}, at most ${figure(largest(known, Number), unit)}`;
	return h("svg", { class: "spark", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img" }, h("title", null, text), h("path", { d: sparkPath(times, values) }));
}

function recall(storage, key) {
	try {
		return window[storage].getItem(key) || null;
	} catch {
		return null;
	}
}
function remember(storage, key, value) {
	try {
		window[storage].setItem(key, value);
	} catch {
	}
}

var TOKEN_KEY = "jemscope-token", POLL_MILLIS = 2e3, MOST_MOMENTS = 1800, embedded = globalThis.document?.getElementById("jemscope-data") ?? null, isReport = embedded !== null, route = signal({ view: "", params: new URLSearchParams() }), token = signal(null), isLoginNeeded = signal(!1), mayChange = signal(!0), agentState = signal(null), stateAt = signal(null), lost = signal(null), moments = signal([]), past = signal([]), waiting = signal(null), announcement = signal(""), toast = signal(""), runs = signal(null), dumps = signal(null), unlistedDumps = signal(0), reportFailure = signal(null), shown = signal(null), program = () => shown.value?.program ?? agentState.value?.program ?? null, pid = () => shown.value?.pid ?? agentState.value?.pid ?? null;
function announce(text) {
	announcement.value = announcement.value === text ? text + " " : text;
}
var toastTimer = 0;
function notify(text) {
	announce(text), toast.value = text, clearTimeout(toastTimer), toastTimer = setTimeout(() => toast.value = "", 4e3);
}
var api = createApi({
	fetch: (path, init) => fetch(path, init),
	token: () => token.value,
	sleep: (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds)),
	waiting: (now) => waiting.value = now,
	now: () => Date.now(),
	refused: noteRefusal
}), request = api.json;
function failureOf(error) {
	if (error instanceof Failure)
		return error;
	let why = error instanceof Error ? error.message : String(error);
	return new Failure("The page failed", why, "Reload the page. If it happens again, report this text.");
}
function send(method, path, body = {}) {
	return request(path, method === "DELETE" ? { method } : { method, body });
}
function noteRefusal(error, refused) {
	error.status === 401 && refused === token.value && forgetToken();
}
function go(to, replace = !1) {
	let hash = formatRoute(to);
	if (hash !== location.hash) {
		route.value = to;
		try {
			history[replace ? "replaceState" : "pushState"](null, "", hash);
		} catch {
		}
	}
}
function readAddress() {
	let taken = takeToken(location.hash);
	taken.token && (history.replaceState(null, "", taken.hash || "#"), rememberToken(taken.token)), route.value = parseRoute(taken.hash);
}
function rememberToken(value) {
	token.value = value, mayChange.value = !0, isLoginNeeded.value = !1, remember("sessionStorage", TOKEN_KEY, value);
}
function forgetToken() {
	token.value = null, isLoginNeeded.value = !0, remember("sessionStorage", TOKEN_KEY, "");
}
async function loadState() {
	try {
		let now = await request("/api/v1/state", { impatient: !0 }), started = agentState.value?.agent.startedAt;
		started !== now.agent.startedAt && (loadPast(now.pid).catch(() => {
		}), started && (moments.value = past.value = [], runs.value = dumps.value = null, kept.clear()));
		let at = Date.now(), gap = at - (stateAt.value ?? at) > 5 * POLL_MILLIS ? [{ at: at - 1, rss: null, memory: null }] : [];
		return moments.value = [...moments.value.slice(-MOST_MOMENTS + 2), ...gap, { at, rss: now.rssBytes, memory: now.memory ?? now.glibc }], agentState.value = now, stateAt.value = at, lost.value = null, mayChange.value = now.access !== "read", !0;
	} catch (error) {
		return error instanceof ApiError && error.status !== 401 && (lost.value = error), !1;
	}
}
var MEMORY = ["allocated", "active", "resident", "retained"], GLIBC = "ledger.glibcAllocated";
async function loadPast(pid2) {
	let names = [...MEMORY.map((name) => `jemalloc.${name}`), GLIBC].map((name) => name + ".bytes"), from = Date.now() - 864e5, { processes } = await request(`/api/v1/history?fromMillis=${from}&statistics=rss.bytes,${names}`);
	past.value = processes.filter((life) => life.pid === pid2).flatMap(momentsOf);
}
function momentsOf({ timesMillis, statistics }) {
	let of = (name, i) => statistics[name + ".bytes"]?.[i] ?? null;
	return timesMillis.map((at, i) => ({ at, rss: of("rss", i), memory: { ...Object.fromEntries(MEMORY.map((name) => [name + "Bytes", of("jemalloc." + name, i)])), allocatedBytes: of("jemalloc.allocated", i) ?? of(GLIBC, i) } }));
}
async function loadDumps() {
	let [runList, dumpList] = await Promise.all([request("/api/v1/runs"), request("/api/v1/dumps")]);
	runs.value = runList.runs, dumps.value = [...dumpList.dumps].reverse(), unlistedDumps.value = dumpList.unlisted;
}
async function makeDump() {
	let run = agentState.value?.run, made = await send("POST", run?.state === "running" ? `/api/v1/runs/${run.id}/dumps` : "/api/v1/dumps");
	return await loadDumps(), made;
}
var kept = new Map();
function profilePath(params, format) {
	let query = new URLSearchParams({ format });
	for (let name of params.get("baseline") ? PROFILE_PARAMS.slice(1) : [])
		params.get(name) && query.set(name, params.get(name));
	return `/api/v1/dumps/${encodeURIComponent(params.get("dump") ?? "")}?${query}`;
}
function loadProfile(params) {
	let path = profilePath(params, "page"), profile = kept.get(path);
	if (!profile) {
		profile = request(path).then(decode), profile.catch(() => kept.delete(path)), kept.set(path, profile);
		for (let old of [...kept.keys()].slice(0, -3))
			kept.delete(old);
	}
	return profile;
}
function usualDump() {
	let list = dumps.value?.filter((one) => one.kind !== "log") ?? [];
	return (list.find((one) => one.kind !== "baseline") ?? list[0])?.id ?? null;
}
function start() {
	if (readAddress(), addEventListener("popstate", readAddress), embedded) {
		decodeEmbedded(embedded.textContent ?? "").then((data) => shown.value = data, (error) => reportFailure.value = failureOf(error));
		return;
	}
	token.value ??= recall("sessionStorage", TOKEN_KEY), isLoginNeeded.value = !token.value && location.protocol !== "https:";
	let timer = 0, isPolling = !1, poll = async () => {
		isPolling || (isPolling = !0, clearTimeout(timer), document.visibilityState === "visible" && !isLoginNeeded.value && await loadState(), isPolling = !1, timer = setTimeout(poll, lost.value ? 2 * POLL_MILLIS : POLL_MILLIS));
	};
	document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && void poll()), poll();
}

function FailurePanel({ failure, retry }) {
	return h("div", { class: "notice bad", role: "alert" }, h("strong", null, sentence(failure.what)), h("p", null, sentence(failure.why)), h("p", null, sentence(failure.next)), retry && h("button", { onClick: retry }, "Retry"));
}
function sentence(text) {
	let trimmed = text.trim(), begun = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
	return !begun || /[.!?:)]$/.test(begun) ? begun : begun + ".";
}
function View({ title, beside: beside2, kind = "", children }) {
	return h("section", { class: `view ${kind}`, "aria-labelledby": "title" }, h("div", { class: "headline" }, h("h1", { id: "title" }, title), beside2), children);
}
function Empty({ title, children }) {
	return h("div", { class: "empty" }, h("h2", null, title), children);
}
function Progress({ text }) {
	let [seconds, setSeconds] = useState(0);
	return useEffect(() => {
		let timer = setInterval(() => setSeconds((now) => now + 1), 1e3);
		return () => clearInterval(timer);
	}, []), h("div", { class: "progress", role: "status", hidden: seconds < 1 }, h("progress", null), h("span", null, text, " ", h("span", { class: "muted" }, seconds, " s")));
}
function useLoad(key, load) {
	let [now, setNow] = useState({ key: null, value: null, failure: null }), [round, setRound] = useState(0), wanted = useRef(""), name = key === null ? null : key + `
` + round;
	useEffect(() => {
		name !== null && (wanted.current = name, load().then(
			(value) => wanted.current === name && setNow({ key: name, value, failure: null }),
			(error) => {
				wanted.current === name && setNow({ key: name, value: null, failure: failureOf(error) });
			}
		));
	}, [name]);
	let isLoading = name !== null && now.key !== name;
	return { value: now.value, failure: isLoading ? null : now.failure, isLoading, reload: () => setRound(round + 1) };
}
function Loading({ of, text, children }) {
	return of.failure ? h(FailurePanel, { failure: of.failure, retry: of.reload }) : h(Fragment, null, of.isLoading && h(Progress, { text }), of.value !== null && children(of.value));
}
function Action({ children, act, done, disabled, kind, title }) {
	let [isBusy, setBusy] = useState(!1), [failure, setFailure] = useState(null);
	return h(Fragment, null, h("button", { class: kind, title, disabled: disabled || isBusy, "aria-busy": isBusy, onClick: async () => {
		setBusy(!0), setFailure(null);
		try {
			await act(), done && notify(done);
		} catch (error) {
			setFailure(failureOf(error));
		}
		setBusy(!1);
	} }, children), isBusy && h(Progress, { text: "Working." }), failure && h(Dialog, { title: "Not done", close: () => setFailure(null) }, h(FailurePanel, { failure })));
}
function MakeDump({ kind, text = "Make a dump now", then }) {
	return mayChange.value ? h(Action, { kind, act: () => makeDump().then(then), done: "The dump is made." }, text) : null;
}
function Dialog({ title, close, children }) {
	let element = useRef(null);
	return useLayoutEffect(() => {
		let before = document.activeElement, dialog = element.current;
		return dialog.showModal(), () => {
			dialog.close(), before?.focus();
		};
	}, []), h(
		"dialog",
		{ ref: element, "aria-label": title, onCancel: close, onClick: (event) => event.target === element.current && close() },
		h("div", { class: "dialog" }, h("header", null, h("h2", null, title), h("button", { class: "plain", "aria-label": "Close", onClick: close }, "✕")), children)
	);
}
function Confirm({ title, children, button, act, close, danger }) {
	return h(Dialog, { title, close }, children, h("div", { class: "buttons" }, h(Action, { kind: danger ? "danger" : "primary", act: () => act().then(close) }, button), h("button", { onClick: close }, "Cancel")));
}
async function copy(text, what) {
	await copyText(text), notify(`${what} copied.`);
}
function SiteName({ site, open, tabIndex = -1 }) {
	let { name, callers } = site, [, inPackage = "", method = name, file = "", line = ""] = /^((?:[a-z_]\w*\.)*)(.*\()([^(:]+)(:\d+\))$/.exec(name) ?? [];
	return h("button", { class: "link", tabIndex, title: [name, ...callers].join(`
called from `), onClick: () => open(site) }, h("bdi", null, h("span", { class: "package" }, inPackage), method, h("span", { class: "file" }, file), line));
}
function shownGroups(usual) {
	return (route.value.params.get("show") ?? usual).split(" ");
}
function GroupChips({ groups, usual, rows, groupOf: groupOf2, sumOf }) {
	let shown2 = shownGroups(usual);
	return h("span", { class: "group", role: "group", "aria-label": "Show" }, Object.entries(groups).map(([id, [title, hint]]) => {
		let members = rows.filter((row) => groupOf2(row) === id), next = shown2.includes(id) ? shown2.filter((one) => one !== id) : [...shown2, id];
		return members.length > 0 && h(
			"button",
			{ key: id, "aria-pressed": shown2.includes(id), title: hint, onClick: () => go(withParams(route.value, { show: next.join(" ") || "none" }), !0) },
			title,
			" ",
			h("b", null, count(members.length)),
			" ",
			h("span", { class: "muted" }, sumOf(members))
		);
	}));
}
function Share({ value, whole, most = whole, low, high, colour }) {
	let part = (number) => `${Math.max(0, Math.min(100, 100 * number / (most || 1)))}%`;
	return h(Fragment, null, h("span", { class: "n" }, percent(value, whole)), h("span", { class: "bar", "aria-hidden": "true" }, h("span", { class: "fill", style: { width: part(value), ...colour } }), low != null && high != null && high > low && h("span", { class: "reach", style: { left: part(low), width: part(high - low) } })));
}
function ChangeBar({ value, of }) {
	let width = Math.min(50, 50 * Math.abs(value) / (of || 1));
	return h("span", { class: "bar middle", "aria-hidden": "true" }, h("span", { class: value < 0 ? "fill less" : "fill more", style: { left: `${value < 0 ? 50 - width : 50}%`, width: `${width}%` } }));
}

function figures(id, title, value = (row) => row[id], text = bytes, kind = "n", hint) {
	return { id, title, kind, hint, value, text: (row) => text(value(row)) };
}
function Table(props) {
	let { columns, rows, keyOf: keyOf2 } = props, { params } = route.value, sort = parseSort(params.get("sort"), props.usual), query = (props.textOf && params.get("find")) ?? "", change = (what) => go(withParams(route.value, what), !0), [own, setOwn] = useState(null), selected = props.selected ?? own, sorted = useMemo(() => {
		let matches2 = matcher(query), found = query ? rows.filter((row) => matches2(props.textOf(row))) : rows;
		return sortRows(found, columns.find((column) => column.id === sort.id), sort.descending);
	}, [rows, columns, sort.id, sort.descending, query]), details = props.details && (sorted.find((row) => keyOf2(row) === selected) ?? sorted[0] ?? null), [focus, setFocus] = useState(() => sorted.findIndex((row) => keyOf2(row) === selected)), select2 = (index) => {
		setFocus(index), (props.select ?? setOwn)(keyOf2(sorted[index]));
	}, heading = (column) => {
		let isSorted = column.id === sort.id, descending = isSorted ? !sort.descending : isNumeric(column, rows), sortBy = () => {
			change({ sort: formatSort({ id: column.id, descending }) }), announce(`Sorted by ${column.title}, ${descending ? "descending" : "ascending"}.`);
		};
		return h(
			"th",
			{ key: column.id, scope: "col", class: column.kind, "aria-sort": isSorted ? sort.descending ? "descending" : "ascending" : "none" },
			h("button", { class: "plain", title: column.hint, onClick: sortBy }, h("span", { class: "arrow", "aria-hidden": "true" }, isSorted ? sort.descending ? "▾" : "▴" : ""), column.title)
		);
	};
	return h(Fragment, null, props.textOf && h("div", { class: "toolbar" }, props.toolbar, h("label", { class: "search" }, h(
		"input",
		{ type: "search", "aria-label": "Search", placeholder: "Search  ( / )", value: query, spellcheck: !1, onInput: (event) => change({ find: event.currentTarget.value }) }
	), h("span", { class: "muted", role: "status" }, query && `${count(sorted.length)} of `, count(rows.length), " rows")), h("span", { class: "group", role: "group", "aria-label": "Copy the table" }, h("button", { onClick: () => copy(toText(columns, sorted), "Table") }, "Copy text"), h("button", { onClick: () => copy(toCsv(columns, sorted), "Table as CSV") }, "Copy CSV"))), h(
		Grid,
		{
			label: props.label,
			role: "grid",
			kind: props.plainly ? "plainly" : "",
			tableKind: columns.some(({ kind }) => kind === "name" || kind === "rest") ? "" : "compact",
			head: columns.map(heading),
			rows: sorted,
			keyOf: keyOf2,
			cells: (row) => columns.map((column) => h("td", { key: column.id, class: column.kind }, column.cell ? column.cell(row) : textOf(column, row))),
			attributes: (row) => ({ class: props.rowClass?.(row), "aria-selected": details ? row === details : void 0, onDblClick: () => props.open?.(row) }),
			at: Math.max(0, Math.min(focus, sorted.length - 1)),
			goTo: select2,
			keys: (row, event) => ({ Enter: event.target === event.currentTarget ? () => props.open?.(row) : void 0 })
		},
		sorted.length === 0 && h("div", { class: "empty" }, query ? `Nothing matches “${query}”.` : props.empty)
	), details !== void 0 && props.details(details));
}

var KEY = "jemscope-theme", THEMES = ["system", "light", "dark"], theme = signal("system"), shade = signal("light"), systemDark = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
function isDark() {
	return theme.value === "system" ? systemDark?.matches : theme.value === "dark";
}
function nextTheme(now) {
	return THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
}
function setTheme(next) {
	theme.value = next, remember("localStorage", KEY, next), show();
}
function show(dark = isDark()) {
	document.documentElement.dataset.theme = shade.value = dark ? "dark" : "light";
}
function startTheme() {
	theme.value = THEMES.find((one) => one === recall("localStorage", KEY)) ?? "system", systemDark?.addEventListener("change", () => show()), addEventListener("beforeprint", () => show(!1)), addEventListener("afterprint", () => show()), show();
}

var TABS = [["classes", "Size classes"], ["arenas", "Arenas"], ["options", "Options"]], SIZE_CLASSES = [
	figures("sizeBytes", "Size class"),
	figures("bytes", "Live"),
	figures("count", "Blocks", void 0, count),
	figures("free", "Free in slabs", (row) => row.slabBytes === null ? null : row.slabBytes - row.bytes, bytes, "n medium", "Free blocks in pages that are in use"),
	{
		id: "used",
		title: "Used",
		kind: "share medium",
		value: (row) => row.slabBytes ? row.bytes / row.slabBytes : null,
		cell: (row) => row.slabBytes !== null && h(Share, { value: row.bytes, whole: row.slabBytes }),
		text: (row) => percent(row.bytes, row.slabBytes)
	},
	figures("allocations", "Allocations", void 0, count, "n wide"),
	figures("releases", "Frees", void 0, count, "n wide")
], ARENAS = [
	figures("index", "Arena", void 0, count),
	figures("threads", "Threads", void 0, count, "n medium"),
	figures("residentBytes", "Resident"),
	figures("activeBytes", "Active"),
	figures("smallBytes", "Small", void 0, bytes, "n wide"),
	figures("largeBytes", "Large", void 0, bytes, "n wide"),
	figures("dirtyBytes", "Dirty", void 0, bytes, "n", "Freed, kept for reuse; a purge returns them"),
	figures("muzzyBytes", "Muzzy", void 0, bytes, "n wide", "Freed, may be taken by the kernel"),
	figures("retainedBytes", "Retained", void 0, bytes, "n wide", "Address space that is kept; not memory")
], GLIBC_ARENAS = [
	figures("arena", "Arena", void 0, count),
	figures("systemBytes", "From the system"),
	figures("inUseBytes", "In use", void 0, bytes, "n", "Also free blocks in threads’ caches"),
	figures("freeBytes", "Free", void 0, bytes, "n", "Freed, kept for reuse; a purge returns whole pages of it")
], OPTIONS = [
	{ id: "name", title: "Option", kind: "name short", value: (row) => row.name },
	{ id: "value", title: "Value", kind: "name short", value: (row) => row.value, text: (row) => row.available ? row.value ?? "" : "not in this jemalloc" },
	{ id: "source", title: "Set by", kind: "name", value: (row) => row.source, cell: (row) => row.source === "default" ? h("span", { class: "muted" }, "default") : h("strong", null, row.source) }
];
function AllocatorView() {
	let { params } = route.value, tab = TABS.find(([id]) => id === params.get("tab"))?.[0] ?? "classes", isGlibc = !!agentState.value?.glibc, statistics = useLoad(String(isGlibc), () => request("/api/v1/statistics?format=" + (isGlibc ? "json" : "summary"))), options = useLoad(tab === "options" ? "options" : null, () => request("/api/v1/options")), purge = async () => {
		let done = await send("POST", "/api/v1/purges");
		notify(`Resident memory went from ${bytes(done.residentBefore)} to ${bytes(done.residentAfter)}.`), statistics.reload();
	}, download2 = async (format) => {
		save(await (await api.call("/api/v1/statistics?format=" + format)).blob(), (isGlibc ? "glibc." : "jemalloc.") + (format === "json" ? "json" : "txt"));
	};
	return h(
		View,
		{
			title: "Allocator",
			beside: h("span", { class: "buttons" }, h("button", { onClick: statistics.reload }, "Read again"), mayChange.value && h(Action, { act: purge, title: "Returns unused pages to the system. The program's data stays." }, "Purge"), h(Action, { act: () => download2("text") }, "All statistics as text"), h(Action, { act: () => download2("json") }, "as JSON"))
		},
		h(Loading, { of: statistics, text: "Reading the allocator’s statistics." }, (value) => "mallinfo2" in value ? h(Fragment, null, h(Tiles, { tiles: glibcTiles(value) }), h(Rows, { label: "Arenas", columns: GLIBC_ARENAS, rows: value.arenas, of: "systemBytes" })) : h(Fragment, null, h(Tiles, { tiles: tilesOf(value) }), h("div", { class: "tabs", role: "tablist", "aria-label": "Allocator" }, TABS.map(([id, title]) => h(
			"button",
			{ key: id, role: "tab", "aria-selected": tab === id, onClick: () => go(withParams(route.value, { tab: id, sort: null, find: null })) },
			title
		))), tab === "classes" && h(Rows, { label: "Size classes", columns: SIZE_CLASSES, rows: value.sizeClasses, of: "bytes" }), tab === "arenas" && h(Rows, { label: "Arenas", columns: ARENAS, rows: value.arenas, of: "index" }))),
		!isGlibc && tab === "options" && h(Loading, { of: options, text: "Reading the options." }, (value) => h(Rows, { label: "Options", columns: OPTIONS, rows: value.options, of: "source" }))
	);
}
function Rows({ label: label2, columns, rows, of }) {
	return h(Table, { label: label2, columns, rows, keyOf: (row) => String(columns[0].value(row)), usual: { id: of, descending: of !== "index" }, textOf: (row) => columns.map((column) => textOf(column, row)).join(" "), empty: "Nothing." });
}
function tilesOf(value) {
	let dirty = value.arenas.reduce((sum, arena) => sum + arena.dirtyBytes + arena.muzzyBytes, 0), unused = value.activeBytes - value.allocatedBytes;
	return [
		["Allocated", bytes(value.allocatedBytes), "What the program allocated and hasn’t freed"],
		["Fragmentation", bytes(unused), `Free blocks in pages that are in use: ${percent(unused, value.activeBytes)}`],
		["Unused pages", bytes(dirty), "Freed, kept for reuse; a purge returns them"],
		["Metadata", bytes(value.metadataBytes), "jemalloc’s own data, its profile included"],
		["Resident", bytes(value.residentBytes), "Pages that may be in memory"],
		["Retained", bytes(value.retainedBytes), "Address space that is kept; not memory"]
	];
}
function glibcTiles({ mallinfo2: info }) {
	return info === null ? [] : [
		["Allocated", bytes(info.uordblks + info.hblkhd), "What the program allocated and hasn’t freed, and threads’ caches"],
		["Large blocks", bytes(info.hblkhd), `Of it, in ${count(info.hblks)} blocks with mappings of their own`],
		["Free", bytes(info.fordblks), "Freed, kept in glibc’s heaps for reuse; a purge returns whole pages of it"],
		["From the system", bytes(info.arena + info.hblkhd), "Address space of heaps and large blocks"]
	];
}
function Tiles({ tiles }) {
	return h("dl", { class: "tiles" }, tiles.map(([name, figure2, hint]) => h("div", { key: name }, h("dt", null, name), h("dd", null, figure2), h("dd", { class: "muted small" }, hint))));
}

var keyOf = ({ name, file }) => file === null ? name : `${name} in ${file}`;
function toSource(sources, names) {
	let routine = sources?.functions.find(({ name }) => names.includes(name));
	return routine ? () => go(routeTo(route.value, "source", { function: keyOf(routine) }, PROFILE_PARAMS)) : null;
}
function withGaps(lines) {
	return lines.flatMap((line, i) => {
		let before = lines[i - 1]?.line;
		return before && line.line && line.line > before + 1 ? [null, line] : [line];
	});
}
function SourceView({ sources }) {
	let columns = useMemo(() => {
		let amount = (value) => figure(value, sources.unit);
		return [
			figures("cumulative", "Through it", (row) => row.cumulative, amount, "n", "What was allocated while it was on the stack"),
			figures("flat", "By itself", (row) => row.flat, amount, "n medium"),
			{ id: "name", title: "Function", kind: "name", value: keyOf }
		];
	}, [sources]);
	return h(View, { title: "Source" }, h(
		Table,
		{
			label: "Functions",
			columns,
			rows: sources.functions,
			keyOf,
			usual: { id: "cumulative", descending: !0 },
			textOf: keyOf,
			selected: route.value.params.get("function"),
			select: (key) => go(withParams(route.value, { function: key }), !0),
			details: (routine) => routine && h(Lines, { routine, unit: sources.unit }),
			empty: "No source was at hand. Name its folder with --source-path."
		}
	), h("p", { class: "foot muted" }, "Without source: ", count(sources.withoutSource), " functions. Left out for size: ", count(sources.leftOut), "."));
}
function Lines({ routine, unit }) {
	let cell = (value, kind) => h("td", { class: kind }, value ? figure(value, unit) : "");
	return h("div", { class: "table source", tabIndex: 0, role: "region", "aria-label": `Source of ${routine.name}` }, h("table", { class: "compact" }, h("thead", null, h("tr", null, h("th", { scope: "col", class: "n" }, "Through it"), h("th", { scope: "col", class: "n medium" }, "By itself"), h("th", { scope: "col", class: "n" }, "Line"), h("th", { scope: "col" }, keyOf(routine)))), h("tbody", null, withGaps(routine.lines).map(
		(line, i) => line ? h("tr", { key: i, class: line.cumulative ? "hot" : "" }, cell(line.cumulative, "n"), cell(line.flat, "n medium"), h("td", { class: "n muted" }, line.line ?? "?"), h("td", null, h("code", null, line.text))) : h("tr", { key: i }, h("td", { colSpan: 4, class: "muted" }, "⋮"))
	))));
}

function amountOf(of, counted) {
	return { value: of[`${counted}Bytes`], low: of[`${counted}BytesLow`], high: of[`${counted}BytesHigh`], objects: of[`${counted}Objects`] };
}
function javaFunctions(name) {
	let java = /^([^(\s]+\.[^.(\s]+)\([^)]*\)$/.exec(name)?.[1];
	return java ? [...new Set([java, java.replace(/^[^/]*\//, "")])] : [];
}
function sitePattern(name, functions = []) {
	let native = /^\[(?:native|JVM)\] (.*)$/.exec(name)?.[1] ?? name, others = functions.length && !functions.includes(native) ? functions : [native], java = javaFunctions(name);
	return (java.length ? java : others).map(exactly).join("|");
}
function openSite(site) {
	go(routeTo(route.value, "flame", { focus: sitePattern(site.name, site.functions), site: site.name }, PROFILE_PARAMS));
}
function columnsOf(table, counted) {
	let of = (site) => amountOf(site, counted), total = amountOf(table, counted).value, most = largest(table.holders, (site) => of(site).high ?? of(site).value);
	return [
		figures("bytes", counted === "live" ? "Live" : "Allocated", (site) => of(site).value, bytes, "n", "Estimated from samples"),
		{
			id: "range",
			title: "95 % range",
			kind: "n wide",
			hint: "It has the true figure in 95 of 100 cases. Sorted by width.",
			value(site) {
				let { low, high } = of(site);
				return low === null || high === null ? null : high - low;
			},
			text(site) {
				let { value, low, high } = of(site);
				return range(value, low, high, "bytes");
			}
		},
		{ id: "share", title: "Share", kind: "share", value: (site) => of(site).value / (total || 1), text: (site) => percent(of(site).value, total), cell: (site) => h(Share, { ...of(site), whole: total, most }) },
		figures("objects", "Objects", (site) => of(site).objects, count, "n medium"),
		{ id: "site", title: "Site", kind: "name", hint: "The Java line that holds the memory", value: (site) => site.name, cell: (site) => h(SiteName, { site, open: openSite }) },
		{
			id: "function",
			title: "Native function",
			kind: "name wide",
			value: (site) => site.functions.join(", "),
			cell: ({ functions }) => h("span", { title: functions.join(`
`) }, functions[0], functions.length > 1 && h("span", { class: "muted" }, " +", functions.length - 1))
		}
	];
}
function HoldersView({ table, sources }) {
	let counted = route.value.params.get("amount") === "accumulated" ? "accumulated" : "live", columns = useMemo(() => table ? columnsOf(table, counted) : [], [table, counted]), rows = useMemo(() => table?.holders.filter((site) => amountOf(site, counted).value !== 0) ?? [], [table, counted]);
	if (!table)
		return h(Empty, { title: "This profile has no table" }, h("p", null, "It was made without one. The flame graph shows all of its stacks."));
	let { value, low, high, objects } = amountOf(table, counted);
	return h(
		View,
		{
			title: "Who holds it",
			beside: h("p", null, h("b", null, bytes(value)), " ", h("span", { class: "muted" }, "(", range(value, low, high, "bytes"), ")"), " in about", " ", h("b", null, count(objects)), " ", counted === "live" ? "live objects" : "allocations")
		},
		h(
			Table,
			{
				label: "Who holds it",
				columns,
				rows,
				keyOf: (site) => site.name,
				usual: { id: "bytes", descending: !0 },
				textOf: (site) => [site.name, ...site.functions, ...site.callers].join(`
`),
				toolbar: table.accumulatedBytes > 0 && h(Select, { label: "Count", value: counted, choices: [["live", "live memory"], ["accumulated", "all that was allocated"]], choose: (amount) => go(withParams(route.value, { amount })) }),
				open: openSite,
				details: (site) => h(SiteDetails, { site, counted, sources }),
				empty: "No sampled memory is live."
			}
		),
		h("p", { class: "foot muted" }, counted === "live" && table.mostUnlistedBytes != null && `Not listed: sites without a sample; each holds at most ${bytes(table.mostUnlistedBytes)} (95 %). `, table.leftOut > 0 && `${count(table.leftOut)} smaller rows were left out of this report.`)
	);
}
function SiteDetails({ site, counted, sources }) {
	if (!site)
		return h("aside", { class: "details", "aria-label": "The selected site" });
	let source = toSource(sources, javaFunctions(site.name)), jvm = site.jvm?.[`${counted}Bytes`] ?? 0, names = (list) => list.map((name) => h("code", { key: name }, name));
	return h("aside", { class: "details", "aria-label": "The selected site" }, h("div", { class: "whole" }, h("code", null, site.name), h("span", { class: "group" }, h("button", { onClick: () => openSite(site) }, "Show its stacks"), source && h("button", { onClick: source }, "Show its source"), h("button", { onClick: () => copy(site.name, "Name") }, "Copy name"))), h("dl", null, site.callers.length > 0 && h(Fragment, null, h("dt", null, "called from"), h("dd", null, names(site.callers))), h("dt", null, "native"), h("dd", null, site.functions.length ? names(site.functions) : "unknown"), jvm > 0 && h(Fragment, null, h("dt", null, "the JVM’s own"), h("dd", null, bytes(jvm), " that the JVM allocated for itself while this line ran"))));
}

var GROUPS = {
	grown: ["Grown", "More than sampling alone explains"],
	shrunk: ["Shrunk", "More than sampling alone explains"],
	new: ["New", "Not there before"],
	gone: ["Gone", "Not there any more"],
	noise: ["Within noise", "Held back: sampling alone makes such changes"],
	passing: ["Comes and goes", "Held back: such memory is never the same twice"]
};
function groupOf(row, judged) {
	return row.passing ? "passing" : row.kind === "same" || judged && !row.significant ? "noise" : row.kind;
}
var USUAL = "grown shrunk new gone";
function columnsOf2({ unit, judged }, rows) {
	let amount = (value) => figure(value, unit), most = largest(rows, (row) => Math.abs(row.change));
	return [
		figures("change", "Change", (row) => row.change, (change) => signed(change, unit), "n strong"),
		{
			id: "range",
			title: "95 % range",
			kind: "n wide",
			hint: "By the sampling errors of both. Sorted by width.",
			value: (row) => row.changeLow === null || row.changeHigh === null ? null : row.changeHigh - row.changeLow,
			text: (row) => changeRange(row.change, row.changeLow, row.changeHigh, unit)
		},
		{ id: "bar", title: "Relative", kind: "share medium", value: (row) => row.change, cell: (row) => h(ChangeBar, { value: row.change, of: most }) },
		figures("before", "Before", (row) => row.before, amount, "n medium"),
		figures("after", "After", (row) => row.after, amount),
		{ id: "kind", title: "What", value: (row) => GROUPS[groupOf(row, judged)][0].toLowerCase() },
		{ id: "site", title: "Site", kind: "name", value: (row) => row.name, cell: (row) => h(SiteName, { site: row, open: openSite }) }
	];
}
function NothingToCompare() {
	return h(Empty, { title: "Nothing to compare" }, h("p", null, isReport ? "This report is about one dump. jemscope diff --html compares two." : "Choose a baseline above, or make another dump later."));
}
function CompareView({ data, table }) {
	let { params } = route.value, shown2 = shownGroups(USUAL), rows = useMemo(
		() => table?.rows.filter((row) => shown2.includes(groupOf(row, table.judged))) ?? [],
		[table, shown2.join()]
	), columns = useMemo(() => table ? columnsOf2(table, rows) : [], [table, rows]);
	if (!table || !data.base)
		return h(NothingToCompare, null);
	let { all, unit } = table, moments2 = params.get("moments")?.split("-").map(Number);
	return h(
		View,
		{
			title: "What changed",
			beside: h(Fragment, null, h("p", null, figure(all.before, unit), " before, ", figure(all.after, unit), " after: ", h("b", null, signed(all.change, unit)), " ", h("span", { class: "muted" }, "(", changeRange(all.change, all.changeLow, all.changeHigh, unit), ")")), h("button", { onClick: () => go(routeTo(route.value, "flame", {}, PROFILE_PARAMS)) }, "Flame graph of the change"))
		},
		moments2 && data.taken && data.base.taken && h("p", { class: "notice" }, "You chose ", time(moments2[0]), " and ", time(moments2[1]), ". The nearest dumps are of ", offText(data.base.taken, moments2[0]), " and", " ", offText(data.taken, moments2[1]), "."),
		table.factor !== 1 && h("p", { class: "notice" }, "The earlier dump is multiplied by ", table.factor.toPrecision(3), ", so that both have the same total."),
		!table.judged && h("p", { class: "notice" }, "Every change is shown: without sampling rates, noise can’t be told apart."),
		h(
			Table,
			{
				label: "What changed",
				columns,
				rows,
				keyOf: (row) => row.name,
				usual: { id: "change", descending: !0 },
				textOf: (row) => [row.name, ...row.callers].join(`
`),
				toolbar: h(Fragment, null, h(
					GroupChips,
					{ groups: GROUPS, usual: USUAL, rows: table.rows, groupOf: (row) => groupOf(row, table.judged), sumOf: (rows2) => signed(rows2.reduce((sum, row) => sum + row.change, 0), unit) }
				), !isReport && h("label", { title: "Multiplies the earlier dump so that both have the same total" }, h(
					"input",
					{ type: "checkbox", checked: params.get("normalize") === "true", onChange: (event) => go(withParams(route.value, { normalize: event.currentTarget.checked ? "true" : null })) }
				), "normalised")),
				open: openSite,
				rowClass: (row) => ["noise", "passing"].includes(groupOf(row, table.judged)) ? "held" : "",
				empty: shown2.includes("grown") ? "Nothing changed by more than sampling alone explains." : "Nothing of these kinds changed."
			}
		)
	);
}

function initialFor(data) {
	return { ...initialFlameState, type: data.type, ...data.baseValues ? { value: "change", colour: "change" } : {} };
}
function FlameView({ data }) {
	let { view, params } = route.value, initial = useMemo(() => initialFor(data), [data]), state = useMemo(() => flameFromParams(params, initial, data.types), [params, initial, data]), site = params.get("site");
	return h("section", { class: "view flameview", "aria-labelledby": "title" }, h("h1", { class: "hidden", id: "title" }, "Flame graph"), site && h("p", { class: "crumb" }, h("button", { onClick: () => history.back() }, "← Back"), h("span", null, "Stacks through the function of ", h("code", null, site)), h("button", { onClick: () => go(routeTo(route.value, "flame", {}, [...PROFILE_PARAMS, "type"])) }, "Show all stacks")), h(FlameGraph, { data, state, onState: (next) => {
		let to = flameToParams(route.value.params, next, initial, data.types);
		next.filters.length === 0 && to.delete("site"), go({ view, params: to }, !isStep(state, next));
	}, announce, toSource: (name) => toSource(sourcesOf(data.sources), [name]) }));
}

function GraphView({ params }) {
	let path = profilePath(params, "svg"), picture2 = useLoad(path, async () => (await api.call(path)).blob());
	return h(View, { title: "Call graph" }, h(Loading, { of: picture2, text: "The agent draws the call graph." }, (value) => h(PanZoom, { picture: value, name: params.get("dump") + ".svg" })));
}
function PanZoom({ picture: picture2, name }) {
	let frame = useRef(null), image = useRef(null), [zoom, setZoom] = useState(1), address = useMemo(() => URL.createObjectURL(picture2), [picture2]);
	useEffect(() => () => URL.revokeObjectURL(address), [address]);
	let fit2 = () => {
		let { clientWidth, clientHeight } = frame.current, { naturalWidth, naturalHeight } = image.current;
		setZoom(Math.min(1, (clientWidth - 16) / naturalWidth, (clientHeight - 16) / naturalHeight));
	}, zoomBy = (factor, x = frame.current.clientWidth / 2, y = frame.current.clientHeight / 2) => {
		let box = frame.current, next = Math.max(0.05, Math.min(8, zoom * factor)), left = (box.scrollLeft + x) * (next / zoom) - x, top = (box.scrollTop + y) * (next / zoom) - y;
		setZoom(next), requestAnimationFrame(() => box.scrollTo(left, top));
	}, onWheel = (event) => {
		if (!event.shiftKey) {
			event.preventDefault();
			let { left, top } = frame.current.getBoundingClientRect();
			zoomBy(Math.exp(-event.deltaY / 400), event.clientX - left, event.clientY - top);
		}
	}, larger = () => zoomBy(1.25), smaller = () => zoomBy(0.8);
	return h(Fragment, null, h("div", { class: "toolbar" }, h("span", { class: "group", role: "group", "aria-label": "Zoom" }, h("button", { onClick: larger, "aria-label": "Larger", title: "+" }, "+"), h("button", { onClick: smaller, "aria-label": "Smaller", title: "-" }, "−"), h("button", { onClick: fit2, title: "0" }, "Fit")), h("span", { class: "muted" }, Math.round(zoom * 100), " %. Drag to move, wheel to zoom."), h("button", { onClick: () => save(picture2, name) }, "Save SVG")), h(
		"div",
		{
			class: "pan",
			ref: frame,
			tabIndex: 0,
			role: "group",
			"aria-label": "Call graph. Arrow keys move, plus and minus zoom, 0 fits.",
			onKeyDown: (event) => press(event, { "+": larger, "=": larger, "-": smaller, 0: fit2 }),
			onWheel,
			onPointerDown: (event) => frame.current.setPointerCapture(event.pointerId),
			onPointerMove: (event) => event.buttons === 1 && frame.current.scrollBy(-event.movementX, -event.movementY)
		},
		h("img", { ref: image, src: address, draggable: !1, alt: "Call graph", onLoad: fit2, style: { width: `${(image.current?.naturalWidth ?? 0) * zoom}px` } })
	));
}

var SERIES = [
	["RSS", ({ rss }) => rss, "Resident memory of the whole process, as the kernel counts it"],
	["resident", ({ memory }) => memory?.residentBytes, "Pages that may be in memory"],
	["active", ({ memory }) => memory?.activeBytes, "jemalloc’s pages in use by the program"],
	["allocated", ({ memory }) => memory?.allocatedBytes, "What the program allocated and hasn’t freed"],
	["retained", ({ memory }) => memory?.retainedBytes, "Address space that is kept; not memory"]
];
function dumpsNear(dumps2, from, to) {
	let made = (dump) => Date.parse(dump.made), ordered = dumps2.filter(({ kind }) => kind !== "log").sort((a, b) => made(a) - made(b)), times = ordered.map(made), first = Math.min(nearest(times, from), times.length - 2);
	return first < 0 ? null : [ordered[first], ordered[Math.max(nearest(times, to), first + 1)]];
}
function NowView() {
	useEffect(() => {
		loadDumps().catch(() => {
		});
	}, [agentState.value?.run?.state, agentState.value?.run?.snapshots.length]);
	let now = agentState.value;
	if (!now)
		return h(Progress, { text: "Reading the state of the process." });
	let all = [...past.value, ...moments.value], list = dumps.value ?? [], compare = (from, to) => {
		let pair = dumpsNear(list, from, to);
		pair ? go(routeTo(route.value, "compare", { dump: pair[1].id, baseline: pair[0].id, moments: `${from}-${to}` })) : notify("There are no two dumps to compare yet.");
	};
	return h("div", { class: "view now" }, h("section", { "aria-labelledby": "now-title" }, h("h1", { id: "now-title" }, "Memory now ", h("span", { class: "muted" }, "at ", time(stateAt.value))), h(
		Chart,
		{
			label: "Memory over time",
			unit: "bytes",
			times: all.map(({ at }) => at),
			series: SERIES.map(([name, of, hint]) => ({ name, hint, values: all.map((one) => of(one) ?? null) })),
			marks: list.map((dump) => ({ at: new Date(dump.made).getTime(), text: `${dump.kind} dump, ${time(dump.made)}` })),
			onSpan: compare
		}
	), h("p", { class: "muted small" }, "Vertical lines are dumps. Drag, or press Enter at two moments, to compare the dumps nearest to them.")), h(Profiler, { now }), h(RssLedger, null));
}
function Profiler({ now }) {
	let [dialog, setDialog] = useState(null), { allocator, jemalloc, hook, run } = now, isRunning = run?.state === "running", isOthers = jemalloc.active && jemalloc.activeBy === "other", close = () => setDialog(null), refresh = () => Promise.all([loadState(), loadDumps()]), rate = jemalloc.rateBytes ? bytes(jemalloc.rateBytes) : "unknown", why = jemalloc.prof ? null : "jemalloc’s profiler is off: start the JVM with jemscope run.";
	return h("section", { "aria-labelledby": "profiler-title" }, h("h2", { id: "profiler-title" }, "Profiler"), why && h("p", { class: "notice warn" }, why), h("dl", { class: "facts" }, h("dt", null, "Sampling"), h("dd", null, h("span", { class: jemalloc.active ? "state on" : "state" }, jemalloc.active ? "on" : "off"), jemalloc.active && jemalloc.activeBy === "other" && " (not switched on by this agent)", jemalloc.prof && `, one sample per ${rate} allocated`), h("dt", null, "Run"), h("dd", null, run ? h(RunProgress, { run }) : "none"), h("dt", null, "Java frames"), h("dd", null, hook.installed ? `${count(hook.counters.samples)} samples, ${count(hook.counters["samples.java"])} with a Java stack` : "not recorded: the hook isn’t installed"), h("dt", null, "Allocator"), h("dd", { title: jemalloc.path ?? "" }, allocator)), mayChange.value && jemalloc.prof && h("div", { class: "buttons" }, isRunning ? h(
		Action,
		{ kind: "primary", act: () => send("PATCH", `/api/v1/runs/${run.id}`, { state: "finished" }).then(refresh), done: "The run has ended." },
		"Stop the run"
	) : h(
		"button",
		{ class: isOthers ? "" : "primary", disabled: isOthers, title: isOthers ? "Make a snapshot, or deactivate sampling." : void 0, onClick: () => setDialog("start") },
		"Start a run…"
	), h(MakeDump, { kind: isOthers ? "primary" : "", text: "Snapshot", then: loadState }), !isRunning && h("button", { onClick: () => setDialog(jemalloc.active ? "off" : "on") }, jemalloc.active ? "Deactivate…" : "Activate…")), !mayChange.value && h("p", { class: "muted" }, "This token may only read."), dialog === "start" && h(StartDialog, { close, done: refresh, rate: jemalloc.rateBytes }), (dialog === "on" || dialog === "off") && h(
		Confirm,
		{ title: `Switch sampling ${dialog}?`, button: dialog === "on" ? "Activate" : "Deactivate", close, act: () => send("PUT", "/api/v1/profiling", { active: dialog === "on" }).then(refresh) },
		dialog === "off" ? h("p", null, "Sampled blocks stay known until they are freed. New ones are not sampled.") : h("p", null, cost(jemalloc.rateBytes), " Small blocks that are sampled take 3 % more memory. Sampling stays on until it is switched off.")
	));
}
function RunProgress({ run }) {
	let name = run.label ? `“${run.label}”` : run.id;
	return run.state !== "running" ? h("span", null, `${name}, ${run.state} at ${time(run.ended)}`) : h("span", null, name, ", since ", time(run.started), run.seconds && run.remainingSeconds !== null ? h(Fragment, null, `, ${duration(run.remainingSeconds)} left `, h("progress", { value: run.seconds - run.remainingSeconds, max: run.seconds, "aria-label": "Progress of the run" })) : ", until it is stopped");
}
function cost(rateBytes) {
	return rateBytes ? `Sampling costs an allocation about ${count(Math.max(1, Math.round(2 ** 20 / rateBytes)))} ns on average.` : "";
}
function StartDialog({ close, done, rate }) {
	let [length, setLength] = useState("60s"), [label2, setLabel] = useState(""), seconds = length.trim() ? parseDuration(length) : null, isWrong = length.trim() !== "" && (seconds === null || seconds < 1 || seconds > 86400), act = async () => {
		await send("POST", "/api/v1/runs", { seconds: seconds ?? void 0, label: label2.trim() || void 0 }), await done(), notify("The run has begun.");
	};
	return h(Dialog, { title: "Start a run", close }, h("form", { class: "fields", onSubmit: (event) => event.preventDefault() }, h("label", null, "Length", h(
		"input",
		{ value: length, autofocus: !0, onInput: (event) => setLength(event.currentTarget.value), "aria-invalid": isWrong, "aria-describedby": "length-hint" }
	)), h("p", { id: "length-hint", class: isWrong ? "small wrong" : "small muted" }, "Such as 30s, 5m or 1h30m, at most a day. Empty: until it is stopped."), h("label", null, "Label", h("input", { value: label2, maxLength: 200, onInput: (event) => setLabel(event.currentTarget.value) })), h("p", { class: "small muted" }, "A run makes a dump, switches sampling on, and makes a dump at the end. A dump stops allocations for some milliseconds. ", cost(rate)), h("div", { class: "buttons" }, h(Action, { kind: "primary", disabled: isWrong, act: () => act().then(close) }, "Start"), h("button", { type: "button", onClick: close }, "Cancel"))));
}
function rowName(name) {
	return name.startsWith("file:") ? name.slice(5) : name.replace(/^tracked:/, "NMT ").replace(/([a-z])([A-Z])/g, (_, end, start2) => `${end} ${start2.toLowerCase()}`).replace(/^jvm/, "JVM").replace(/^java/, "Java").replace(/^cds/, "CDS");
}
function RssLedger() {
	let [wanted, setWanted] = useState(null), ledger = useLoad(wanted, () => request("/api/v1/memory" + (wanted.startsWith("large") ? "?large=true" : ""))), isLarge = ledger.failure !== null && /large/.test(ledger.failure.what + ledger.failure.next) && mayChange.value;
	return h("section", { "aria-labelledby": "ledger-title" }, h("h2", { id: "ledger-title" }, "What RSS consists of"), h("div", { class: "buttons" }, h("button", { onClick: () => setWanted("read " + Date.now()) }, ledger.value ? "Read again" : "Read the ledger"), h("span", { class: "muted small" }, "The kernel reads all pages: some 40 ms for each GiB.")), h(Loading, { of: ledger, text: "The kernel counts the pages." }, (value) => h(LedgerTable, { ledger: value })), isLarge && h("button", { class: "danger", onClick: () => setWanted("large " + Date.now()) }, "Read although the process is large"));
}
var LEDGER = [["Row", "name"], ["Resident", "n"], ["Share", "share"], ["Counted", "n medium"], ["as", "medium muted"], ["Number", "n wide"]];
function LedgerTable({ ledger }) {
	let rows = ledger.rows.flatMap((row) => flatten(row, 0)), most = largest(ledger.rows, (row) => row.residentBytes ?? 0), known = (value, text) => value === null ? "" : text(value), cells = (content) => content.map((one, i) => h("td", { key: i, class: LEDGER[i + 1][1] }, one)), sum = (name, value, note) => h("tr", null, h("th", { scope: "row", class: "name" }, name), h("td", { class: "n" }, bytes(value)), h("td", { colSpan: 4, class: "muted" }, note));
	return h(Fragment, null, h("div", { class: "stack", "aria-hidden": "true" }, ledger.rows.map(
		(row, i) => row.residentBytes ? h("span", { key: row.name, title: `${rowName(row.name)}: ${bytes(row.residentBytes)}`, style: { width: percent(row.residentBytes, ledger.residentBytes), ...seriesColour(i) } }) : null
	)), h("div", { class: "table plainly", tabIndex: 0, role: "region", "aria-label": "Resident memory, row by row" }, h("table", null, h("thead", null, h("tr", null, LEDGER.map(([title, kind]) => h("th", { key: title, scope: "col", class: kind }, title)))), h("tbody", null, rows.map(({ row, depth }, i) => h("tr", { key: i, class: depth ? "part" : "" }, h("th", { scope: "row", class: "name", style: { paddingLeft: `${0.6 + 1.4 * depth}rem` }, title: row.note ?? void 0 }, rowName(row.name), row.note && h("span", { class: "muted" }, " — ", row.note)), cells([
		{ least: "≥ ", most: "≤ ", exact: "" }[row.bound ?? "exact"] + known(row.residentBytes, bytes),
		row.residentBytes !== null && h(Share, { value: row.residentBytes, whole: ledger.residentBytes, most, colour: seriesColour(ledger.rows.indexOf(row)) }),
		known(row.countedBytes, bytes),
		row.countedAs && rowName(row.countedAs),
		known(row.count, count)
	]))), sum("remainder", ledger.remainderBytes, "counted while memory changed")), h("tfoot", null, sum(
		"RSS",
		ledger.residentBytes,
		`at ${time(ledger.time)}; peak ${bytes(ledger.peakResidentBytes)}, swapped ${bytes(ledger.swappedBytes)}, ${count(ledger.threads)} threads`
	)))));
}
function flatten(row, depth) {
	return [{ row, depth }, ...row.of.flatMap((part) => flatten(part, depth + 1))];
}

var FORMATS = [
	["raw", "as jemalloc wrote it (.heap)"],
	["symbols", "the names of its Java frames (.heap.symbols)"],
	["pprof", "pprof, live memory first (.pb.gz)"],
	["pprof-allocs", "pprof, allocated memory first (.pb.gz)"],
	["html", "this page with the dump, in one file (.html)"],
	["text", "table as text"],
	["svg", "call graph (SVG)"],
	["dot", "call graph (Graphviz)"],
	["collapsed", "collapsed stacks"],
	["speedscope", "speedscope.app"],
	["callgrind", "KCachegrind"],
	["jeprof", "jeprof, with names"],
	["json", "the whole profile (JSON)"]
], KIND_TEXT = {
	asked: "on request",
	snapshot: "snapshot",
	baseline: "start of a run",
	final: "end of a run",
	log: "log of freed memory",
	interval: "by jemalloc, each N bytes",
	highWater: "by jemalloc, new peak",
	manual: "by jemalloc"
};
function fileName(disposition, usual) {
	return /filename="([^"/\\]+)"/.exec(disposition ?? "")?.[1] ?? usual;
}
async function download(dump, format) {
	let response = await api.call(`/api/v1/dumps/${encodeURIComponent(dump.id)}?format=${format}`), name = fileName(response.headers.get("Content-Disposition"), `${dump.id}.${format}`);
	save(await response.blob(), name), notify(`${name} is saved.`);
}
function RunsView() {
	let [asked, setAsked] = useState(null), [saved, setSaved] = useState(null), [picked, setPicked] = useState([]), { run } = agentState.value ?? {}, list = useLoad(`${run?.id} ${run?.state} ${run?.snapshots.length}`, loadDumps);
	if (!runs.value || !dumps.value)
		return h(Loading, { of: list, text: "Reading the list of runs and dumps." }, () => null);
	let pick = (id) => setPicked((old) => old.includes(id) ? old.filter((one) => one !== id) : [...old, id].slice(-2)), show2 = (view, dump, baseline = null) => go(routeTo(route.value, view, { dump, baseline })), [newer, older] = dumps.value.filter((dump) => dump.kind !== "log" && picked.includes(dump.id)), askRun = ({ id, label: label2 }) => setAsked({ path: `runs/${id}`, text: `Run ${label2 ? `“${label2}”` : id} and its dumps are removed.` }), askDump = ({ id, bytes: size }) => setAsked({ path: `dumps/${encodeURIComponent(id)}`, text: `${id} (${bytes(size)}) is removed from disk.` });
	return h("div", { class: "view runs" }, list.failure && h(FailurePanel, { failure: list.failure, retry: list.reload }), h("section", { "aria-labelledby": "runs-title" }, h("h1", { id: "runs-title" }, "Runs"), h(RunTable, { show: show2, remove: askRun })), h("section", { "aria-labelledby": "dumps-title" }, h("div", { class: "headline" }, h("h2", { id: "dumps-title" }, "Dumps"), h("span", { class: "buttons" }, h(MakeDump, { text: "Make a dump" }), h("button", { disabled: !older, onClick: () => show2("compare", newer.id, older.id) }, "Compare ", older ? 2 : newer ? 1 : 0, " of 2 chosen"))), h(DumpTable, { picked, pick, show: show2, remove: askDump, saved: setSaved }), unlistedDumps.value > 0 && h("p", { class: "muted small" }, count(unlistedDumps.value), " older dumps that jemalloc made itself are not listed.")), asked && h(
		Confirm,
		{ title: "Delete?", button: "Delete", danger: !0, act: () => send("DELETE", "/api/v1/" + asked.path).then(loadDumps), close: () => setAsked(null) },
		h("p", null, asked.text, " It can’t be undone.")
	), saved && h(Dialog, { title: "Save the dump", close: () => setSaved(null) }, h("p", { class: "muted small" }, saved.id), h("ul", { class: "formats" }, FORMATS.map(([format, text]) => h("li", { key: format }, h(Action, { act: () => download(saved, format) }, format), " ", text)))));
}
var secondsOf = (run) => run.ended && run.started ? (Date.parse(run.ended) - Date.parse(run.started)) / 1e3 : run.seconds;
function RunTable({ show: show2, remove }) {
	let columns = [
		{ id: "run", title: "Run", value: (run) => run.label ?? run.id },
		{
			id: "state",
			title: "State",
			value: (run) => run.state,
			cell: (run) => h(Fragment, null, run.state === "running" ? h(RunProgress, { run }) : h("span", { class: `state ${run.state}` }, run.state), run.message && h("span", { class: "muted small" }, " ", run.message))
		},
		{ id: "started", title: "Started", kind: "medium", value: (run) => run.started && Date.parse(run.started), text: (run) => time(run.started) },
		figures("length", "Length", secondsOf, duration, "n wide"),
		{
			id: "show",
			title: "Show",
			kind: "rest",
			value: () => null,
			cell: (run) => h("span", { class: "group" }, run.profile && h("button", { onClick: () => show2("holders", run.profile) }, "Who holds it"), run.profile && run.baseline && h("button", { onClick: () => show2("compare", run.profile, run.baseline) }, "Since it began"), mayChange.value && run.state !== "running" && h("button", { "aria-label": `Delete run ${run.label ?? run.id}`, title: "Delete", onClick: () => remove(run) }, "✕"))
		}
	];
	return h(Table, { plainly: !0, label: "Runs", columns, rows: runs.value, keyOf: (run) => run.id, usual: { id: "started", descending: !0 }, empty: "No run yet. “Start a run” in Now samples for a while." });
}
function DumpTable({ picked, pick, show: show2, remove, saved }) {
	let labels = new Map(runs.value.map((run) => [run.id, run.label ?? run.id])), columns = [
		{ id: "pick", title: "Choose", value: (dump) => picked.indexOf(dump.id), cell: (dump) => h("input", { type: "checkbox", "aria-label": `Compare ${dump.id}`, checked: picked.includes(dump.id), onChange: () => pick(dump.id) }) },
		{ id: "made", title: "Made", value: (dump) => Date.parse(dump.made), text: (dump) => time(dump.made) },
		{ id: "kind", title: "Kind", kind: "medium", value: (dump) => dump.kind, text: (dump) => KIND_TEXT[dump.kind] ?? dump.kind },
		{ id: "run", title: "Run", kind: "medium", value: (dump) => (dump.run && labels.get(dump.run)) ?? "" },
		figures("bytes", "Size", (dump) => dump.bytes, bytes, "n wide"),
		{
			id: "show",
			title: "Show",
			value: (dump) => dump.id,
			cell: (dump) => h("span", { class: "group" }, h("button", { onClick: () => show2("holders", dump.id) }, "Who holds it"), h("button", { onClick: () => show2("flame", dump.id) }, "Flame"), h("button", { onClick: () => saved(dump), "aria-label": `Save ${dump.id}` }, "Save…"), mayChange.value && h("button", { "aria-label": `Delete ${dump.id}`, title: "Delete", onClick: () => remove(dump) }, "✕"))
		},
		{ id: "id", title: "Id", kind: "name", value: (dump) => dump.id }
	];
	return h(Table, { label: "Dumps", columns, rows: dumps.value, keyOf: (dump) => dump.id, usual: { id: "made", descending: !0 }, open: (dump) => show2("holders", dump.id), empty: "No dumps yet. A run makes two." });
}

var COURSES = {
	rising: ["Rising", "Steadily, and more than sampling alone explains"],
	uncertain: ["Uncertain", "It moved, but may only go up and down"],
	falling: ["Falling", "Steadily, and more than sampling alone explains"],
	unsteady: ["Up and down", "Held back: it went up and down, or gave back what it had gained"],
	passing: ["Comes and goes", "Held back: such memory is never the same twice"],
	noise: ["Within noise", "Held back: sampling alone makes such slopes"],
	still: ["Unchanged", "Held back: it didn’t move at all"]
}, USUAL2 = "rising uncertain falling", MILLIS_PER_HOUR = 36e5, reach = (row, unit) => row.perHourStandardError === null ? "?" : "±" + figure(2 * row.perHourStandardError, unit);
function columnsOf3(unit, times) {
	return [
		figures("growth", "Per hour", (row) => row.perHour, (value) => signed(value, unit), "n strong", "The slope of the straight line through all dumps"),
		{ ...figures("range", "±", (row) => row.perHourStandardError === null ? null : 2 * row.perHourStandardError, void 0, "n wide", "The 95 % range of that line, not a forecast"), text: (row) => reach(row, unit) },
		{
			id: "figures",
			title: "Dumps",
			kind: "medium",
			hint: "From 0 up. Sorted by the change.",
			value: (row) => row.last - row.figures[0],
			text: (row) => row.figures.map((value) => figure(value, unit)).join(" "),
			cell: (row) => h(Sparkline, { times, values: row.figures, unit })
		},
		figures("last", "Last", (row) => row.last, (value) => figure(value, unit)),
		{ id: "course", title: "Course", kind: "medium", value: (row) => COURSES[row.course][0].toLowerCase() },
		{ id: "site", title: "Site", kind: "name", value: (row) => row.name, cell: (row) => h(SiteName, { site: row, open: openSite }) }
	];
}
var nameOf2 = (run) => [run.main, run.pid && `pid ${run.pid}`, run.host, time(run.times[0])].filter(Boolean).join(", ");
function comparedRun(runs2) {
	let gain = ({ all }) => all.last - all.figures[0];
	return runs2.reduce((most, run) => gain(run) > gain(most) ? run : most);
}
function TrendView({ trend: { runs: runs2, unit } }) {
	let compared = comparedRun(runs2), run = runs2[Number(route.value.params.get("run") ?? NaN)] ?? compared, { all, judged } = run, shown2 = shownGroups(USUAL2), times = useMemo(() => run.times.map((text) => Date.parse(text)), [run]), columns = useMemo(() => columnsOf3(unit, times), [unit, times]), rows = useMemo(() => run.rows.filter((row) => shown2.includes(row.course)), [run, shown2.join()]), notices = [
		[run !== compared, `Comparison and flame graph are of another process: ${nameOf2(compared)}.`],
		[!judged, "Noise could not be tested: the sampling rates of these dumps are unknown."],
		[run.timesOfFiles > 0, `${count(run.timesOfFiles)} dumps have the times of their files: they contain none.`],
		[run.timesContradict, "These times contradict the numbers in the files’ names."]
	], hours = (times.at(-1) - times[0]) / MILLIS_PER_HOUR;
	return h(
		View,
		{
			title: "What grows",
			kind: "trend",
			beside: h("p", null, count(times.length), " dumps over ", duration(3600 * hours), ": ", h("b", null, signed(all.perHour, unit)), " an hour", " ", h("span", { class: "muted" }, "(", reach(all, unit), ")"), ", ", figure(all.last, unit), " in the last dump")
		},
		runs2.length > 1 && h("div", { class: "toolbar" }, h(
			Select,
			{ label: "Process", value: String(runs2.indexOf(run)), choices: runs2.map((one, i) => [String(i), nameOf2(one)]), choose: (number) => go(withParams(route.value, { run: number })) }
		)),
		notices.filter(([is]) => is).map(([, text]) => h("p", { class: "notice" }, text)),
		h(Chart, { label: "All memory over the dumps", unit, times, series: [{ name: "all", hint: "", values: all.figures }] }),
		h(
			Table,
			{
				label: "What grows",
				columns,
				rows,
				keyOf: (row) => row.name,
				usual: { id: "growth", descending: !0 },
				textOf: (row) => [row.name, ...row.callers].join(`
`),
				toolbar: h(GroupChips, { groups: COURSES, usual: USUAL2, rows: run.rows, groupOf: (row) => row.course, sumOf: (some) => figure(some.reduce((sum, row) => sum + row.last, 0), unit) }),
				open: openSite,
				rowClass: (row) => USUAL2.includes(row.course) ? "" : "held",
				empty: "Nothing grows by more than sampling, and ups and downs, explain."
			}
		)
	);
}

function warningsOf(data) {
	return data.quality.filter((one) => one.level === "warning").length;
}
function UnknownView({ data }) {
	let pruned = data.types.map((type, i) => [data.pruned.values[i] ?? 0, type]).filter(([value]) => value !== 0).map(([value, type]) => type.unit === "bytes" ? bytes(value) : `${count(value)} ${type.text}`);
	return h(View, { title: "What this profile does not know", kind: "text" }, h("dl", { class: "facts" }, h("dt", null, "figures"), h("dd", null, "estimated from samples; a range contains the true figure in 95 of 100 cases"), data.quality.map((fact, i) => h(Fragment, { key: i }, h("dt", null, fact.about), h("dd", { class: fact.level }, fact.level === "warning" && h("strong", null, "Warning: "), fact.text))), data.pruned.stacks > 0 && h(Fragment, null, h("dt", null, "left out"), h("dd", null, count(data.pruned.stacks), " small stacks (", pruned.join(", "), ") are merged into their callers, so that this file stays small; all totals include them"))));
}

var MOST_SITES = 10, words = (id) => id.replace(/-/g, " ");
function headline({ time: at, baseTime, residentBytes, containerUsedBytes, containerLimitBytes, secondsUntilLimit }) {
	return [
		`RSS ${bytes(residentBytes)} at ${time(at)}`,
		baseTime && `compared with ${time(baseTime)}`,
		containerLimitBytes && `the container has used ${bytes(containerUsedBytes)} of ${bytes(containerLimitBytes)}`,
		secondsUntilLimit !== null && `full in ${duration(secondsUntilLimit)} at this pace`
	].filter(Boolean).join(", ");
}
function VerdictView() {
	let verdict = useLoad("verdict", () => request("/api/v1/verdict"));
	return h(View, { title: "Verdict", kind: "text", beside: h("button", { onClick: verdict.reload }, "Judge again") }, h(Loading, { of: verdict, text: "The agent judges the process." }, (value) => h(Fragment, null, h("p", null, headline(value)), value.findings.length ? h("dl", { class: "facts" }, value.findings.map((finding, i) => h(Fragment, { key: i }, h("dt", null, words(finding.kind)), h("dd", null, bytes(finding.bytes), finding.perHour ? `, ${signed(finding.perHour, "bytes")} an hour` : "", ": ", finding.evidence, h("div", { class: "muted" }, finding.next))))) : h("p", { class: "notice" }, "Nothing ", value.baseTime ? "grows above noise" : "is known to leak", " or is large."), h("dl", { class: "facts" }, value.runs[0]?.sites.slice(0, MOST_SITES).map((site) => h(Fragment, { key: site.name }, h("dt", null, words(site.verdict)), h("dd", null, h(SiteName, { site, open: openSite, tabIndex: 0 }), " ", bytes(site.live), ": ", site.why, site.watchedSeconds > 0 && ` in ${duration(site.watchedSeconds)}`)))))));
}

var TREND = { id: "trend", title: "Trend", isProfile: !0 }, HOLDERS = { id: "holders", title: "Who holds it", isProfile: !0 }, FLAME = { id: "flame", title: "Flame graph", isProfile: !0 }, COMPARE = { id: "compare", title: "Compare", isProfile: !0 }, SOURCE = { id: "source", title: "Source", isProfile: !0 }, UNKNOWN = { id: "unknown", title: "What it doesn’t know", isProfile: !0 }, LIVE = [
	{ id: "verdict", title: "Verdict" },
	{ id: "now", title: "Now" },
	{ id: "runs", title: "Runs and dumps" },
	HOLDERS,
	FLAME,
	COMPARE,
	{ id: "graph", title: "Call graph", isProfile: !0 },
	{ id: "allocator", title: "Allocator" },
	UNKNOWN
];
function viewsOf(data) {
	if (!isReport)
		return LIVE;
	let source = sourcesOf(data?.sources) ? [SOURCE] : [];
	return [...trendOf(data?.trend) ? [TREND] : [], data?.base ? COMPARE : HOLDERS, FLAME, ...source, UNKNOWN];
}
var KEYS = [["1 … 9", "the views, from left to right"], ["/", "search"], ["↑ ↓ PgUp PgDn Home End", "move in a table"], ["Enter", "open the row: its stacks"], ["d", "theme: system, light, dark"], ["Esc", "close"], ["?", "these keys"]];
function App() {
	let [isHelp, setHelp] = useState(!1), views = viewsOf(shown.value), view = views.find(({ id }) => id === route.value.view) ?? views[0];
	return useEffect(() => {
		let onKey = (event) => {
			if (isTyping(event) || document.querySelector("dialog[open]"))
				return;
			let byNumber = viewsOf(shown.value).map((one, i) => [i + 1, () => go(linkTo(one))]);
			press(event, { ...Object.fromEntries(byNumber), "?": () => setHelp(!0), "/": () => document.querySelector("main input[type=search]")?.focus(), d: switchTheme });
		};
		return addEventListener("keydown", onKey), () => removeEventListener("keydown", onKey);
	}, []), useEffect(() => {
		document.activeElement === document.body && document.getElementById("main")?.focus({ preventScroll: !0 });
	}, [view.id]), useEffect(() => {
		document.title = [view.title, program() ?? shown.value?.title, "Jemscope"].filter(Boolean).join(" – ");
	}, [view.id, program(), shown.value]), h(Fragment, null, h(Header, { views, current: view, help: () => setHelp(!0) }), h(Stale, null), h("main", { id: "main", tabIndex: -1 }, isLoginNeeded.value ? h(Login, null) : isReport ? h(Report, { view }) : h(Live, { view })), h("div", { class: "hidden", "aria-live": "polite" }, announcement.value), (waiting.value || toast.value) && h("div", { class: "toast", role: waiting.value ? "status" : void 0 }, waiting.value ? `${waiting.value.text} Waiting until ${time(waiting.value.until)}.` : toast.value), isHelp && h(Dialog, { title: "Keys", close: () => setHelp(!1) }, h(KeyList, { keys: KEYS }), h("h3", null, "In the flame graph"), h(KeyList, { keys: flameKeys })));
}
function KeyList({ keys }) {
	return h("dl", { class: "keys" }, keys.map(([names, text]) => h("div", { key: names }, h("dt", null, names.split(" ").map((name) => h("kbd", { key: name }, name))), h("dd", null, text))));
}
function switchTheme() {
	setTheme(nextTheme(theme.value)), announce(`Theme: ${theme.value}.`);
}
function linkTo(view) {
	return routeTo(route.value, view.id, {}, view.isProfile ? PROFILE_PARAMS : []);
}
function Header({ views, current, help }) {
	let data = current.isProfile ? shown.value : null, warnings = data ? warningsOf(data) : 0, nav = useRef(null);
	useEffect(() => {
		nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
	}, [current.id]);
	let short = program()?.replace(/^.*[./](?=[A-Z])/, "") ?? null;
	return h("header", { class: "top" }, h("div", { class: "subject" }, h("span", { class: "brand" }, "Jemscope"), short && h("b", { class: "program", title: program() }, short), pid() !== null && h("span", { class: "muted pid" }, "pid ", pid()), data && h("span", { class: "muted shown", title: data.taken ?? "" }, [data.title !== program() && data.title, data.taken && time(data.taken)].filter(Boolean).join(", "), data.base && ` against ${data.base.title}${data.base.taken ? `, ${time(data.base.taken)}` : ""}`)), h("nav", { "aria-label": "Views", ref: nav }, views.map((view) => h(
		"a",
		{
			key: view.id,
			href: formatRoute(linkTo(view)),
			"aria-current": view.id === current.id ? "page" : void 0,
			onClick: (event) => {
				!event.ctrlKey && !event.metaKey && !event.shiftKey && (event.preventDefault(), go(linkTo(view)));
			}
		},
		view.title,
		view.id === "unknown" && warnings > 0 && h("span", { class: "badge", "aria-label": `${warnings} warnings` }, warnings)
	))), h("div", { class: "tools" }, h("button", { class: "plain", onClick: switchTheme, "aria-label": `Theme: ${theme.value}`, title: `Theme: ${theme.value} (d)` }, theme.value === "system" ? "◐" : isDark() ? "●" : "○"), h("button", { class: "plain", onClick: help, "aria-label": "Keys", title: "Keys (?)" }, "?")));
}
function Stale() {
	let problem = lost.value;
	return problem ? h("div", { class: "banner", role: "alert" }, h("strong", null, problem.status === 0 && stateAt.value ? "The process is gone or doesn’t answer." : problem.what + "."), " ", stateAt.value ? `What you see is from ${time(stateAt.value)}.` : `${problem.why}.`, " ", problem.next) : null;
}
function Report({ view }) {
	if (reportFailure.value)
		return h(FailurePanel, { failure: reportFailure.value });
	let data = shown.value;
	return data ? h(Profile, { view, data }) : h(Progress, { text: "Unpacking the report." });
}
function Profile({ view, data }) {
	let table = tableOf(data.holders);
	switch (view.id) {
		case "flame":
			return h(FlameView, { data });
		case "compare":
			return h(CompareView, { data, table: table?.report === "diff" ? table : null });
		case "unknown":
			return h(UnknownView, { data });
		case "source":
			return h(SourceView, { sources: sourcesOf(data.sources) });
		case "trend":
			return h(TrendView, { trend: trendOf(data.trend) });
		default:
			return h(HoldersView, { table: table?.report === "holders" ? table : null, sources: sourcesOf(data.sources) });
	}
}
function Live({ view }) {
	if (view.isProfile)
		return h(LiveProfile, { view });
	let Live2 = { runs: RunsView, allocator: AllocatorView, now: NowView }[view.id] ?? VerdictView;
	return h(Live2, null);
}
function usualBaseline(id) {
	let run = runs.value?.find((one) => one.profile === id || one.snapshots.includes(id));
	if (run?.baseline)
		return run.baseline;
	let list = dumps.value?.filter((one) => one.kind !== "log") ?? [];
	return list[list.findIndex((one) => one.id === id) + 1]?.id ?? null;
}
function LiveProfile({ view }) {
	let list = useLoad("dumps", loadDumps), { params } = route.value, dump = params.get("dump");
	if (useEffect(() => {
		if (!dumps.value || list.isLoading)
			return;
		let usual = dump ?? usualDump(), baseline = params.get("baseline") ?? (view.id === "compare" && usual ? usualBaseline(usual) : null);
		usual && (usual !== dump || baseline !== params.get("baseline")) && go(withParams(route.value, { dump: usual, baseline }), !0);
	}, [list.isLoading, dump, view.id]), !dumps.value)
		return h(Loading, { of: list, text: "Reading the list of runs and dumps." }, () => null);
	if (!dump)
		return h(Empty, { title: "No dump yet" }, h("p", null, "A dump shows what is live; a run, what is allocated from now on."), h("div", { class: "buttons" }, h(MakeDump, { kind: "primary", then: ({ id }) => go(withParams(route.value, { dump: id }), !0) }), h("button", { onClick: () => go(routeTo(route.value, "now", {})) }, "Start a run")));
	let wanted = new URLSearchParams(view.id === "holders" ? { dump } : [...params]);
	return h(Fragment, null, h(DumpBar, { view, dump, baseline: view.id === "holders" ? null : params.get("baseline") }), view.id === "graph" ? h(GraphView, { params }) : view.id === "compare" && !params.get("baseline") ? h(NothingToCompare, null) : h(LoadedProfile, { key: profilePath(wanted, "page"), view, wanted }));
}
function LoadedProfile({ view, wanted }) {
	let profile = useLoad("profile", () => loadProfile(wanted));
	return useEffect(() => {
		shown.value = profile.value;
	}, [profile.value]), useEffect(() => () => {
		shown.value = null;
	}, []), h(Loading, { of: profile, text: "The agent analyses the dump." }, (data) => h(Profile, { view, data }));
}
function DumpBar({ view, dump, baseline }) {
	let list = (dumps.value ?? []).filter((one) => one.kind !== "log"), labels = new Map(runs.value?.map((run) => [run.id, run.label ?? run.id])), textOf2 = (one) => `${time(one.made)}, ${KIND_TEXT[one.kind] ?? one.kind}${one.run ? ` (${labels.get(one.run) ?? one.run})` : ""}`, choose = (change) => go(routeTo(route.value, view.id, change, [...PROFILE_PARAMS, "sort", "find", "show", "type"])), choices = list.map((one) => [one.id, textOf2(one)]), others = choices.filter(([id]) => id !== dump);
	return h("div", { class: "toolbar dumpbar" }, h(
		Select,
		{ label: "Dump", value: dump, choices: others.length < choices.length ? choices : [[dump, dump], ...choices], choose: (id) => choose({ dump: id, baseline: null }) }
	), view.id !== "holders" && h(
		Select,
		{ label: "compared with", value: baseline ?? "", choices: [["", "nothing"], ...others], choose: (id) => choose({ baseline: id || null }) }
	), h(MakeDump, { then: ({ id }) => choose({ dump: id, baseline: null }) }));
}
function Login() {
	let [text, setText] = useState(""), [isWrong, setWrong] = useState(!1), login = async () => {
		setWrong(!1), token.value = text.trim(), await loadState() ? rememberToken(text.trim()) : (setWrong(!token.value), token.value = null);
	};
	return h(
		"form",
		{
			class: "login",
			onSubmit: (event) => {
				event.preventDefault(), login();
			}
		},
		h("h1", null, "Log in"),
		h("p", null, "The agent answers only with its token. ", h("code", null, "jemscope open"), " prints an address that contains it."),
		h("label", null, "Token", h("input", { type: "password", autocomplete: "off", value: text, "aria-invalid": isWrong, onInput: (event) => setText(event.currentTarget.value) })),
		isWrong && h("p", { class: "wrong", role: "alert" }, "Wrong token: it changes with each start."),
		h("button", { class: "primary", disabled: !text.trim() }, "Log in"),
		h("p", { class: "muted small" }, "The token stays in this tab until it is closed.")
	);
}

startTheme();
start();
var root = document.createElement("div");
root.id = "app";
document.body.append(root);
drawBy(() => render(h(App, null), root));
})();
