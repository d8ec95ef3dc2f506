// What botform reconcile reports of an account, as text: when, which account, what has changed, and what to type next.
import type { News, Reported } from "../../model/look.js";
import type { Notice } from "../../model/notice.js";
import { driftNotice } from "../drift-notice.js";
import { clean } from "../sanitize.js";
import { reportText } from "./accounts-text.js";
import { driftText } from "./drift-text.js";
import type { Paint } from "./paint.js";

/** Ends in a line feed. */
export function newsText({ account, at, news, drift, report }: Reported, colour: Paint): string {
  const head = `${colour.faint(utc(at))}  ${colour.bold(clean(account))}: ${headline(news)}`;
  const shown =
    (news.kind === "opened" || news.kind === "changed") && drift !== undefined
      ? indented(driftText([{ account, exitCode: 0, drift }], colour))
      : "";
  const done = report === undefined ? "" : indented(reportText(report, colour));
  const next = news.kind === "refused" ? `  botform plan of the account shows it.\n` : "";
  return `${head}\n${shown}${done}${next}`;
}

function headline(news: News): string {
  switch (news.kind) {
    case "opened":
      return "drift";
    case "changed":
      return "the drift is another one";
    case "closed":
      return `no drift any more; it was reported at ${utc(news.since)}`;
    case "unreadable":
      return `can't be read since ${utc(news.since)}: ${clean(news.why)}`;
    case "readable":
      return `can be read again; it couldn't be since ${utc(news.since)}`;
    case "corrected":
      return "corrected";
    case "refused":
      return `left to you: ${clean(news.why)}`;
    case "asked":
      return `a plan waits for a yes; to see it and to answer: botform approve ${clean(news.plan)}`;
    case "near":
      return `near the limit of a breaker: ${clean(news.breakers.join("; "))}`;
    case "unknown":
      return `a breaker can't be measured: ${clean(news.breakers.join("; "))}`;
    case "tripped":
      return `a breaker has tripped: ${clean(news.breakers.join("; "))}`;
    case "exposed":
      return `a breaker has tripped, and its bots may be on: ${clean(news.why)}`;
  }
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
  ...{ tripped: "bad", exposed: "bad" },
};

/** The same for a chat. */
export function newsNotice({ account, news, drift }: Reported): Notice {
  const shows = (news.kind === "opened" || news.kind === "changed") && drift !== undefined;
  const lines = shows ? driftNotice(0, [{ account, exitCode: 0, drift }]).lines : [];
  return {
    title: `botform: ${account}: ${headline(news)}`,
    lines,
    severity: SEVERITY[news.kind],
    facts: newsJson(news),
  };
}

/** Moments as ISO 8601. */
export function newsJson(news: News): object {
  return "since" in news ? { ...news, since: new Date(news.since).toISOString() } : news;
}
