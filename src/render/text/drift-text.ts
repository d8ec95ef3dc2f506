// Drift as a person reads it: a line for each account, then each bot with what it is, what was declared where, and since when.
import type { AccountDrift, DriftEnd, DriftedBot, DriftedSetting, Since } from "../../model/bot/drift.js";
import type { Place } from "../../model/bot/provenance.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import { accountFailure, accountHeading } from "./accounts-text.js";
import { diagnosticsText } from "./diagnostics-text.js";
import type { Paint } from "./paint.js";
import { quoted, showValue } from "./value.js";

/** One line: how many bots are otherwise, and in which way. */
export function driftSummary({ account, drifted, held, missing, undeclared, unchanged }: AccountDrift): string {
  const counts = [
    ...(drifted.length > 0 ? [`${drifted.length} drifted`] : []),
    ...(held.length > 0 ? [`${held.length} held back`] : []),
    ...(missing.length > 0 ? [`${missing.length} missing`] : []),
  ];
  const rest = [`${unchanged} as declared`, ...(undeclared.length > 0 ? [`${undeclared.length} undeclared`] : [])];
  return `${clean(account)}: ${counts.length === 0 ? "no drift" : counts.join(", ")} · ${rest.join(" · ")}`;
}

/** Every account, ending in a line feed; with several each under its heading. */
export function driftText(ends: readonly DriftEnd[], colour: Paint): string {
  const blocks = ends.map(({ account, drift, error = "", diagnostics = [] }) => {
    const text =
      drift === undefined
        ? accountFailure("Not read", { message: error, diagnostics }, colour)
        : accountText(drift, colour);
    return ends.length > 1 || drift === undefined ? `${accountHeading(account, colour)}${text}` : text;
  });
  return blocks.join("\n");
}

function accountText(drift: AccountDrift, colour: Paint): string {
  const blocks = [
    colour.bold(driftSummary(drift)),
    ...drift.drifted.map((bot) => botText(bot, colour)),
    ...section(
      "Differ, and apply leaves them as they are:",
      drift.held,
      colour,
      ({ address, why }) => `${clean(address)}  ${clean(why)}`,
    ),
    ...section(
      "Declared and not there:",
      drift.missing,
      colour,
      ({ address, title }) => `${clean(address)}  ${quoted(title)}`,
    ),
    ...undeclaredText(drift, colour),
    ...(drift.diagnostics.length > 0 ? [diagnosticsText(drift.diagnostics, colour).trimEnd()] : []),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function botText({ address, title, botId, settings, since }: DriftedBot, colour: Paint): string {
  const width = Math.max(...settings.map((setting) => settingName(setting).length));
  const rows = settings.map(({ place, ...setting }) => {
    const { live, declared } = settingWords(setting);
    const where = place === null ? "" : `  ${colour.faint(placeText(place))}`;
    return `    ${settingName(setting).padEnd(width)}  live ${colour.change(live)}, declared ${colour.bold(declared)}${where}`;
  });
  const head = `${colour.change("≠")} ${colour.bold(clean(address))}  ${quoted(title)} · bot ${botId}`;
  return [head, ...rows, ...sinceLines(since).map((line) => `    ${line}`)].join("\n");
}

export function settingName({ name, dealId }: Pick<DriftedSetting, "name" | "dealId">): string {
  if (dealId !== undefined) return `${name} of deal ${dealId}`;
  return name === "enabled" ? "switch" : name;
}

/** Both sides in one word each. */
export function settingWords({ live, declared }: Pick<DriftedSetting, "live" | "declared">): {
  readonly live: string;
  readonly declared: string;
} {
  const word = (value: DriftedSetting["live"]) =>
    typeof value === "boolean" ? (value ? "on" : "off") : showValue(value);
  return { live: word(live), declared: word(declared) };
}

export function placeText({ file, line }: Place): string {
  return `${clean(file)}:${line}`;
}

/** A moment to the second. */
export function sinceText(iso: string): string {
  return `${iso.slice(0, 19).replace("T", " ")} UTC`;
}

function sinceLines({ settingsAtTheLatest, log }: Since): string[] {
  const settings =
    settingsAtTheLatest === null
      ? "since when isn't known"
      : `settings so since ${sinceText(settingsAtTheLatest)} at the latest (the bot's updated)`;
  if (log === null || log.length === 0) return [settings];
  return [`${settings}; noted last:`, ...log.map(({ datetime, message }) => `  ${clean(datetime)}  ${clean(message)}`)];
}

function section<Row extends { readonly place: Place | null }>(
  head: string,
  rows: readonly Row[],
  colour: Paint,
  text: (row: Row) => string,
): string[] {
  if (rows.length === 0) return [];
  const where = ({ place }: Row) => (place === null ? "" : `  ${colour.faint(placeText(place))}`);
  return [[colour.bold(head), ...rows.map((row) => `  ${text(row)}${where(row)}`)].join("\n")];
}

function undeclaredText({ undeclared, undeclaredRule, strays }: AccountDrift, colour: Paint): string[] {
  if (undeclared.length === 0) return [];
  const fate =
    undeclaredRule === "turn-off" ? `apply would turn ${counted(strays, "bot")} off` : "no drift by themselves";
  const rows = undeclared.map(({ id, title, on }) => `  ${id} ${quoted(title)}  ${on ? colour.good("on") : "off"}`);
  return [[colour.bold(`Live but not in the configuration; ${fate}:`), ...rows].join("\n")];
}
