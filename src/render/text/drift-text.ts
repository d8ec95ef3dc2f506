// Drift as a person reads it: a line for each account, then each bot with what it is, what was declared where, and since when.
import type {
  AccountDrift,
  AcknowledgedSetting,
  DriftedBot,
  DriftedSetting,
  DriftResult,
  Since,
} from "../../model/bot/drift.js";
import { reasonText } from "../../model/bot/hold.js";
import type { FilePlace } from "../../model/bot/provenance.js";
import { counted } from "../../model/text/counted.js";
import { clean } from "../sanitize.js";
import { accountFailure, accountHeading } from "./accounts-text.js";
import { diagnosticsText } from "./diagnostics-text.js";
import type { Paint } from "./paint.js";
import { undeclaredSettingsText } from "./plan-text.js";
import { placeText, quoted, showValue, utc } from "./value.js";
import { wrappedOnTerminal } from "./wrap.js";

/** One line: how many bots differ, and in which way. */
function driftSummary({
  account,
  drifted,
  inDoubt,
  naked,
  held,
  missing,
  onHold = [],
  waiting = [],
  acknowledged,
  undeclared,
  unchanged,
}: AccountDrift): string {
  const counts = [
    ...(drifted.length > 0 ? [`${drifted.length} drifted`] : []),
    ...(inDoubt.length > 0 ? [`${inDoubt.length} in doubt`] : []),
    ...(held.length > 0 ? [`${held.length} held back`] : []),
    ...(missing.length > 0 ? [`${missing.length} missing`] : []),
  ];
  const deals = naked.length > 0 ? [counted(naked.length, "naked deal")] : [];
  const rest = [
    ...deals,
    `${unchanged} unchanged`,
    ...(acknowledged.length > 0 ? [`${counted(acknowledged.length, "setting")} acknowledged`] : []),
    ...(onHold.length > 0 ? [`${onHold.length} on hold, settings not compared`] : []),
    ...(waiting.length > 0 ? [`${waiting.length} waiting for a wave`] : []),
    ...(undeclared.length > 0 ? [`${undeclared.length} undeclared`] : []),
  ];
  return `${clean(account)}: ${counts.length === 0 ? "no drift" : counts.join(", ")} · ${rest.join(" · ")}`;
}

/** Every account, ending in a line feed; with several each under its heading. */
export function driftText(results: readonly DriftResult[], colour: Paint): string {
  const blocks = results.map(({ account, drift, error = "", diagnostics = [] }) => {
    const text =
      drift === undefined
        ? accountFailure("Not read", { message: error, diagnostics }, colour)
        : accountText(drift, colour);
    return results.length > 1 || drift === undefined ? `${accountHeading(account, colour)}${text}` : text;
  });
  return blocks.join("\n");
}

function accountText(drift: AccountDrift, colour: Paint): string {
  const blocks = [
    colour.bold(driftSummary(drift)),
    ...drift.drifted.map((bot) => botText(bot, colour)),
    ...section(
      "Differ, but apply won't change them now:",
      drift.held,
      colour,
      ({ address, why }) => `${clean(address)}  ${clean(why)}`,
    ),
    ...section(
      "Declared, but missing from the account:",
      drift.missing,
      colour,
      ({ address, title }) => `${clean(address)}  ${quoted(title)}`,
    ),
    ...section(
      "Waiting for a roll-out that is under way; not counted as drift:",
      (drift.waiting ?? []).map((bot) => ({ ...bot, place: null })),
      colour,
      ({ address, why }) => `${clean(address)}  ${clean(why)}`,
    ),
    ...section("Acknowledged; not counted as drift:", drift.acknowledged, colour, (one) =>
      acknowledgedText(one, colour),
    ),
    ...undeclaredText(drift, colour),
    ...undeclaredSettingsText(drift.undeclaredSettings, colour),
  ].map((block) => wrappedOnTerminal(block, colour));
  const problems = drift.diagnostics.length > 0 ? [diagnosticsText(drift.diagnostics, colour).trimEnd()] : [];
  return `${[...blocks, ...problems].join("\n\n")}\n`;
}

function botText({ address, title, botId, settings, since }: DriftedBot, colour: Paint): string {
  const width = Math.max(...settings.map((setting) => settingName(setting).length));
  const rows = settings.map(({ place, ...setting }) => {
    const { live, declared } = settingWords(setting);
    const where = place === null ? "" : `  ${colour.faint(placeText(place))}`;
    return `    ${settingName(setting).padEnd(width)}  live ${colour.change(live)}, declared ${colour.bold(declared)}${where}`;
  });
  const head = `${colour.change("≠")} ${colour.bold(clean(address))}  ${quoted(title)} · bot ${botId}`;
  return [
    head,
    ...rows,
    ...sinceLines(
      since,
      settings.some(({ name }) => name === "enabled"),
    ).map((line) => `    ${line}`),
  ].join("\n");
}

function acknowledgedText({ address, place: _place, ...one }: AcknowledgedSetting, colour: Paint): string {
  const { live, declared } = settingWords(one);
  const values = `live ${colour.change(live)}, declared ${colour.bold(declared)}`;
  return `${clean(address)}  ${settingName(one)}  ${values}: ${clean(reasonText(one))}`;
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
  return { live: settingWord(live), declared: settingWord(declared) };
}

export function settingWord(value: DriftedSetting["live"]): string {
  return typeof value === "boolean" ? (value ? "on" : "off") : showValue(value);
}

/** @param isSwitched it was turned on or off, too, which the service's last update doesn't count */
function sinceLines({ settingsAtTheLatest, log }: Since, isSwitched: boolean): string[] {
  const settings =
    settingsAtTheLatest === null
      ? "since when is unknown"
      : `${isSwitched ? "settings " : ""}changed no later than ${utc(settingsAtTheLatest)}, the bot's last update`;
  if (log === null || log.length === 0) return [settings];
  return [
    `${settings}; latest log entries:`,
    ...log.map(({ datetime, message }) => `  ${clean(datetime)}  ${clean(message)}`),
  ];
}

function section<Row extends { readonly place: FilePlace | null }>(
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
    undeclaredRule === "turn-off" ? `apply would turn ${counted(strays, "bot")} off` : "not counted as drift";
  const rows = undeclared.map(({ id, title, on }) => `  ${id} ${quoted(title)}  ${on ? colour.good("on") : "off"}`);
  return [[colour.bold(`Live but not in the configuration; ${fate}:`), ...rows].join("\n")];
}
