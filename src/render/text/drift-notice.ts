// What a webhook is told of drift: text as Slack takes it, and the facts beside it; bounded, and nothing in it commands.
import { type DriftEnd, type DriftedBot, driftTotals } from "../../model/bot/drift.js";
import { counted } from "../../model/text/counted.js";
import { clean, cleanJson } from "../sanitize.js";
import { placeText, settingName, settingWords, sinceText } from "./drift-text.js";

/** Bots that the text names, and those that the facts hold. */
const MOST_IN_TEXT = 20;
const MOST_IN_FACTS = 100;
const LONGEST_LINE = 300;

/**
 * One JSON document: `text`, what keeps Slack from making links and mentions of it, and `botform` with the facts. At most
 * 20 bots stand in the text and 100 in the facts; `omitted` says how many don't.
 */
export function driftNotice(exitCode: number, ends: readonly DriftEnd[]): string {
  const bots = ends.flatMap(({ drift }) => drift?.drifted ?? []);
  const facts = {
    formatVersion: 1,
    command: "drift",
    exitCode,
    summary: driftTotals(ends),
    accounts: ends.map(({ account, exitCode: own, error, drift }) => ({
      account,
      exitCode: own,
      ...(error !== undefined && { error }),
      ...(drift !== undefined && {
        held: drift.held.slice(0, MOST_IN_FACTS).map(({ address }) => address),
        missing: drift.missing.slice(0, MOST_IN_FACTS).map(({ address }) => address),
        undeclared: drift.undeclared.slice(0, MOST_IN_FACTS).map(({ id, on }) => ({ id, on })),
      }),
    })),
    drifted: bots.slice(0, MOST_IN_FACTS).map(({ address, botId, settings, since }) => ({
      address,
      botId,
      settings: settings.map(({ place, live, declared, ...setting }) => ({
        ...setting,
        live: short(live),
        declared: short(declared),
        place: place && placeText(place),
      })),
      settingsAtTheLatest: since.settingsAtTheLatest,
    })),
    omitted: Math.max(0, bots.length - MOST_IN_FACTS),
  };
  const document = { text: noticeText(ends), mrkdwn: false, unfurl_links: false, unfurl_media: false, botform: facts };
  return cleanJson(JSON.stringify(document));
}

function noticeText(ends: readonly DriftEnd[]): string {
  const { drifted, held, missing, undeclared, failed } = driftTotals(ends);
  const counts = [
    ...(drifted > 0 ? [`${counted(drifted, "bot")} drifted`] : []),
    ...(held > 0 ? [`${held} held back`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(failed > 0 ? [`${counted(failed, "account")} not read`] : []),
  ];
  const also = undeclared > 0 ? ` · ${undeclared} undeclared` : "";
  const names = ends.map(({ account }) => account).join(", ");
  const bots = ends.flatMap(({ drift }) => drift?.drifted ?? []);
  const lines = [
    `botform drift on ${names}: ${counts.length === 0 ? "none" : counts.join(", ")}${also}`,
    ...bots.slice(0, MOST_IN_TEXT).map(botLine),
    ...(bots.length > MOST_IN_TEXT ? [`… and ${bots.length - MOST_IN_TEXT} more`] : []),
    ...ends
      .flatMap(({ drift }) => (drift?.missing ?? []).slice(0, MOST_IN_TEXT))
      .slice(0, MOST_IN_TEXT)
      .map(({ address }) => `• ${address}: declared and not there`),
    ...ends.flatMap(({ account, error }) => (error === undefined ? [] : [`• ${account}: not read: ${error}`])),
  ];
  return lines.map(forChat).join("\n");
}

function botLine({ address, settings, since }: DriftedBot): string {
  const said = settings.map((setting) => {
    const { live, declared } = settingWords(setting);
    return `${settingName(setting)} live ${live}, declared ${declared}`;
  });
  const when =
    since.settingsAtTheLatest === null
      ? ""
      : `; settings so since ${sinceText(since.settingsAtTheLatest)} at the latest`;
  return `• ${address}: ${said.join("; ")}${when}`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Slack reads &, < and > as its own, and <!channel> as a call to everybody; others that take the same form read @everyone so,
 * and an @ of full width calls nobody.
 */
export function forChat(text: string): string {
  return short(clean(text))
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? "")
    .replaceAll("@", "＠");
}

/** Cut off where it is too long. */
function short<Value>(value: Value | string): Value | string {
  if (typeof value !== "string" || value.length <= LONGEST_LINE) return value;
  return `${value.slice(0, LONGEST_LINE - 1).toWellFormed()}…`;
}
