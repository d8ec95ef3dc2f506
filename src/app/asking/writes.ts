// Finds out what an update does, on one bot that is off and has no deal; each change is taken back before the next (S-26 to S-35).
import Big from "big.js";
import { type FieldName, fieldSpec } from "../../model/bot/field.js";
import { isRecord } from "../../model/record.js";
import { wireNames } from "../../service/canonical.js";
import { type Asker, AskingStopped } from "./asker.js";
import type { Say } from "./nonces.js";
import { type BotNow, everything, type OwnBot, scalesOn } from "./own-bot.js";
import { rowsOf } from "./shown.js";

export interface Writing {
  /** Of the bot, for the list. */
  readonly exchange: string;
  /** Records that the bot is on, before it is turned off. */
  readonly isOn: () => Promise<void>;
}

export async function askWrites(
  asker: Asker,
  bot: OwnBot,
  before: BotNow,
  { exchange, isOn }: Writing,
  say: Say,
): Promise<void> {
  await askSame(asker, bot, before, isOn, say);
  const update = await askPartial(asker, bot, before, exchange, say);
  await bot.restore(before.fields);
  await askScale(bot, before, update, say);
  await bot.restore(before.fields);
  for (const off of OFFS) if (await askOff(bot, before, off, say)) await bot.restore(before.fields);
  await askTitle(bot, before, say);
  await bot.restore(before.fields);
  await bot.restoreText(before);
}

/** An update with what is there already: whatever it does besides is the service's own doing. */
async function askSame(asker: Asker, bot: OwnBot, before: BotNow, isOn: Writing["isOn"], say: Say): Promise<void> {
  // What came before has to be in the log by now, or it would be taken for this update.
  await asker.rest(LONGEST_LAG_MS / 1000);
  const log = await readLog(asker, bot.id);
  if (!(await bot.update(everything(before.fields))))
    throw new AskingStopped("an update with the bot's own settings was refused");
  const answered = asker.now();
  const now = await bot.look();
  if (now.on) {
    await isOn();
    await say({ name: "updateSwitch", value: "on", detail: "an update turned the bot on" });
    await bot.turnOff();
    throw new AskingStopped("an update turned the bot on; it was turned off again, and nothing further is changed");
  }
  const hasMoved = JSON.stringify(now.raw["updated"]) !== JSON.stringify(before.raw["updated"]);
  await say({ name: "updatedMoves", value: hasMoved ? "yes" : "no", detail: "of an update that changed nothing" });
  await askLag(asker, "logLag", answered, async () => (await readLog(asker, bot.id)) !== log, say);
}

/** What an update does with what it leaves out. */
type Update = "merge" | "clears-scales" | "replace" | undefined;

async function askPartial(asker: Asker, bot: OwnBot, before: BotNow, exchange: string, say: Say): Promise<Update> {
  const { fields } = before;
  const sent = new Big(fields.percentTakeProfit ?? "1").plus("0.006").toFixed();
  const alone = [["percentTakeProfit", sent]] as const;
  const withPair = [["pairTitle", fields.pairTitle ?? ""], ...alone] as const;
  const isAlone = await bot.update(alone);
  const isAccepted = isAlone || (await bot.update(withPair));
  if (isAccepted)
    await say({
      name: "pairRequired",
      value: isAlone ? "no" : "yes",
      detail: `an update without pairTitle: ${isAlone ? "accepted" : "refused"}`,
    });
  if (!isAccepted && !(await bot.update(everything(fields, { percentTakeProfit: sent })))) return undefined;
  const answered = asker.now();
  const now = await bot.look();
  const shown = now.fields.percentTakeProfit ?? "";
  const isRounded = shown !== sent;
  if (!isRounded) await say({ name: "rounding", value: "none", detail: `${sent} is shown as ${shown}` });
  else if (shown === new Big(sent).round(2).toFixed())
    await say({ name: "rounding", value: "2", detail: `${sent} is shown as ${shown}` });
  if (shown !== fields.percentTakeProfit)
    await askLag(asker, "listLag", answered, () => isListed(asker, bot, exchange, shown), say);
  if (!isAccepted) {
    await say({
      name: "update",
      value: "replace-strict",
      detail: "an update that leaves required parameters out was refused",
    });
    return "replace";
  }
  return askLeftOut(before, now, say);
}

/** What became of settings that an accepted update left out. */
async function askLeftOut({ fields }: BotNow, now: BotNow, say: Say): Promise<Update> {
  const scales = [...scalesOn(fields), "countOrderMax" as const];
  const isLost = (name: FieldName) => now.fields[name] !== fields[name];
  if (isLost("volumeSafetyOrder")) {
    const raw = now.settings["volume_safety_order"];
    const filled = now.fields.volumeSafetyOrder === fields.volumeFirstOrder ? "filled" : undefined;
    const value = filled ?? (raw === "" ? "empty" : "zero");
    await say({
      name: "update",
      value: "replace",
      detail: `volumeSafetyOrder, left out, became ${JSON.stringify(raw)}`,
    });
    await say({ name: "defaults", value, detail: `volumeSafetyOrder became ${JSON.stringify(raw)}` });
    return "replace";
  }
  await say({ name: "update", value: "merge", detail: "volumeSafetyOrder, left out, kept its value" });
  const lost = scales.filter(isLost);
  if (lost.length > 0 && lost.length < scales.length) return "merge";
  const value = lost.length === 0 ? "keep" : "clear";
  await say({ name: "scaleOmitted", value, detail: `${scales.join(", ")}, left out` });
  return value === "clear" ? "clears-scales" : "merge";
}

const LONGEST_LAG_MS = 30_000;

/** Looks until an answer knows of the update. @param answered when the update was, in milliseconds */
async function askLag(
  asker: Asker,
  name: "listLag" | "logLag",
  answered: number,
  isThere: () => Promise<boolean>,
  say: Say,
): Promise<void> {
  let last = 0;
  while (asker.now() - answered < LONGEST_LAG_MS) {
    const isSeen = await isThere();
    const passed = asker.now() - answered;
    if (isSeen) {
      const detail = last === 0 ? "at the first look" : `not shown yet ${(last / 1000).toFixed(1)} s after an update`;
      return say({ name, value: last, below: passed + 1, detail });
    }
    last = passed;
  }
}

/** Whether the list shows the bot with this take profit. */
async function isListed(asker: Asker, { id }: OwnBot, exchange: string, percent: string): Promise<boolean> {
  const rows = rowsOf(await asker.read({ name: "listBots", parameters: [["exchange", exchange]] }));
  const settings = rows.find((row) => row["id"] === id)?.["settings"];
  const value = isRecord(settings) ? settings["percent_take_profit"] : undefined;
  return typeof value === "string" && Number(value) === Number(percent);
}

async function readLog(asker: Asker, botId: number): Promise<string> {
  return JSON.stringify(await asker.read({ name: "botLogs", parameters: [["botId", botId]] }));
}

async function askScale(bot: OwnBot, before: BotNow, update: Update, say: Say): Promise<void> {
  const [scale] = scalesOn(before.fields);
  if (scale === undefined || update === undefined) return;
  const isAccepted = await bot.update(everything(before.fields, { [scale]: "0" }));
  let now = await bot.look();
  const value = !isAccepted ? "refuse" : now.fields[scale] === null ? "clear" : "keep";
  await say({ name: "scaleEmpty", value, detail: `${scale} was sent as 0` });
  if (now.fields[scale] !== null && update !== "merge") {
    await bot.update(everything(before.fields, { [scale]: undefined }));
    now = await bot.look();
  }
  if (now.fields[scale] !== null) return;
  const raw = now.settings[wireNames(scale).read.replace("settings.", "")];
  await say({
    name: "unsetScale",
    value: unsetForm(raw, before.fields[scale]),
    detail: `${scale}, off, is ${JSON.stringify(raw)}`,
  });
}

function unsetForm(raw: unknown, before: string | null): string {
  if (raw === null || raw === "") return raw === null ? "null" : "empty";
  if (Number(raw) === 0) return "zero";
  return Number(raw) === Number(before) ? "stale" : "default";
}

/** What is switched off together, each by its own off (S-76, S-77). */
const OFFS = [
  { name: "indicatorOff", word: "indicatorGroup", others: ["indicatorName", "indicatorInterval"] },
  { name: "priceLevelOff", word: "priceLevel", others: ["priceLevelDown", "priceLevelUp"] },
] as const;

/** Only of a bot that has them: then all can be set again, whatever they become. @returns whether anything was sent */
async function askOff(
  bot: OwnBot,
  { fields }: BotNow,
  { name, word, others }: (typeof OFFS)[number],
  say: Say,
): Promise<boolean> {
  if ([word, ...others].some((field) => fields[field] === null)) return false;
  const offs = Object.fromEntries([word, ...others].map((field) => [field, fieldSpec(field).none]));
  const isAccepted = await bot.update(everything(fields, offs));
  const now = await bot.look();
  const shown = others.map((field) => now.settings[wireNames(field).read.replace("settings.", "")]);
  const staying = others.filter((field) => now.fields[field] !== null);
  const value = !isAccepted
    ? "refuse"
    : staying.length > 0
      ? stayed(staying.every((field) => now.fields[field] === fields[field]))
      : offForm(shown[0]);
  await say({ name, value, detail: `${others.join(", ")}: ${shown.map((one) => JSON.stringify(one)).join(", ")}` });
  return true;
}

function stayed(isSame: boolean): string {
  return isSame ? "keep" : "default";
}

function offForm(raw: unknown): string {
  if (raw === null || raw === undefined) return "null";
  return raw === "" ? "empty" : "zero";
}

/** It has everything that a service may change. */
const TITLE = "botform asks: Cafe\u0301 & <more> of it, and a long rest";

const FORMS: readonly (readonly [value: string, is: (stored: string) => boolean])[] = [
  ["as sent", (stored) => stored === TITLE],
  ["upper", (stored) => stored === TITLE.toUpperCase()],
  ["escaped", (stored) => stored === TITLE.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")],
  ["nfc", (stored) => stored === TITLE.normalize("NFC")],
  ["cut", (stored) => stored !== "" && TITLE.startsWith(stored)],
];

async function askTitle(bot: OwnBot, { fields }: BotNow, say: Say): Promise<void> {
  if (!(await bot.update(everything(fields, { title: TITLE })))) return;
  const stored = (await bot.look()).fields.title ?? "";
  const [form] = FORMS.filter(([, is]) => is(stored));
  if (form === undefined) return;
  const detail = form[0] === "cut" ? `after ${stored.length} characters` : `stored as ${JSON.stringify(stored)}`;
  // A space at the cut may be lost.
  const below = stored.length + (TITLE[stored.length] === " " ? 2 : 1);
  await say({ name: "titles", value: form[0], ...(form[0] === "cut" && { below }), detail });
}
