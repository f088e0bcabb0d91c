// Verdict: why the process needs the memory it needs, and what to look at.
import { Fragment } from "preact";
import type { Verdict } from "../app/model";
import { request } from "../app/store";
import { Loading, SiteName, useLoad, View } from "../app/widgets";
import { bytes, duration, signed, time } from "../data/format";
import { openSite } from "./holders";

/** The others hold less, and leak no more. */
const MOST_SITES = 10;

const words = (id: string) => id.replace(/-/g, " ");

/** The state of the process in a sentence. */
export function headline({ time: at, baseTime, residentBytes, containerUsedBytes, containerLimitBytes, secondsUntilLimit }: Verdict): string {
  return [
    `RSS ${bytes(residentBytes)} at ${time(at)}`,
    baseTime && `compared with ${time(baseTime)}`,
    containerLimitBytes && `the container has used ${bytes(containerUsedBytes)} of ${bytes(containerLimitBytes)}`,
    secondsUntilLimit !== null && `full in ${duration(secondsUntilLimit)} at this pace`,
  ].filter(Boolean).join(", ");
}

export function VerdictView() {
  const verdict = useLoad("verdict", () => request<Verdict>("/api/v1/verdict"));
  return (
    <View title="Verdict" kind="text" beside={<button onClick={verdict.reload}>Judge again</button>}>
      <Loading of={verdict} text="The agent judges the process.">
        {(value) => (
          <>
            <p>{headline(value)}</p>
            {value.findings.length ? (
              <dl class="facts">
                {value.findings.map((finding, i) => (
                  <Fragment key={i}>
                    <dt>{words(finding.kind)}</dt>
                    <dd>
                      {bytes(finding.bytes)}
                      {finding.perHour ? `, ${signed(finding.perHour, "bytes")} an hour` : ""}: {finding.evidence}
                      <div class="muted">{finding.next}</div>
                    </dd>
                  </Fragment>
                ))}
              </dl>
            ) : (
              <p class="notice">Nothing {value.baseTime ? "grows above noise" : "is known to leak"} or is large.</p>
            )}
            <dl class="facts">
              {value.runs[0]?.sites.slice(0, MOST_SITES).map((site) => (
                <Fragment key={site.name}>
                  <dt>{words(site.verdict)}</dt>
                  <dd>
                    <SiteName site={site} open={openSite} tabIndex={0} /> {bytes(site.live)}: {site.why}
                    {site.watchedSeconds > 0 && ` in ${duration(site.watchedSeconds)}`}
                  </dd>
                </Fragment>
              ))}
            </dl>
          </>
        )}
      </Loading>
    </View>
  );
}
