// Where a configuration comes from, as text: what is reported of its revisions, the list of those that were accepted, and what was pushed.
import type { Notice } from "../../model/notice.js";
import {
  type ListedRevision,
  type PushedFacts,
  type ReportedRevision,
  type RevisionListFacts,
  type RevisionNews,
  revisionText,
  shortRevision,
} from "../../model/revision.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { clean } from "../sanitize.js";
import { diagnosticsText } from "./diagnostics-text.js";
import type { Paint } from "./paint.js";
import { utc } from "./value.js";

/** Ends in a line feed. */
export function revisionNewsText({ from, at, news, revision }: ReportedRevision, colour: Paint): string {
  const about = aboutText(revision);
  const head = `${colour.faint(utc(new Date(at).toISOString()))}  ${colour.bold(clean(from))}${about === "" ? "" : `, ${about}`}: ${headline(news)}`;
  const found = news.kind === "refused" && news.diagnostics.length > 0 ? diagnosticsText(news.diagnostics, colour) : "";
  return `${head}\n${found.replace(/^(?=.)/gm, "  ")}`;
}

function aboutText({ author, subject, ...revision }: ReportedRevision["revision"]): string {
  // A commit names its files well enough.
  const { digest: _digest, ...named } = revision;
  const text = revisionText(revision.commit === undefined ? revision : named);
  const whose = [author, subject].flatMap((one) => (one === undefined ? [] : [clean(one)])).join(": ");
  return whose === "" ? text : `${text} (${whose})`;
}

const STILL = "the revision before it still counts";

function headline(news: RevisionNews): string {
  switch (news.kind) {
    case "accepted":
      return news.isKept === true
        ? "counts, as the last one that was accepted: what came after it can't be used"
        : "counts from now on";
    case "refused":
      return `can't be used, so ${STILL}: ${clean(news.why)}`;
    case "mended":
      return "has no errors any more, and counts from now on";
    case "unreachable":
      return `can't be read now, so the last revision that was accepted counts: ${clean(news.why)}`;
    case "reachable":
      return "can be read again";
    case "rewritten":
      return `was rewritten: the commit ${shortRevision(news.before)}, which counted before, isn't part of it any more`;
    case "behind":
      return "was accepted by another worker, and can't be seen from here yet; it counts here, too";
  }
}

const SEVERITY: Readonly<Record<RevisionNews["kind"], Notice["severity"]>> = {
  ...{ accepted: "good", refused: "bad", mended: "good", unreachable: "warning", reachable: "good" },
  ...{ rewritten: "warning", behind: "warning" },
};

/** Problems of a notice; the rest is where it was reported. */
const MOST_LINES = 10;

/** The same for a chat. */
export function revisionNotice(reported: ReportedRevision): Notice {
  const { from, news, revision } = reported;
  const about = aboutText(revision);
  const problems = news.kind === "refused" ? news.diagnostics : [];
  return {
    title: `botform: ${clean(from)}${about === "" ? "" : `, ${about}`}: ${headline(news)}`,
    lines: problems.slice(0, MOST_LINES).map(problemLine),
    severity: SEVERITY[news.kind],
    facts: { from, revision, news: revisionNewsJson(news) },
  };
}

function problemLine({ severity, position, summary }: Diagnostic): string {
  const where = position === undefined ? "" : `${position.file}:${position.line}:${position.column}: `;
  return clean(`${where}${severity}: ${summary}`);
}

export function revisionsText({ revisions }: RevisionListFacts, colour: Paint): string {
  if (revisions.length === 0) return "No revision was accepted yet: botform fleet push puts one into the ledger.\n";
  // Each source has its own: a repository, and what was pushed.
  const counting =
    revisions.filter(({ isCurrent }) => isCurrent).length > 1
      ? "counts now for what follows this source"
      : "counts now";
  return revisions.map((one) => rowText(one, counting, colour)).join("");
}

function rowText(
  { acceptedAt, from, by, files, isCurrent, ...revision }: ListedRevision,
  counting: string,
  colour: Paint,
): string {
  const state = isCurrent ? `  ${colour.good(counting)}` : "";
  const subject = revision.subject === undefined ? "" : `\n  ${clean(revision.subject)}`;
  const author = revision.author === undefined ? "" : `, by ${clean(revision.author)}`;
  return `${colour.bold(revisionText(revision))}${state}\n  ${clean(from)}${author}; accepted ${utc(acceptedAt)} by ${clean(by)}; ${files} ${files === 1 ? "file" : "files"}${subject}\n`;
}

export function pushedText({ revision, outcome }: PushedFacts, colour: Paint): string {
  const what = revisionText(revision);
  const accounts = `${revision.accounts} ${revision.accounts === 1 ? "account" : "accounts"}`;
  switch (outcome) {
    case "pushed":
      return `${colour.good("Pushed:")} ${what}. It is valid for ${accounts}, and counts as soon as each worker looks, within half a minute.\n`;
    case "current":
      return `Nothing to push: ${what} counts already.\n`;
    case "valid":
      return `Nothing was pushed (--dry-run): ${what} is valid for ${accounts}.\n`;
  }
}

/** The diagnostics are in the head of the document. */
export function revisionNewsJson(news: RevisionNews): object {
  if (news.kind !== "refused") return news;
  return { kind: news.kind, why: news.why };
}
