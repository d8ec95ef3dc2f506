// What drift has found, as a notice: a summary, a line for each bot, and the facts for programs.
import { type DriftedBot, type DriftResult, driftTotals, hasDrifted } from "../model/bot/drift.js";
import type { Notice } from "../model/notice.js";
import { doubtText } from "../model/plan/in-doubt.js";
import { counted } from "../model/text/counted.js";
import { short } from "./notice-body.js";
import { settingName, settingWords } from "./text/drift-text.js";
import { placeText, utc } from "./text/value.js";

/** Bots that the text names, and those that the facts hold. */
const MOST_IN_TEXT = 20;
const MOST_IN_FACTS = 100;

/** What drift has found; the facts have at most 100 bots of a kind, and `omitted` says how many drifted ones they lack. */
export function driftNotice(exitCode: number, results: readonly DriftResult[]): Notice {
  const bots = results.flatMap(({ drift }) => drift?.drifted ?? []);
  const facts = {
    formatVersion: 1,
    command: "drift",
    exitCode,
    summary: driftTotals(results),
    accounts: results.map(({ account, exitCode: own, error, drift }) => ({
      account,
      exitCode: own,
      ...(error !== undefined && { error }),
      ...(drift !== undefined && {
        inDoubt: drift.inDoubt.slice(0, MOST_IN_FACTS).map(({ address, sends, until }) => ({ address, sends, until })),
        naked: drift.naked.slice(0, MOST_IN_FACTS).map(({ id, botId, address }) => ({ id, botId, address })),
        acknowledged: drift.acknowledged
          .slice(0, MOST_IN_FACTS)
          .map(({ address, name, until }) => ({ address, name, until })),
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
  return { title: titleOf(results), lines: linesOf(results), severity: severityOf(results), facts };
}

/** What may lose money unseen is worse than what differs. */
function severityOf(results: readonly DriftResult[]): Notice["severity"] {
  const { inDoubt, naked, failed } = driftTotals(results);
  if (inDoubt + naked + failed > 0) return "bad";
  return results.some(({ drift }) => drift !== undefined && hasDrifted(drift)) ? "warning" : "good";
}

function titleOf(results: readonly DriftResult[]): string {
  const { drifted, acknowledged, inDoubt, naked, held, missing, undeclared, failed } = driftTotals(results);
  const counts = [
    ...(drifted > 0 ? [`${counted(drifted, "bot")} drifted`] : []),
    ...(inDoubt > 0 ? [`${inDoubt} in doubt`] : []),
    ...(held > 0 ? [`${held} held back`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(failed > 0 ? [`${counted(failed, "account")} not read`] : []),
  ];
  const exposed = naked > 0 ? ` · ${counted(naked, "naked deal")}` : "";
  const known = acknowledged > 0 ? ` · ${counted(acknowledged, "setting")} acknowledged` : "";
  const also = `${known}${undeclared > 0 ? ` · ${undeclared} undeclared` : ""}`;
  const names = results.map(({ account }) => account).join(", ");
  return `botform drift on ${names}: ${counts.length === 0 ? "none" : counts.join(", ")}${exposed}${also}`;
}

/** What may lose money unseen first: a short form leaves out the last ones. */
function linesOf(results: readonly DriftResult[]): readonly string[] {
  const bots = results.flatMap(({ drift }) => drift?.drifted ?? []);
  return [
    ...results
      .flatMap(({ drift }) => (drift?.inDoubt ?? []).slice(0, MOST_IN_TEXT))
      .slice(0, MOST_IN_TEXT)
      .map(
        ({ address, sends, until }) =>
          `${address}: ${doubtText({ sends })} was sent, and may take effect until ${utc(until)}`,
      ),
    ...results
      .flatMap(({ drift }) => drift?.naked ?? [])
      .slice(0, MOST_IN_TEXT)
      .map(({ id, botId, address, why }) => `${address ?? `bot ${botId}`}: deal ${id} is naked: ${why}`),
    ...results.flatMap(({ account, error }) => (error === undefined ? [] : [`${account}: not read: ${error}`])),
    ...bots.slice(0, MOST_IN_TEXT).map(botLine),
    ...(bots.length > MOST_IN_TEXT ? [`… and ${counted(bots.length - MOST_IN_TEXT, "more bot")}`] : []),
    ...results
      .flatMap(({ drift }) => (drift?.missing ?? []).slice(0, MOST_IN_TEXT))
      .slice(0, MOST_IN_TEXT)
      .map(({ address }) => `${address}: declared, but missing`),
  ];
}

function botLine({ address, settings, since }: DriftedBot): string {
  const lines = settings.map((setting) => {
    const { live, declared } = settingWords(setting);
    return `${settingName(setting)} live ${live}, declared ${declared}`;
  });
  const when = since.settingsAtTheLatest === null ? "" : `; changed no later than ${utc(since.settingsAtTheLatest)}`;
  return `${address}: ${lines.join("; ")}${when}`;
}
