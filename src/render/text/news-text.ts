// What botform reconcile reports of an account, as text: when, which account, what has changed, and what to type next.
import type { News, Reported } from "../../model/look.js";
import type { Notice } from "../../model/notice.js";
import type { Outcome } from "../../model/plan/outcome.js";
import { counted } from "../../model/text/counted.js";
import { namesText } from "../../model/text/named.js";
import { driftNotice } from "../drift-notice.js";
import { clean } from "../sanitize.js";
import { reportText } from "./accounts-text.js";
import { driftText } from "./drift-text.js";
import type { Paint } from "./paint.js";

/** Ends in a line feed. */
export function newsText({ account, at, news, drift, report, next }: Reported, colour: Paint): string {
  const head = `${colour.faint(utc(at))}  ${colour.bold(clean(account))}: ${headline(news, drift)}`;
  const shown =
    (news.kind === "opened" || news.kind === "changed") && drift !== undefined
      ? indented(driftText([{ account, exitCode: 0, drift }], colour))
      : "";
  const done = report === undefined ? "" : indented(reportText(report, colour));
  const then = next === undefined ? "" : `  ${LEADS[news.kind]} ${next}\n`;
  return `${head}\n${shown}${done}${then}`;
}

/** Before what to type next. */
const LEADS: Readonly<Partial<Record<News["kind"], string>>> = {
  ...{ asked: "To see it and to answer:", refused: "To see it:", tripped: "When its bots may run again:" },
  ...{ exposed: "To turn them off:", unknown: "To measure it again:", "turned-off": "What has tripped:" },
};

function headline(news: News, drift: Reported["drift"]): string {
  switch (news.kind) {
    case "opened":
      return "drift";
    case "changed":
      return "the drift is another one";
    case "closed":
      return `no drift any more; it was reported at ${utc(news.since)}${waitingText(drift)}`;
    case "unreadable":
      return `can't be read since ${utc(news.since)}: ${clean(news.why)}`;
    case "readable":
      return `can be read again; it couldn't be since ${utc(news.since)}`;
    case "corrected":
      return "corrected";
    case "refused":
      return `left to you: ${clean(news.why)}`;
    case "asked":
      return `a plan waits for a yes: ${clean(news.plan)}`;
    case "near":
      return `near the limit of a breaker: ${clean(news.breakers.join("; "))}`;
    case "unknown":
      return `a breaker can't be measured: ${clean(news.breakers.join("; "))}`;
    case "tripped":
      return `a breaker has tripped: ${clean(news.breakers.join("; "))}`;
    case "turned-off":
      return `bots were on while a breaker holds them, and were turned off again: ${clean(namesText(news.bots, 5))}`;
    case "exposed":
      return `a breaker has tripped, and its bots may be on: ${clean(news.why)}`;
  }
}

function waitingText(drift: Reported["drift"]): string {
  const count = drift?.waiting?.length ?? 0;
  return count === 0 ? "" : `; ${counted(count, "bot waits", "bots wait")} for a wave of the roll-out`;
}

/** `2026-11-29 18:05:07 UTC` */
function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

const SEVERITY: Readonly<Record<News["kind"], Notice["severity"]>> = {
  ...{ opened: "warning", changed: "warning", closed: "good", unreadable: "bad", readable: "good" },
  ...{ corrected: "good", refused: "warning", asked: "warning", near: "warning", unknown: "bad" },
  ...{ tripped: "bad", exposed: "bad", "turned-off": "bad" },
};

/** The same for a chat. */
export function newsNotice({ account, news, drift, report, next }: Reported): Notice {
  const shows = SHOWS_DRIFT.has(news.kind) && drift !== undefined;
  const differed = shows ? driftNotice(0, [{ account, exitCode: 0, drift }]).lines : [];
  return {
    title: `botform: ${account}: ${headline(news, drift)}`,
    lines: [
      ...(report?.outcomes ?? []).map(outcomeLine),
      ...(news.kind === "corrected" && differed.length > 0 ? ["Before:"] : []),
      ...differed,
      ...(next === undefined ? [] : [`${LEADS[news.kind]} ${next}`]),
    ],
    severity: SEVERITY[news.kind],
    facts: newsJson(news),
  };
}

const SHOWS_DRIFT: ReadonlySet<News["kind"]> = new Set(["opened", "changed", "corrected"]);

/** Which bot, and what was done to it. */
function outcomeLine({ address, action, kind, detail }: Outcome): string {
  return `${address}: ${action} ${kind}${detail === "" ? "" : `: ${detail}`}`;
}

/** Moments as ISO 8601. */
export function newsJson(news: News): object {
  return "since" in news ? { ...news, since: new Date(news.since).toISOString() } : news;
}
