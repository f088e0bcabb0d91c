// The answers of /api/v1/fleet, as jemscope fleet --json prints them, and the addresses that ask for them.

interface Amount {
  liveBytes: number;
  liveBytesLow: number | null;
  liveBytesHigh: number | null;
  liveObjects: number;
}

export interface TopService extends Amount {
  service: string;
  versions: string[];
  instances: number;
  newest: string;
  residentBytes: number | null;
  /** Of how many instances the resident memory is known; their profiles hold so many bytes. */
  residentInstances: number;
  residentLiveBytes: number | null;
  /** The instance nearest to its limit. */
  nearestLimit: { instance: string; residentBytes: number | null; chargedBytes: number; limitBytes: number } | null;
}

export interface TopSite extends Amount {
  service: string;
  site: string;
  holders: number;
  instances: number;
}

export interface Top {
  services: TopService[];
  sites: TopSite[];
}

/** Means over instances. */
interface Change {
  service: string;
  instancesBefore: number;
  instancesAfter: number;
  before: number;
  after: number;
  change: number;
  changeLow: number | null;
  changeHigh: number | null;
}

export type DiffService = Change;

export interface DiffSite extends Change {
  site: string;
  holdersBefore: number;
  holdersAfter: number;
}

export interface Diff {
  services: DiffService[];
  changes: DiffSite[];
  heldBack: number;
}

export interface Stack extends Amount {
  holders: number;
  frames: string[];
}

export interface Growth {
  service: string;
  /** Absent where it is all of the service. */
  site?: string;
  growing: number;
  instances: number;
  perHour: number;
  perHourStandardError: number | null;
  last: number;
  course: (number | null)[];
}

export interface Trend {
  times: string[];
  services: Growth[];
  sites: Growth[];
  heldBack: number;
}

/** An instance, or one of its sites, against the mean of its siblings. */
interface Compared {
  liveBytes: number;
  siblingLiveBytes: number;
  more: number;
  moreLow: number | null;
  moreHigh: number | null;
  standsOut: boolean;
}

export interface Why {
  conclusions: string[];
  instances: (Compared & { instance: string; service: string; version: string; host: string; siblings: number; sites: (Compared & { site: string })[] })[];
  compared: number;
}

/** A row of the table of instances: one of its sites, or the whole instance if the site is empty. */
export interface Outlier extends Compared {
  instance: string;
  service: string;
  version: string;
  siblings: number;
  site: string;
}

/** Each instance, and below it its sites. */
export function outliersOf({ instances }: Why): Outlier[] {
  return instances.flatMap(({ sites, ...instance }) => [{ ...instance, site: "" }, ...sites.map((site) => ({ ...instance, ...site }))]);
}

/** The address of a question with those parameters of a view that it knows and that have a value. */
export function addressOf(question: string, params: URLSearchParams, names: readonly string[]): string {
  const query = new URLSearchParams();
  for (const name of names) {
    const value = params.get(name);
    if (value) {
      query.set(name, value);
    }
  }
  const text = query.toString();
  return `/api/v1/fleet/${question}` + (text && "?" + text);
}

/** The versions of a service, or of all, the newest last as far as their numbers say. */
export function versionsOf(top: Top, service: string | null): string[] {
  const all = top.services.filter((one) => !service || one.service === service).flatMap((one) => one.versions);
  return [...new Set(all)].filter(Boolean).sort(new Intl.Collator("en", { numeric: true }).compare);
}

/** How much of the resident memory the profiles explain; null where it is unknown. */
export const explained = (service: TopService): number | null =>
  service.residentBytes && service.residentLiveBytes !== null ? service.residentLiveBytes / service.residentBytes : null;

/** How much of its limit the instance has used that is nearest to it; null where no limit is known. */
export const limitShare = ({ nearestLimit }: TopService): number | null => nearestLimit && nearestLimit.chargedBytes / nearestLimit.limitBytes;

/** What all services together hold. */
export function totals({ services }: Top): { bytes: number; instances: number; newest: number | null } {
  return {
    bytes: services.reduce((sum, one) => sum + one.liveBytes, 0),
    instances: services.reduce((sum, one) => sum + one.instances, 0),
    newest: services.length ? services.reduce((newest, one) => Math.max(newest, Date.parse(one.newest)), 0) : null,
  };
}
