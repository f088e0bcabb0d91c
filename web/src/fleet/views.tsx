// The views of the fleet's page: one question each, with its parameters in the address.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import { routeTo, withParams } from "../app/route";
import { Sparkline } from "../app/sparkline";
import { go, route } from "../app/store";
import { figures, Table, type Column } from "../app/table";
import { largest } from "../app/tabledata";
import { ChangeBar, FailurePanel, Loading, SiteName, useLoad, View, type Loaded } from "../app/widgets";
import { Select } from "../browser/select";
import { bytes, changeRange, count, percent, range, signed, time } from "../data/format";
import {
  addressOf, explained, limitShare, outliersOf, totals, versionsOf, type Diff, type DiffService, type DiffSite, type Growth, type Outlier, type Stack, type Top, type TopService,
  type TopSite, type Trend, type Why,
} from "./answers";
import { ask, round } from "./store";

type Choice = readonly [id: string, text: string];

const SPANS: readonly Choice[] = [["1h", "1 hour"], ["6h", "6 hours"], ["1d", "1 day"], ["7d", "7 days"], ["30d", "30 days"]];
const SINCE: readonly Choice[] = [["1h", "1 hour ago"], ["3h", "3 hours ago"], ["12h", "12 hours ago"], ["1d", "1 day ago"], ["7d", "7 days ago"], ["29d", "29 days ago"]];

/** How long the time is that a view looks at, if the address doesn't say. */
const WITHIN: Record<string, string> = { release: "7d", trend: "1d", why: "1d" };
const usualWithin = () => WITHIN[route.value.view] ?? "1h";

/** Asks again when the address changes, or the user wants it. */
function useAnswer<T>(address: string | null): Loaded<T> {
  return useLoad(address && address + "\n" + round.value, () => ask<T>(address!));
}

/** The answer, or under the title why there is none. */
function Answer<T>({ of, title, text, children }: { of: Loaded<T>; title: string; text: string; children: (value: T) => ComponentChildren }) {
  return of.failure ? (
    <View title={title} kind="text">
      <FailurePanel failure={of.failure} retry={of.reload} />
    </View>
  ) : (
    <Loading of={of} text={text}>
      {children}
    </Loading>
  );
}

/** The view's parameters, with what is usual for those that the address lacks. */
function paramsWith(usual: Record<string, string> = {}): URLSearchParams {
  return new URLSearchParams({ within: usualWithin(), ...usual, ...Object.fromEntries(route.value.params) });
}

const choose = (name: string) => (value: string) => go(withParams(route.value, { [name]: value }));

/** A choice that isn't in the list, as from a link that was sent, stays. */
function Chooser({ label, name, params, choices }: { label: string; name: string; params: URLSearchParams; choices: readonly Choice[] }) {
  const value = params.get(name) ?? "";
  const all = choices.some(([id]) => id === value) ? choices : [...choices, [value, value] as const];
  return <Select label={label} value={value} choices={all} choose={choose(name)} />;
}

/** Chooses the service, beside the other choices of a view. */
function Choices({ params, top, children }: { params: URLSearchParams; top: Top | null; children: ComponentChildren }) {
  const services = (top?.services ?? []).map(({ service }) => [service, service] as const);
  return (
    <div class="toolbar dumpbar">
      <Chooser label="Service" name="service" params={params} choices={[["", "all"], ...services]} />
      {children}
    </div>
  );
}

/** Opens the stacks of a site, as they are in the time that the view looks at. */
function openSite({ service, site }: { service: string; site?: string }): void {
  go(routeTo(route.value, "stacks", { service, site: site!, within: paramsWith().get("within") }));
}

const keyOf = (row: { service: string; site?: string }) => row.service + "\n" + row.site;
const searched = (row: { service: string; site?: string }) => `${row.service} ${row.site}`;

function serviceColumn<R extends { service: string }>(): Column<R> {
  return { id: "service", title: "Service", value: (row) => row.service };
}

function siteColumn<R extends { service: string; site?: string }>(): Column<R> {
  return {
    id: "site", title: "Site", kind: "name",
    value: (row) => row.site!,
    cell: (row) => <SiteName site={{ name: row.site!, callers: [] }} open={() => openSite(row)} />,
  };
}

function amountColumns<R extends TopService | TopSite>(): Column<R>[] {
  return [
    figures("live", "Live", (row) => row.liveBytes, bytes, "n strong", "Estimated from samples, all instances together"),
    {
      id: "range", title: "95 % range", kind: "n", hint: "It has the true figure in 95 of 100 cases. Sorted by width.",
      value: (row) => (row.liveBytesLow === null || row.liveBytesHigh === null ? null : row.liveBytesHigh - row.liveBytesLow),
      text: (row) => range(row.liveBytes, row.liveBytesLow, row.liveBytesHigh, "bytes"),
    },
  ];
}

const share = (value: number | null) => percent(value, 1);

const TOP_SERVICES: Column<TopService>[] = [
  ...amountColumns<TopService>(),
  figures("instances", "Instances", undefined, count),
  {
    id: "rss", title: "RSS", kind: "n medium", hint: "Resident memory; “of 3” if it is known of three instances only",
    value: (row) => row.residentBytes,
    text: (row) => bytes(row.residentBytes) + (row.residentBytes !== null && row.residentInstances < row.instances ? ` of ${row.residentInstances}` : ""),
  },
  figures("explained", "Explained", explained, share, "n wide", "How much of RSS the profiles explain"),
  {
    id: "limit", title: "Of limit", kind: "n medium", hint: "How much of its container's limit the instance has used that is nearest to it",
    value: limitShare,
    cell: (row) => <span title={row.nearestLimit?.instance}>{share(limitShare(row))}</span>,
  },
  { id: "versions", title: "Versions", kind: "medium", value: (row) => row.versions.join(", ") || "–" },
  serviceColumn(),
];

const TOP_SITES: Column<TopSite>[] = [
  ...amountColumns<TopSite>(),
  figures("each", "An instance", (row) => row.liveBytes / row.instances, bytes, "n wide"),
  {
    id: "in", title: "In", kind: "n medium", hint: "In how many instances of the service",
    value: (row) => row.holders / row.instances,
    text: (row) => `${row.holders}/${row.instances}`,
  },
  serviceColumn(),
  siteColumn(),
];

export function TopView() {
  const params = paramsWith();
  const all = useAnswer<Top>(addressOf("top", params, ["within"]));
  const answer = useAnswer<Top>(addressOf("top", params, ["service", "within"]));
  return (
    <>
      <Choices params={params} top={all.value}>
        <Chooser label="newest profiles within" name="within" params={params} choices={SPANS} />
      </Choices>
      <Answer of={answer} title="What the fleet holds" text="The collector asks the store.">
        {(top) => {
          const { bytes: held, instances, newest } = totals(top);
          return (
            <View
              title="What the fleet holds"
              beside={
                <p>
                  <b>{bytes(held)}</b> in {count(instances)} {instances === 1 ? "instance" : "instances"}; the newest profile is of {time(newest)}
                </p>
              }
            >
              <Table<TopService>
                label="Services"
                columns={TOP_SERVICES}
                rows={top.services}
                keyOf={(row) => row.service}
                usual={{ id: "live", descending: true }}
                open={({ service }) => choose("service")(service)}
                empty="No service."
                plainly
              />
              <Table<TopSite>
                label="Sites"
                columns={TOP_SITES}
                rows={top.sites}
                keyOf={keyOf}
                usual={{ id: "live", descending: true }}
                textOf={searched}
                open={openSite}
                empty="No sampled memory is live."
              />
            </View>
          );
        }}
      </Answer>
    </>
  );
}

function changeColumns<R extends DiffService>(rows: readonly R[]): Column<R>[] {
  const most = largest(rows, (row) => Math.abs(row.change));
  return [
    figures("change", "Change", (row) => row.change, (change) => signed(change, "bytes"), "n strong", "Live bytes of an instance, on average"),
    {
      id: "range", title: "95 % range", kind: "n",
      value: (row) => (row.changeLow === null || row.changeHigh === null ? null : row.changeHigh - row.changeLow),
      text: (row) => changeRange(row.change, row.changeLow, row.changeHigh, "bytes"),
    },
    { id: "bar", title: "Relative", kind: "share wide", value: (row) => row.change, cell: (row) => <ChangeBar value={row.change} of={most} /> },
    figures("before", "Before", (row) => row.before, bytes, "n medium"),
    figures("after", "After", (row) => row.after, bytes, "n medium"),
  ];
}

function Differences({ diff, title, ranges }: { diff: Diff; title: string; ranges: string }) {
  const services = useMemo<Column<DiffService>[]>(
    () => [
      ...changeColumns(diff.services),
      { id: "in", title: "Instances", kind: "n medium", value: (row) => row.instancesAfter, text: (row) => `${row.instancesBefore} → ${row.instancesAfter}` },
      serviceColumn(),
    ],
    [diff],
  );
  const sites = useMemo<Column<DiffSite>[]>(
    () => [
      ...changeColumns(diff.changes),
      {
        id: "in", title: "In", kind: "n medium", hint: "In how many instances, before and after",
        value: (row) => row.holdersAfter / row.instancesAfter,
        text: (row) => `${row.holdersBefore}/${row.instancesBefore} → ${row.holdersAfter}/${row.instancesAfter}`,
      },
      serviceColumn(),
      siteColumn(),
    ],
    [diff],
  );
  const usual = { id: "change", descending: true };
  return (
    <View title={title} beside={<p class="muted">live bytes of an instance on average; ranges: 95 %, {ranges}</p>}>
      <Table<DiffService> label="Services" columns={services} rows={diff.services} keyOf={(row) => row.service} usual={usual} empty="No service." plainly />
      <Table<DiffSite>
        label="Sites"
        columns={sites}
        rows={diff.changes}
        keyOf={keyOf}
        usual={usual}
        textOf={searched}
        open={openSite}
        empty="No site has changed by more than its error."
      />
      <p class="foot muted">{diff.heldBack > 0 && `Held back, since chance alone makes such changes: ${count(diff.heldBack)} sites.`}</p>
    </View>
  );
}

export function ReleaseView() {
  const params = paramsWith();
  const all = useAnswer<Top>(addressOf("top", params, ["within"]));
  const versions = all.value ? versionsOf(all.value, params.get("service")) : [];
  const release = params.get("release") ?? versions.at(-1);
  if (release) {
    params.set("release", release);
  }
  const base = params.get("base");
  const answer = useAnswer<Diff>(release && versions.length > 1 ? addressOf("diff", params, ["service", "within", "release", "base"]) : null);
  const choices = versions.map((version) => [version, version] as const);
  const title = `What came with ${release ?? "a version"}${base ? ` after ${base}` : ""}`;
  return (
    <>
      <Choices params={params} top={all.value}>
        <Chooser label="Version" name="release" params={params} choices={choices} />
        <Chooser label="compared with" name="base" params={params} choices={[["", "all others"], ...choices.filter(([version]) => version !== release)]} />
        <Chooser label="within" name="within" params={params} choices={SPANS} />
      </Choices>
      <Answer of={all} title={title} text="The collector asks the store.">
        {() =>
          versions.length > 1 ? (
            <Answer of={answer} title={title} text="The collector compares the versions.">
              {(diff) => <Differences diff={diff} title={title} ranges="of sampling and of the differences between instances" />}
            </Answer>
          ) : (
            <View title={title} kind="text">
              <p>There are no two versions to compare. Choose a longer time, or name the versions: see docs/fleet.md.</p>
            </View>
          )
        }
      </Answer>
    </>
  );
}

export function SinceView() {
  const params = paramsWith({ since: "1h" });
  const all = useAnswer<Top>(addressOf("top", params, ["within"]));
  const answer = useAnswer<Diff>(addressOf("diff", params, ["service", "within", "since"]));
  const since = params.get("since")!;
  const title = `What came since ${SINCE.find(([id]) => id === since)?.[1] ?? since}`;
  return (
    <>
      <Choices params={params} top={all.value}>
        <Chooser label="Since" name="since" params={params} choices={SINCE} />
        <Chooser label="profiles within" name="within" params={params} choices={SPANS} />
      </Choices>
      <Answer of={answer} title={title} text="The collector compares the times.">
        {(diff) => <Differences diff={diff} title={title} ranges="of sampling; instances that live since then" />}
      </Answer>
    </>
  );
}

const perHour = (value: number | null) => signed(value, "bytes");

function growthColumns(times: readonly number[]): Column<Growth>[] {
  return [
    figures("growth", "Per hour", (row) => row.perHour, perHour, "n strong", "What an instance gains in an hour, on average"),
    figures("range", "±", (row) => row.perHourStandardError && 2 * row.perHourStandardError, (reach) => (reach === null ? "?" : "±" + bytes(reach)), "n", "95 %, by how instances differ"),
    {
      id: "course", title: "Course", kind: "medium", hint: "What an instance holds, from 0 up. Sorted by the last figure.",
      value: (row) => row.last,
      cell: (row) => <Sparkline times={times} values={row.course} unit="bytes" />,
    },
    figures("last", "Last", (row) => row.last, bytes, "n medium"),
    {
      id: "in", title: "Grows in", kind: "n medium", hint: "How many instances grow by more than the error of sampling",
      value: (row) => row.growing / row.instances,
      text: (row) => `${row.growing}/${row.instances}`,
    },
    serviceColumn(),
  ];
}

export function TrendView() {
  const params = paramsWith();
  const all = useAnswer<Top>(addressOf("top", params, ["within"]));
  const answer = useAnswer<Trend>(addressOf("trend", params, ["service", "within"]));
  return (
    <>
      <Choices params={params} top={all.value}>
        <Chooser label="within" name="within" params={params} choices={SPANS} />
      </Choices>
      <Answer of={answer} title="What grows" text="The collector reads the profiles of each instance.">
        {(trend) => <Growths trend={trend} />}
      </Answer>
    </>
  );
}

function Growths({ trend }: { trend: Trend }) {
  const services = useMemo(() => growthColumns(trend.times.map((text) => Date.parse(text))), [trend]);
  const sites = useMemo(() => [...services, siteColumn<Growth>()], [services]);
  const usual = { id: "growth", descending: true };
  return (
    <View title="What grows" beside={<p class="muted">live bytes that an instance gains in an hour, on average</p>}>
      <Table<Growth> label="Services" columns={services} rows={trend.services} keyOf={(row) => row.service} usual={usual} empty="No service." plainly />
      <Table<Growth>
        label="Sites"
        columns={sites}
        rows={trend.sites}
        keyOf={keyOf}
        usual={usual}
        textOf={searched}
        open={openSite}
        empty="No site grows or shrinks by more than its error."
      />
      <p class="foot muted">{trend.heldBack > 0 && `Held back, since chance alone makes such growth: ${count(trend.heldBack)} sites.`}</p>
    </View>
  );
}

const OUTLIERS: Column<Outlier>[] = [
  figures("more", "More", undefined, (more) => signed(more, "bytes"), "n strong", "Than a sibling on average: the other instances of its service and version"),
  {
    id: "range", title: "95 % range", kind: "n",
    value: (row) => (row.moreLow === null || row.moreHigh === null ? null : row.moreHigh - row.moreLow),
    text: (row) => changeRange(row.more, row.moreLow, row.moreHigh, "bytes"),
  },
  figures("live", "Holds", (row) => row.liveBytes, bytes, "n medium"),
  figures("sibling", "A sibling", (row) => row.siblingLiveBytes, bytes, "n medium"),
  figures("siblings", "Siblings", undefined, count, "n wide"),
  { id: "instance", title: "Instance", value: (row) => row.instance },
  { id: "version", title: "Version", kind: "wide", value: (row) => row.version },
  serviceColumn(),
  {
    ...siteColumn<Outlier>(),
    cell: (row) => (row.site ? <SiteName site={{ name: row.site, callers: [] }} open={() => openSite(row)} /> : <span class="muted">all together</span>),
  },
];

export function WhyView() {
  const params = paramsWith();
  const all = useAnswer<Top>(addressOf("top", params, ["within"]));
  const answer = useAnswer<Why>(addressOf("why", params, ["service", "within", "instance"]));
  const rows = useMemo(() => (answer.value ? outliersOf(answer.value) : []), [answer.value]);
  const title = "What explains it";
  return (
    <>
      <Choices params={params} top={all.value}>
        <Chooser label="within" name="within" params={params} choices={SPANS} />
      </Choices>
      <Answer of={answer} title={title} text="The collector reads the profiles of each instance.">
        {(why) => (
          <View title={title} beside={<p class="muted">{count(why.compared)} instances have two siblings or more</p>}>
            <ul>
              {why.conclusions.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
            <Table<Outlier>
              label="Instances that stand out"
              columns={OUTLIERS}
              rows={rows}
              keyOf={(row) => row.instance + "\n" + row.site}
              usual={{ id: "none", descending: true }}
              textOf={(row) => `${row.instance} ${row.service} ${row.site}`}
              open={(row) => row.site && openSite(row)}
              empty="No instance stands out from its siblings."
            />
          </View>
        )}
      </Answer>
    </>
  );
}

export function StacksView() {
  const params = paramsWith();
  const answer = useAnswer<{ stacks: Stack[] }>(addressOf("stacks", params, ["service", "site", "within"]));
  const title = `Stacks of ${params.get("service")}`;
  return (
    <Answer of={answer} title={title} text="The collector asks the store.">
      {({ stacks }) => (
        <View title={title} kind="text" beside={<code style={{ overflowWrap: "anywhere" }}>{params.get("site")}</code>}>
          {stacks.map((stack) => (
            <div class="table plainly" tabIndex={0} role="region" aria-label="Stack" key={stack.frames.join("\n")}>
              <table class="compact">
                <thead>
                  <tr>
                    <th scope="col">
                      {bytes(stack.liveBytes)} ({range(stack.liveBytes, stack.liveBytesLow, stack.liveBytesHigh, "bytes")}) in {count(stack.holders)}{" "}
                      {stack.holders === 1 ? "instance" : "instances"}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {stack.frames.map((frame, i) => (
                    <tr key={i}>
                      <td>
                        <code>{frame}</code>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          ))}
        </View>
      )}
    </Answer>
  );
}
