/* Generated from web/src by `npm run build`. Do not edit. */
(() => {
var Fragment = JemscopeLibraries.Fragment;
var h = JemscopeLibraries.h;
var render = JemscopeLibraries.render;

var draw = () => {
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
		isDue = !1, draw();
	}));
}
function drawBy(render2) {
	draw = render2, render2();
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

var useEffect = JemscopeLibraries.useEffect;
var useLayoutEffect = JemscopeLibraries.useLayoutEffect, useMemo = JemscopeLibraries.useMemo;
var useRef = JemscopeLibraries.useRef, useState = JemscopeLibraries.useState;

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
var CHOICES = {
	dir: ["direction", ["down", "up", "sandwich"]],
	value: ["value", ["now", "change", "grown"]],
	split: ["split", ["none", "thread", "package"]],
	colour: ["colour", ["kind", "package", "change"]]
}, FLAGS = { flame: "inverted", fold: "fold" }, FILTERS = ["focus", "ignore", "hide", "show_from"], FLAME_PARAMS = ["type", ...Object.keys(CHOICES), ...Object.keys(FLAGS), "root", "of", "find", "hidden", ...FILTERS];

var Failure = class extends Error {
	constructor(what, why, next) {
		super(`${what}: ${why}. ${next}`);
		this.what = what;
		this.why = why;
		this.next = next;
	}
};

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

var TOKEN_KEY = "jemscope-token";
var embedded = globalThis.document?.getElementById("jemscope-data") ?? null;
var route = signal({ view: "", params: new URLSearchParams() }), token = signal(null), isLoginNeeded = signal(!1), mayChange = signal(!0), agentState = signal(null), stateAt = signal(null), lost = signal(null), moments = signal([]), past = signal([]), waiting = signal(null), announcement = signal(""), toast = signal(""), runs = signal(null), dumps = signal(null), unlistedDumps = signal(0), reportFailure = signal(null), shown = signal(null);
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

async function copyText(text) {
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		let area = document.createElement("textarea");
		area.value = text, document.body.append(area), area.select(), document.execCommand("copy"), area.remove();
	}
}

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
function signed(value, unit) {
	return (value && value > 0 ? "+" : "") + figure(value, unit);
}
function percent(part, whole) {
	return part == null || !whole ? "–" : `${(100 * part / whole).toFixed(1)}%`;
}
function range(value, low, high, unit) {
	if (low == null || high == null)
		return "?";
	let reach = Math.max(high - value, value - low);
	return reach <= 0.2 * value ? "±" + percent(reach, value || 1) : ends(low, high, unit, "–");
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

function FailurePanel({ failure, retry }) {
	return h("div", { class: "notice bad", role: "alert" }, h("strong", null, sentence(failure.what)), h("p", null, sentence(failure.why)), h("p", null, sentence(failure.next)), retry && h("button", { onClick: retry }, "Retry"));
}
function sentence(text) {
	let trimmed = text.trim(), begun = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
	return !begun || /[.!?:)]$/.test(begun) ? begun : begun + ".";
}
function View({ title, beside, kind = "", children }) {
	return h("section", { class: `view ${kind}`, "aria-labelledby": "title" }, h("div", { class: "headline" }, h("h1", { id: "title" }, title), beside), children);
}
function Progress({ text }) {
	let [seconds, setSeconds] = useState(0);
	return useEffect(() => {
		let timer = setInterval(() => setSeconds((now) => now + 1), 1e3);
		return () => clearInterval(timer);
	}, []), h("div", { class: "progress", role: "status", hidden: seconds < 1 }, h("progress", null), h("span", null, text, " ", h("span", { class: "muted" }, seconds, " s")));
}
function useLoad(key, load) {
	let [now, setNow] = useState({ key: null, value: null, failure: null }), [round2, setRound] = useState(0), wanted = useRef(""), name = key === null ? null : key + `
` + round2;
	useEffect(() => {
		name !== null && (wanted.current = name, load().then(
			(value) => wanted.current === name && setNow({ key: name, value, failure: null }),
			(error) => {
				wanted.current === name && setNow({ key: name, value: null, failure: failureOf(error) });
			}
		));
	}, [name]);
	let isLoading = name !== null && now.key !== name;
	return { value: now.value, failure: isLoading ? null : now.failure, isLoading, reload: () => setRound(round2 + 1) };
}
function Loading({ of, text, children }) {
	return of.failure ? h(FailurePanel, { failure: of.failure, retry: of.reload }) : h(Fragment, null, of.isLoading && h(Progress, { text }), of.value !== null && children(of.value));
}
async function copy(text, what) {
	await copyText(text), notify(`${what} copied.`);
}
function SiteName({ site, open, tabIndex = -1 }) {
	let { name, callers } = site, [, inPackage = "", method = name, file = "", line = ""] = /^((?:[a-z_]\w*\.)*)(.*\()([^(:]+)(:\d+\))$/.exec(name) ?? [];
	return h("button", { class: "link", tabIndex, title: [name, ...callers].join(`
called from `), onClick: () => open(site) }, h("bdi", null, h("span", { class: "package" }, inPackage), method, h("span", { class: "file" }, file), line));
}
function ChangeBar({ value, of }) {
	let width = Math.min(50, 50 * Math.abs(value) / (of || 1));
	return h("span", { class: "bar middle", "aria-hidden": "true" }, h("span", { class: value < 0 ? "fill less" : "fill more", style: { left: `${value < 0 ? 50 - width : 50}%`, width: `${width}%` } }));
}

function press(event, actions) {
	let action = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented ? void 0 : actions[event.key];
	action && (event.preventDefault(), action());
}
function isTyping(event) {
	return event.target.closest("input:not([type=checkbox]), select, textarea, dialog") !== null;
}

var round = signal(0);
async function ask(address) {
	try {
		return await request(address);
	} catch (error) {
		throw error instanceof ApiError && error.status === 0 ? new Failure("The collector doesn't answer", "it has ended, or the network is interrupted", "Start it again: jemscope collect. It prints a new address.") : error;
	}
}
function start() {
	readAddress(), addEventListener("popstate", readAddress), token.value ??= recall("sessionStorage", TOKEN_KEY), isLoginNeeded.value = !token.value;
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
function Grid({ label, role, kind = "", tableKind, head, rows, keyOf: keyOf2, cells, attributes, at, goTo, keys, children }) {
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
	}, draw2 = (index) => {
		let row = rows[index];
		skipTo(index), next++, drawn.push(
			h(
				"tr",
				{ key: keyOf2(row), "data-row": index, "aria-rowindex": index + 2, tabIndex: index === at ? 0 : -1, onFocus: () => goTo(index), onKeyDown: (event) => press(event, { ...moves, ...keys(row, event, move) }), ...attributes(row) },
				cells(row)
			)
		);
	};
	at < from && at < rows.length && draw2(at);
	for (let index = from; index < to; index++)
		draw2(index);
	return at >= to && at < rows.length && draw2(at), skipTo(rows.length), h("div", { class: "table " + kind, ref: box, onScroll: measure, tabIndex: -1 }, h("table", { class: tableKind, role, "aria-label": label, "aria-rowcount": rows.length + 1 }, h("thead", null, h("tr", { "aria-rowindex": 1 }, head)), h("tbody", null, drawn)), children);
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
	let lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map((column) => textOf(column, row)))], isNumber = columns.map((column) => isNumeric(column, rows)), widths = columns.map((_, i) => largest(lines, (line) => line[i].length)), padded = (text, i) => isNumber[i] ? text.padStart(widths[i]) : text.padEnd(widths[i]);
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

function linePath(xs, ys) {
	let path = "", pen = "M";
	return ys.forEach((y, i) => {
		y === null ? pen = "M" : (path += `${pen}${xs[i].toFixed(1)} ${y.toFixed(1)}`, pen = "L");
	}), path;
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

function figures(id, title, value = (row) => row[id], text = bytes, kind = "n", hint) {
	return { id, title, kind, hint, value, text: (row) => text(value(row)) };
}
function Table(props) {
	let { columns, rows, keyOf: keyOf2 } = props, { params } = route.value, sort = parseSort(params.get("sort"), props.usual), query = (props.textOf && params.get("find")) ?? "", change = (what) => go(withParams(route.value, what), !0), [own, setOwn] = useState(null), selected = props.selected ?? own, sorted = useMemo(() => {
		let matches = matcher(query), found = query ? rows.filter((row) => matches(props.textOf(row))) : rows;
		return sortRows(found, columns.find((column) => column.id === sort.id), sort.descending);
	}, [rows, columns, sort.id, sort.descending, query]), details = props.details && (sorted.find((row) => keyOf2(row) === selected) ?? sorted[0] ?? null), [focus, setFocus] = useState(() => sorted.findIndex((row) => keyOf2(row) === selected)), select = (index) => {
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
			goTo: select,
			keys: (row, event) => ({ Enter: event.target === event.currentTarget ? () => props.open?.(row) : void 0 })
		},
		sorted.length === 0 && h("div", { class: "empty" }, query ? `Nothing matches “${query}”.` : props.empty)
	), details !== void 0 && props.details(details));
}

function Select({ label, value, choices, choose: choose2 }) {
	return h("label", null, h("span", { class: "muted" }, label), h("select", { value, onChange: (event) => choose2(event.currentTarget.value) }, choices.map(([id, text]) => h("option", { key: id, value: id }, text))));
}

function outliersOf({ instances }) {
	return instances.flatMap(({ sites, ...instance }) => [{ ...instance, site: "" }, ...sites.map((site) => ({ ...instance, ...site }))]);
}
function addressOf(question, params, names) {
	let query = new URLSearchParams();
	for (let name of names) {
		let value = params.get(name);
		value && query.set(name, value);
	}
	let text = query.toString();
	return `/api/v1/fleet/${question}` + (text && "?" + text);
}
function versionsOf(top, service) {
	let all = top.services.filter((one) => !service || one.service === service).flatMap((one) => one.versions);
	return [...new Set(all)].filter(Boolean).sort(new Intl.Collator("en", { numeric: !0 }).compare);
}
var explained = (service) => service.residentBytes && service.residentLiveBytes !== null ? service.residentLiveBytes / service.residentBytes : null, limitShare = ({ nearestLimit }) => nearestLimit && nearestLimit.chargedBytes / nearestLimit.limitBytes;
function totals({ services }) {
	return {
		bytes: services.reduce((sum, one) => sum + one.liveBytes, 0),
		instances: services.reduce((sum, one) => sum + one.instances, 0),
		newest: services.length ? services.reduce((newest, one) => Math.max(newest, Date.parse(one.newest)), 0) : null
	};
}

var SPANS = [["1h", "1 hour"], ["6h", "6 hours"], ["1d", "1 day"], ["7d", "7 days"], ["30d", "30 days"]], SINCE = [["1h", "1 hour ago"], ["3h", "3 hours ago"], ["12h", "12 hours ago"], ["1d", "1 day ago"], ["7d", "7 days ago"], ["29d", "29 days ago"]], WITHIN = { release: "7d", trend: "1d", why: "1d" }, usualWithin = () => WITHIN[route.value.view] ?? "1h";
function useAnswer(address) {
	return useLoad(address && address + `
` + round.value, () => ask(address));
}
function Answer({ of, title, text, children }) {
	return of.failure ? h(View, { title, kind: "text" }, h(FailurePanel, { failure: of.failure, retry: of.reload })) : h(Loading, { of, text }, children);
}
function paramsWith(usual = {}) {
	return new URLSearchParams({ within: usualWithin(), ...usual, ...Object.fromEntries(route.value.params) });
}
var choose = (name) => (value) => go(withParams(route.value, { [name]: value }));
function Chooser({ label, name, params, choices }) {
	let value = params.get(name) ?? "", all = choices.some(([id]) => id === value) ? choices : [...choices, [value, value]];
	return h(Select, { label, value, choices: all, choose: choose(name) });
}
function Choices({ params, top, children }) {
	let services = (top?.services ?? []).map(({ service }) => [service, service]);
	return h("div", { class: "toolbar dumpbar" }, h(Chooser, { label: "Service", name: "service", params, choices: [["", "all"], ...services] }), children);
}
function openSite({ service, site }) {
	go(routeTo(route.value, "stacks", { service, site, within: paramsWith().get("within") }));
}
var keyOf = (row) => row.service + `
` + row.site, searched = (row) => `${row.service} ${row.site}`;
function serviceColumn() {
	return { id: "service", title: "Service", value: (row) => row.service };
}
function siteColumn() {
	return { id: "site", title: "Site", kind: "name", value: (row) => row.site, cell: (row) => h(SiteName, { site: { name: row.site, callers: [] }, open: () => openSite(row) }) };
}
function amountColumns() {
	return [
		figures("live", "Live", (row) => row.liveBytes, bytes, "n strong", "Estimated from samples, all instances together"),
		{
			id: "range",
			title: "95 % range",
			kind: "n",
			hint: "It has the true figure in 95 of 100 cases. Sorted by width.",
			value: (row) => row.liveBytesLow === null || row.liveBytesHigh === null ? null : row.liveBytesHigh - row.liveBytesLow,
			text: (row) => range(row.liveBytes, row.liveBytesLow, row.liveBytesHigh, "bytes")
		}
	];
}
var share = (value) => percent(value, 1), TOP_SERVICES = [
	...amountColumns(),
	figures("instances", "Instances", void 0, count),
	{
		id: "rss",
		title: "RSS",
		kind: "n medium",
		hint: "Resident memory; “of 3” if it is known of three instances only",
		value: (row) => row.residentBytes,
		text: (row) => bytes(row.residentBytes) + (row.residentBytes !== null && row.residentInstances < row.instances ? ` of ${row.residentInstances}` : "")
	},
	figures("explained", "Explained", explained, share, "n wide", "How much of RSS the profiles explain"),
	{
		id: "limit",
		title: "Of limit",
		kind: "n medium",
		hint: "How much of its container's limit the instance has used that is nearest to it",
		value: limitShare,
		cell: (row) => h("span", { title: row.nearestLimit?.instance }, share(limitShare(row)))
	},
	{ id: "versions", title: "Versions", kind: "medium", value: (row) => row.versions.join(", ") || "–" },
	serviceColumn()
], TOP_SITES = [
	...amountColumns(),
	figures("each", "An instance", (row) => row.liveBytes / row.instances, bytes, "n wide"),
	{ id: "in", title: "In", kind: "n medium", hint: "In how many instances of the service", value: (row) => row.holders / row.instances, text: (row) => `${row.holders}/${row.instances}` },
	serviceColumn(),
	siteColumn()
];
function TopView() {
	let params = paramsWith(), all = useAnswer(addressOf("top", params, ["within"])), answer = useAnswer(addressOf("top", params, ["service", "within"]));
	return h(Fragment, null, h(Choices, { params, top: all.value }, h(Chooser, { label: "newest profiles within", name: "within", params, choices: SPANS })), h(Answer, { of: answer, title: "What the fleet holds", text: "The collector asks the store." }, (top) => {
		let { bytes: held, instances, newest } = totals(top);
		return h(
			View,
			{
				title: "What the fleet holds",
				beside: h("p", null, h("b", null, bytes(held)), " in ", count(instances), " ", instances === 1 ? "instance" : "instances", "; the newest profile is of ", time(newest))
			},
			h(Table, { label: "Services", columns: TOP_SERVICES, rows: top.services, keyOf: (row) => row.service, usual: { id: "live", descending: !0 }, open: ({ service }) => choose("service")(service), empty: "No service.", plainly: !0 }),
			h(Table, { label: "Sites", columns: TOP_SITES, rows: top.sites, keyOf, usual: { id: "live", descending: !0 }, textOf: searched, open: openSite, empty: "No sampled memory is live." })
		);
	}));
}
function changeColumns(rows) {
	let most = largest(rows, (row) => Math.abs(row.change));
	return [
		figures("change", "Change", (row) => row.change, (change) => signed(change, "bytes"), "n strong", "Live bytes of an instance, on average"),
		{ id: "range", title: "95 % range", kind: "n", value: (row) => row.changeLow === null || row.changeHigh === null ? null : row.changeHigh - row.changeLow, text: (row) => changeRange(row.change, row.changeLow, row.changeHigh, "bytes") },
		{ id: "bar", title: "Relative", kind: "share wide", value: (row) => row.change, cell: (row) => h(ChangeBar, { value: row.change, of: most }) },
		figures("before", "Before", (row) => row.before, bytes, "n medium"),
		figures("after", "After", (row) => row.after, bytes, "n medium")
	];
}
function Differences({ diff, title, ranges }) {
	let services = useMemo(
		() => [...changeColumns(diff.services), { id: "in", title: "Instances", kind: "n medium", value: (row) => row.instancesAfter, text: (row) => `${row.instancesBefore} → ${row.instancesAfter}` }, serviceColumn()],
		[diff]
	), sites = useMemo(
		() => [
			...changeColumns(diff.changes),
			{
				id: "in",
				title: "In",
				kind: "n medium",
				hint: "In how many instances, before and after",
				value: (row) => row.holdersAfter / row.instancesAfter,
				text: (row) => `${row.holdersBefore}/${row.instancesBefore} → ${row.holdersAfter}/${row.instancesAfter}`
			},
			serviceColumn(),
			siteColumn()
		],
		[diff]
	), usual = { id: "change", descending: !0 };
	return h(View, { title, beside: h("p", { class: "muted" }, "live bytes of an instance on average; ranges: 95 %, ", ranges) }, h(Table, { label: "Services", columns: services, rows: diff.services, keyOf: (row) => row.service, usual, empty: "No service.", plainly: !0 }), h(
		Table,
		{ label: "Sites", columns: sites, rows: diff.changes, keyOf, usual, textOf: searched, open: openSite, empty: "No site has changed by more than its error." }
	), h("p", { class: "foot muted" }, diff.heldBack > 0 && `Held back, since chance alone makes such changes: ${count(diff.heldBack)} sites.`));
}
function ReleaseView() {
	let params = paramsWith(), all = useAnswer(addressOf("top", params, ["within"])), versions = all.value ? versionsOf(all.value, params.get("service")) : [], release = params.get("release") ?? versions.at(-1);
	release && params.set("release", release);
	let base = params.get("base"), answer = useAnswer(release && versions.length > 1 ? addressOf("diff", params, ["service", "within", "release", "base"]) : null), choices = versions.map((version) => [version, version]), title = `What came with ${release ?? "a version"}${base ? ` after ${base}` : ""}`;
	return h(Fragment, null, h(Choices, { params, top: all.value }, h(Chooser, { label: "Version", name: "release", params, choices }), h(Chooser, { label: "compared with", name: "base", params, choices: [["", "all others"], ...choices.filter(([version]) => version !== release)] }), h(Chooser, { label: "within", name: "within", params, choices: SPANS })), h(Answer, { of: all, title, text: "The collector asks the store." }, () => versions.length > 1 ? h(Answer, { of: answer, title, text: "The collector compares the versions." }, (diff) => h(Differences, { diff, title, ranges: "of sampling and of the differences between instances" })) : h(View, { title, kind: "text" }, h("p", null, "There are no two versions to compare. Choose a longer time, or name the versions: see docs/fleet.md."))));
}
function SinceView() {
	let params = paramsWith({ since: "1h" }), all = useAnswer(addressOf("top", params, ["within"])), answer = useAnswer(addressOf("diff", params, ["service", "within", "since"])), since = params.get("since"), title = `What came since ${SINCE.find(([id]) => id === since)?.[1] ?? since}`;
	return h(Fragment, null, h(Choices, { params, top: all.value }, h(Chooser, { label: "Since", name: "since", params, choices: SINCE }), h(Chooser, { label: "profiles within", name: "within", params, choices: SPANS })), h(Answer, { of: answer, title, text: "The collector compares the times." }, (diff) => h(Differences, { diff, title, ranges: "of sampling; instances that live since then" })));
}
var perHour = (value) => signed(value, "bytes");
function growthColumns(times) {
	return [
		figures("growth", "Per hour", (row) => row.perHour, perHour, "n strong", "What an instance gains in an hour, on average"),
		figures("range", "±", (row) => row.perHourStandardError && 2 * row.perHourStandardError, (reach) => reach === null ? "?" : "±" + bytes(reach), "n", "95 %, by how instances differ"),
		{ id: "course", title: "Course", kind: "medium", hint: "What an instance holds, from 0 up. Sorted by the last figure.", value: (row) => row.last, cell: (row) => h(Sparkline, { times, values: row.course, unit: "bytes" }) },
		figures("last", "Last", (row) => row.last, bytes, "n medium"),
		{ id: "in", title: "Grows in", kind: "n medium", hint: "How many instances grow by more than the error of sampling", value: (row) => row.growing / row.instances, text: (row) => `${row.growing}/${row.instances}` },
		serviceColumn()
	];
}
function TrendView() {
	let params = paramsWith(), all = useAnswer(addressOf("top", params, ["within"])), answer = useAnswer(addressOf("trend", params, ["service", "within"]));
	return h(Fragment, null, h(Choices, { params, top: all.value }, h(Chooser, { label: "within", name: "within", params, choices: SPANS })), h(Answer, { of: answer, title: "What grows", text: "The collector reads the profiles of each instance." }, (trend) => h(Growths, { trend })));
}
function Growths({ trend }) {
	let services = useMemo(() => growthColumns(trend.times.map((text) => Date.parse(text))), [trend]), sites = useMemo(() => [...services, siteColumn()], [services]), usual = { id: "growth", descending: !0 };
	return h(View, { title: "What grows", beside: h("p", { class: "muted" }, "live bytes that an instance gains in an hour, on average") }, h(Table, { label: "Services", columns: services, rows: trend.services, keyOf: (row) => row.service, usual, empty: "No service.", plainly: !0 }), h(
		Table,
		{ label: "Sites", columns: sites, rows: trend.sites, keyOf, usual, textOf: searched, open: openSite, empty: "No site grows or shrinks by more than its error." }
	), h("p", { class: "foot muted" }, trend.heldBack > 0 && `Held back, since chance alone makes such growth: ${count(trend.heldBack)} sites.`));
}
var OUTLIERS = [
	figures("more", "More", void 0, (more) => signed(more, "bytes"), "n strong", "Than a sibling on average: the other instances of its service and version"),
	{ id: "range", title: "95 % range", kind: "n", value: (row) => row.moreLow === null || row.moreHigh === null ? null : row.moreHigh - row.moreLow, text: (row) => changeRange(row.more, row.moreLow, row.moreHigh, "bytes") },
	figures("live", "Holds", (row) => row.liveBytes, bytes, "n medium"),
	figures("sibling", "A sibling", (row) => row.siblingLiveBytes, bytes, "n medium"),
	figures("siblings", "Siblings", void 0, count, "n wide"),
	{ id: "instance", title: "Instance", value: (row) => row.instance },
	{ id: "version", title: "Version", kind: "wide", value: (row) => row.version },
	serviceColumn(),
	{ ...siteColumn(), cell: (row) => row.site ? h(SiteName, { site: { name: row.site, callers: [] }, open: () => openSite(row) }) : h("span", { class: "muted" }, "all together") }
];
function WhyView() {
	let params = paramsWith(), all = useAnswer(addressOf("top", params, ["within"])), answer = useAnswer(addressOf("why", params, ["service", "within", "instance"])), rows = useMemo(() => answer.value ? outliersOf(answer.value) : [], [answer.value]), title = "What explains it";
	return h(Fragment, null, h(Choices, { params, top: all.value }, h(Chooser, { label: "within", name: "within", params, choices: SPANS })), h(Answer, { of: answer, title, text: "The collector reads the profiles of each instance." }, (why) => h(View, { title, beside: h("p", { class: "muted" }, count(why.compared), " instances have two siblings or more") }, h("ul", null, why.conclusions.map((sentence2) => h("li", { key: sentence2 }, sentence2))), h(
		Table,
		{
			label: "Instances that stand out",
			columns: OUTLIERS,
			rows,
			keyOf: (row) => row.instance + `
` + row.site,
			usual: { id: "none", descending: !0 },
			textOf: (row) => `${row.instance} ${row.service} ${row.site}`,
			open: (row) => row.site && openSite(row),
			empty: "No instance stands out from its siblings."
		}
	))));
}
function StacksView() {
	let params = paramsWith(), answer = useAnswer(addressOf("stacks", params, ["service", "site", "within"])), title = `Stacks of ${params.get("service")}`;
	return h(Answer, { of: answer, title, text: "The collector asks the store." }, ({ stacks }) => h(View, { title, kind: "text", beside: h("code", { style: { overflowWrap: "anywhere" } }, params.get("site")) }, stacks.map((stack) => h("div", { class: "table plainly", tabIndex: 0, role: "region", "aria-label": "Stack", key: stack.frames.join(`
`) }, h("table", { class: "compact" }, h("thead", null, h("tr", null, h("th", { scope: "col" }, bytes(stack.liveBytes), " (", range(stack.liveBytes, stack.liveBytesLow, stack.liveBytesHigh, "bytes"), ") in ", count(stack.holders), " ", stack.holders === 1 ? "instance" : "instances"))), h("tbody", null, stack.frames.map((frame, i) => h("tr", { key: i }, h("td", null, h("code", null, frame))))))))));
}

var VIEWS = [
	{ id: "top", title: "Holds most", Content: TopView },
	{ id: "release", title: "Came with a version", Content: ReleaseView },
	{ id: "since", title: "Came since", Content: SinceView },
	{ id: "trend", title: "Grows", Content: TrendView },
	{ id: "why", title: "Why", Content: WhyView }
], STACKS = { id: "stacks", title: "Stacks", Content: StacksView }, linkTo = (view) => routeTo(route.value, view.id, {}, ["service"]);
function switchTheme() {
	setTheme(nextTheme(theme.value)), announce(`Theme: ${theme.value}.`);
}
function App() {
	let view = [...VIEWS, STACKS].find(({ id }) => id === route.value.view) ?? VIEWS[0];
	return useEffect(() => {
		let onKey = (event) => {
			isTyping(event) || press(event, { ...Object.fromEntries(VIEWS.map((one, i) => [i + 1, () => go(linkTo(one))])), "/": () => document.querySelector("main input[type=search]")?.focus(), d: switchTheme });
		};
		return addEventListener("keydown", onKey), () => removeEventListener("keydown", onKey);
	}, []), useEffect(() => {
		document.title = `${view.title} – Jemscope fleet`;
	}, [view.id]), h(Fragment, null, h("header", { class: "top" }, h("div", { class: "subject" }, h("span", { class: "brand" }, "Jemscope"), h("b", { class: "program" }, "fleet")), h("nav", { "aria-label": "Views" }, VIEWS.map((one) => h(
		"a",
		{
			key: one.id,
			href: formatRoute(linkTo(one)),
			"aria-current": one.id === view.id ? "page" : void 0,
			onClick: (event) => {
				!event.ctrlKey && !event.metaKey && !event.shiftKey && (event.preventDefault(), go(linkTo(one)));
			}
		},
		one.title
	))), h("div", { class: "tools" }, h("button", { class: "plain", onClick: () => round.value++, "aria-label": "Ask again", title: "Ask again" }, "↻"), h("button", { class: "plain", onClick: switchTheme, "aria-label": `Theme: ${theme.value}`, title: `Theme: ${theme.value} (d)` }, theme.value === "system" ? "◐" : isDark() ? "●" : "○"))), h("main", { id: "main", tabIndex: -1 }, isLoginNeeded.value ? h(NoToken, null) : h(view.Content, { key: view.id })), h("div", { class: "hidden", "aria-live": "polite" }, announcement.value), toast.value && h("div", { class: "toast" }, toast.value));
}
function NoToken() {
	return h(View, { title: "The token is missing, or it is an old one", kind: "text" }, h("p", null, "The collector answers only with its token, which changes with each start. Open the address that", " ", h("code", null, "jemscope collect"), " has printed: it contains the token."));
}

startTheme();
start();
var root = document.createElement("div");
root.id = "app";
document.body.append(root);
drawBy(() => render(h(App, null), root));
})();
