// A bot as the service shows it: in details and snapshots, in the answer of an update, and in the list, which may lag behind.
import Big from "big.js";
import type { Quirks } from "../quirks/quirks.js";
import type { BotRecord } from "../store/records.js";
import { isScaleName, type ScaleName, SETTINGS, type Setting } from "../store/settings.js";
import type { BotWatcher, EmulatedAccount } from "../store/store.js";

type ShownValue = string | number | null;

/** `list` lacks accessId and updated; `update` carries the number behind the status (S-22, S-31). */
type BotForm = "list" | "details" | "update";

/** The keys of a bot in the interface's order. */
export function showBot(bot: BotRecord, userId: number, form: BotForm, quirks: Quirks): object {
  const { values } = bot;
  const whole = form !== "list";
  return {
    id: bot.id,
    userId,
    title: values.title,
    pairTitle: values.pairTitle,
    ...(whole && { accessId: bot.accessId }),
    strategy: values.strategy,
    leverage: Number(values.leverage),
    status: form === "update" && quirks.updateStatus === "number" ? statusNumber(bot, quirks) : statusOf(bot, quirks),
    settings: showSettings(bot, quirks),
    ...(whole && { updated: showTime(bot.updated) }),
    exchange: bot.exchange,
    ...(quirks.extraFields === "some" && { isArchived: false, tags: [] }),
  };
}

const WHOLE = /^\d+$/;

function statusOf(bot: BotRecord, quirks: Quirks): ShownValue {
  const raw = bot.enabled ? quirks.statusOn : quirks.statusOff;
  return WHOLE.test(raw) ? Number(raw) : raw;
}

/** 0 is off; 4 is on in the vendor's newer product (S-32). */
function statusNumber(bot: BotRecord, quirks: Quirks): number {
  if (!bot.enabled) return 0;
  return WHOLE.test(quirks.statusOn) ? Number(quirks.statusOn) : 4;
}

function showSettings(bot: BotRecord, quirks: Quirks): Readonly<Record<string, ShownValue | readonly []>> {
  const shown: Record<string, ShownValue> = {};
  for (const setting of SETTINGS) {
    const value = bot.values[setting.parameter];
    if (setting.flag !== undefined) shown[setting.flag] = whole(value === "" ? "0" : "1", quirks);
    // No parameter sets count_order_working; it reads as empty (S-24).
    if (setting.key === "count_order_max") shown["count_order_working"] = "";
    shown[setting.key] =
      isScaleName(setting.parameter) && value === ""
        ? unsetScale(bot, setting.parameter, quirks)
        : isShownAsNull(setting, value, quirks)
          ? null
          : FORMS[setting.form](value, quirks);
  }
  return quirks.extraFields === "some" ? { ...shown, stop_loss: "0", schedule: [] } : shown;
}

function isShownAsNull({ parameter, form }: Setting, value: string, quirks: Quirks): boolean {
  if (form === "limit") return quirks.priceLevelOff === "null" && (value === "" || value === "0");
  const isOfIndicator = parameter === "indicatorName" || parameter === "indicatorInterval";
  return isOfIndicator && quirks.indicatorOff === "null" && value === "";
}

const FORMS: Readonly<Record<Setting["form"], (value: string, quirks: Quirks) => ShownValue>> = {
  word: (value) => value,
  count: whole,
  decimal,
  limit: (value, quirks) =>
    quirks.priceLevels === "number" ? (value === "" ? 0 : Number(value)) : decimal(value, quirks),
};

function whole(value: string, quirks: Quirks): ShownValue {
  return quirks.settingTypes === "mixed" && value !== "" ? Number(value) : value;
}

function decimal(value: string, quirks: Quirks): string {
  return quirks.numbers === "padded" && value !== "" ? new Big(value).toFixed(8) : value;
}

const PLAUSIBLE: Readonly<Record<ScaleName, string>> = {
  martingaleScale: "1.05",
  dynamicStepScale: "1.05",
  cycleLimitScale: "30",
};

function unsetScale(bot: BotRecord, scale: ScaleName, quirks: Quirks): ShownValue {
  return { empty: "", zero: "0", default: PLAUSIBLE[scale], null: null, stale: bot.lastScales[scale] }[
    quirks.unsetScale
  ];
}

/** PHP's serialised DateTime (S-20). */
export function showTime(moment: number): object {
  const text = new Date(moment).toISOString();
  const date = `${text.slice(0, -14)} ${text.slice(-13, -1)}000`;
  return { date, timezone_type: 3, timezone: "UTC" };
}

/** One account's rows in the order of creation. */
interface Rows {
  readonly rows: Map<number, { readonly exchange: string; readonly json: string }>;
  /** The finished list of each exchange; emptied by every change. */
  readonly lists: Map<string, string>;
}

/** Watches the store, so that a list costs one join after a change and nothing otherwise. */
export class BotList implements BotWatcher {
  readonly #quirks: Quirks;
  readonly #accounts: ReadonlyMap<string, Rows & { readonly userId: number }>;
  /** Changes that the lagging list doesn't show yet, with the time when it will, oldest first. */
  #waiting: { readonly bot: BotRecord; readonly due: number }[] = [];

  constructor(accounts: readonly EmulatedAccount[], quirks: Quirks) {
    this.#quirks = quirks;
    this.#accounts = new Map(accounts.map(({ name, userId }) => [name, { userId, rows: new Map(), lists: new Map() }]));
  }

  changed(bot: BotRecord, at: number): void {
    if (bot.ghost === true && this.#quirks.ghostBot === "hidden") return;
    const { listLag, createDelay } = this.#quirks;
    if (listLag === 0 && createDelay === 0) this.#show(bot);
    else this.#waiting.push({ bot, due: Math.max(at, bot.appears ?? at) + listLag });
  }

  /** Shows everything that has happened so far, whatever the lag: what a seed or a state file holds is old. */
  catchUp(): void {
    for (const { bot } of this.#waiting) this.#show(bot);
    this.#waiting = [];
  }

  /** JSON text of an account's bots of one exchange. @param now milliseconds since the epoch */
  json(account: EmulatedAccount, exchange: string, now: number): string {
    this.#showUntil(now);
    const own = this.#accounts.get(account.name);
    if (own === undefined) return "[]";
    const ready = own.lists.get(exchange);
    if (ready !== undefined) return ready;
    const parts: string[] = [];
    for (const row of own.rows.values()) if (row.exchange === exchange) parts.push(row.json);
    const list = `[${this.#cut(parts).join(",")}]`;
    own.lists.set(exchange, list);
    return list;
  }

  /** What a list that hides a bot, or has an end, shows of all (S-23). */
  #cut(parts: readonly string[]): readonly string[] {
    const { listSize, listKeeps, listHides } = this.#quirks;
    const rest = listHides === 0 ? parts : parts.toSpliced(listHides - 1, 1);
    if (listSize === 0) return rest;
    return listKeeps === "newest" ? rest.slice(-listSize) : rest.slice(0, listSize);
  }

  #showUntil(now: number): void {
    const isDue = ({ due }: { readonly due: number }) => due <= now;
    if (!this.#waiting.some(isDue)) return;
    for (const { bot } of this.#waiting.filter(isDue)) this.#show(bot);
    this.#waiting = this.#waiting.filter((change) => !isDue(change));
  }

  #show(bot: BotRecord): void {
    const own = this.#accounts.get(bot.account);
    if (own === undefined) return;
    const json = JSON.stringify(showBot(bot, own.userId, "list", this.#quirks));
    own.rows.set(bot.id, { exchange: bot.exchange, json });
    own.lists.clear();
  }
}
