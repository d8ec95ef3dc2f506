// Carries out accepted webhooks when they are due: opens, updates, averages and closes deals.
import {
  type DealSettings,
  type SafetySettings,
  type SettingsChange,
  type StopSettings,
  settingsOf,
  type TakeProfitSettings,
} from "../../market/settings.js";
import { type Deals, refusalText } from "../engine/deals.js";
import type { Quirks } from "../quirks/quirks.js";
import type { BotRecord, DealRecord, HookCommand, HookOpen, HookSettings } from "../store/records.js";
import type { Values } from "../store/settings.js";
import type { EmulatedAccount, Store } from "../store/store.js";
import { NOTHING_YET } from "../store/writing.js";

/** A command once it is known whose it is. */
type Open = Extract<HookCommand, { kind: "hook-open" }>;

export class HookEffects {
  readonly #store: Store;
  readonly #deals: Deals;
  readonly #quirks: Quirks;

  constructor(store: Store, deals: Deals, quirks: Quirks) {
    this.#store = store;
    this.#deals = deals;
    this.#quirks = quirks;
  }

  carryOut(command: HookCommand, at: number): void {
    const bot = this.#bot(command);
    if (bot === undefined) {
      // Without a botId only a Ghost deal can be meant, and only an open makes one.
      if (command.kind === "hook-open") this.#openGhosts(command, at);
      return;
    }
    if (bot.ghost !== true && !bot.enabled && this.#quirks.hookWhenOff === "ignore") {
      this.#store.log(bot.id, "Webhook is ignored: the bot is off", at);
      return;
    }
    if (bot.ghost === true && command.kind === "hook-open") this.#openGhosts(command, at);
    else this.#act(bot, command, at);
  }

  #act(bot: BotRecord, command: HookCommand, at: number): void {
    const running = this.#running(bot, command);
    if (command.kind === "hook-open" && !(this.#quirks.hookUpdate === "deal" && running.length > 0)) {
      this.#openOn(bot, command, at);
    } else if (command.kind === "hook-update" && running.length === 0 && this.#quirks.hookUpdate === "deal") {
      this.#openOn(bot, { ...command, kind: "hook-open" }, at);
    } else if (running.length === 0) {
      this.#store.log(bot.id, "Webhook is ignored: there is no running deal", at);
    } else for (const deal of running) this.#change(deal, command, at);
  }

  #change(deal: DealRecord, command: HookCommand, at: number): void {
    switch (command.kind) {
      case "hook-open":
      case "hook-update":
        this.#deals.changeSettings(deal, this.#changeOf(deal, command), at);
        break;
      case "hook-average":
        this.#deals.average(deal, command.amount, at);
        break;
      case "hook-close":
        if (this.#quirks.hookClose === "ignored")
          this.#store.log(deal.snapshot.id, "Webhook is accepted, and ignored", at);
        else if (command.closePosition) this.#deals.complete(deal, at);
        else this.#deals.release(deal, "CANCELED", this.#quirks.cancelOrders === "stay", at);
        break;
    }
  }

  /** What an open or an update changes of a running deal; where orders are missing for good, it brings none. */
  #changeOf({ market: { settings } }: DealRecord, { terms }: Pick<Open, "terms">): SettingsChange {
    const change = this.#hookChange(settings, terms);
    return this.#quirks.hookProtection === "never" ? withoutOrders(change) : change;
  }

  /** What a webhook changes in a deal with these settings. */
  #hookChange(settings: DealSettings, { dca, close, stop }: HookSettings): SettingsChange {
    const counts = dca?.volume !== undefined && this.#quirks.hookVolume === "counts";
    return {
      ...(dca !== undefined && {
        safety: { ...safetyAfter(settings.safety, dca), ...(counts && { volumeBase: "safety" as const }) },
      }),
      ...(close !== undefined && { takeProfit: takeProfitAfter(settings.takeProfit, close) }),
      ...(stop !== undefined && { stop: stopAfter(settings.stop, stop) }),
    };
  }

  #openOn(bot: BotRecord, command: Open, at: number): void {
    if (this.#store.running(bot.id).size > 0 && this.#quirks.hookOpenTwice !== "second") {
      this.#store.log(bot.id, "Webhook is ignored: a deal is running", at);
      return;
    }
    this.#open(bot, command, at);
  }

  #open(bot: BotRecord, { open, terms }: Open, at: number): void {
    const values = hookValues(bot.values, open, terms);
    const own = settingsOf(values);
    const settings = { ...own, ...this.#hookChange(own, terms) };
    // The Ghost bot has no take profit of its own.
    const isBare = bot.ghost === true && terms.close === undefined;
    const asked = isBare ? { ...settings, takeProfit: { ...settings.takeProfit, enabled: false } } : settings;
    const exact = this.#quirks.hookProtection === "with-open" ? asked : { ...asked, ...withoutOrders(asked) };
    const left = (open?.cycles ?? 1) - 1;
    const again = left > 0 ? { left, settings: exact } : null;
    const refusal = this.#deals.open({ ...bot, values }, exact, at, again);
    if (refusal !== undefined) this.#store.log(bot.id, `No deal is opened: ${refusalText(refusal, exact)}`, at);
  }

  /** A deal for each pair, unless one of this direction runs there already. */
  #openGhosts(command: Open, at: number): void {
    for (const pairTitle of command.pairs) {
      const strategy = command.strategy ?? "LONG";
      const bot = this.#ghost(command.account, { pairTitle, strategy }, at);
      const ghost = { ...bot, values: { ...bot.values, pairTitle, strategy } };
      const running = this.#running(bot, { ...command, pairs: [pairTitle] });
      if (running.length === 0 || this.#quirks.hookOpenTwice === "second") this.#open(ghost, command, at);
      else this.#store.log(bot.id, `Webhook is ignored: a deal is running on ${pairTitle}`, at);
    }
  }

  #ghost(name: string, deal: { readonly pairTitle: string; readonly strategy: string }, at: number): BotRecord {
    const found = this.#findGhost(name);
    if (found !== undefined) return found;
    const account = this.#store.account(name);
    const bot = ghostBot(account, this.#store.nextBotId, deal, this.#quirks.ghostBot === "on", at);
    this.#store.putBot(bot, at);
    return bot;
  }

  #bot({ account, botId }: HookCommand): BotRecord | undefined {
    return botId === null ? this.#findGhost(account) : this.#store.bots.get(botId);
  }

  #findGhost(account: string): BotRecord | undefined {
    for (const bot of this.#store.bots.values()) if (bot.ghost === true && bot.account === account) return bot;
    return undefined;
  }

  /** The running deals that a webhook means: of the bot, of its direction and pairs where it names them. */
  #running(bot: BotRecord, { strategy, pairs }: Pick<HookCommand, "strategy" | "pairs">): DealRecord[] {
    return [...this.#store.running(bot.id)].flatMap((id) => {
      const deal = this.#store.deals.get(id);
      if (deal === undefined) return [];
      const { settings } = deal.market;
      const isMeant =
        (strategy === null || settings.strategy === strategy) &&
        (pairs.length === 0 || pairs.includes(settings.pairTitle));
      return isMeant ? [deal] : [];
    });
  }
}

/** What a webhook leaves out: a leverage of 10 (S-38), and values by which averaging and take profit are off. */
const GHOST: Values = {
  ...NOTHING_YET.values,
  title: "Ghost",
  leverage: "10",
  marginMode: "CROSS",
  typeTakeProfit: "LIMIT",
  typeFirstOrder: "MARKET",
  percentTakeProfit: "1",
  percentSafetyOrder: "1",
  volumeFirstOrder: "0",
};

/** It shows the pair and direction of the first deal it ran; each deal's snapshot has its own. */
function ghostBot(
  account: EmulatedAccount,
  id: number,
  deal: { readonly pairTitle: string; readonly strategy: string },
  enabled: boolean,
  at: number,
): BotRecord {
  const access = account.accesses.find(({ accessId }) => accessId === account.hook?.accessId);
  return {
    id,
    account: account.name,
    accessId: access?.accessId ?? 0,
    exchange: access?.exchange ?? "",
    enabled,
    values: { ...GHOST, ...deal },
    lastScales: NOTHING_YET.lastScales,
    cycles: 0,
    updated: at,
    ghost: true,
  };
}

/** A bot's values with what an open says instead; the deal's snapshot shows them. */
function hookValues(values: Values, open: HookOpen | undefined, { dca, close }: HookSettings): Values {
  const percent = close?.event === "percentage" && close.enabled !== false ? close.value : undefined;
  const stated: Partial<Record<keyof Values, string | undefined>> = {
    volumeFirstOrder: open?.orderVolume,
    leverage: open?.leverage?.toString(),
    marginMode: open?.marginType && { cross: "CROSS", isolated: "ISO" }[open.marginType],
    typeFirstOrder: open?.orderType && { Market: "MARKET", Limit: "LIMIT" }[open.orderType],
    countOrderMax: dca?.max?.toString(),
    volumeSafetyOrder: dca?.volume,
    percentSafetyOrder: dca?.percent,
    martingaleScale: scale(dca?.multiplierVolume),
    dynamicStepScale: scale(dca?.multiplierPrice),
    percentTakeProfit: percent,
  };
  const result = { ...values };
  for (const [name, value] of Object.entries(stated))
    if (value !== undefined && isName(name, values)) result[name] = value;
  return result;
}

function isName(name: string, values: Values): name is keyof Values {
  return name in values;
}

/** A multiplier of 1 changes nothing: the scale is off. */
function scale(multiplier: string | undefined): string | undefined {
  return multiplier === "1" ? "" : multiplier;
}

/** The same with nothing placed: a position without protective orders. */
function withoutOrders({ safety, takeProfit, stop }: SettingsChange): SettingsChange {
  return {
    ...(safety !== undefined && { safety: { ...safety, enabled: false } }),
    ...(takeProfit !== undefined && { takeProfit: { ...takeProfit, enabled: false } }),
    ...(stop !== undefined && { stop: { ...stop, enabled: false } }),
  };
}

function safetyAfter(before: SafetySettings, dca: NonNullable<HookSettings["dca"]>): SafetySettings {
  const max = dca.max ?? before.max;
  const factor = (stated: string | undefined, old: string | null) =>
    stated === undefined ? old : scale(stated) || null;
  return {
    ...before,
    enabled: dca.enabled ?? true,
    max,
    active: dca.active ?? max,
    volume: dca.volume ?? before.volume,
    percent: dca.percent ?? before.percent,
    volumeScale: factor(dca.multiplierVolume, before.volumeScale),
    stepScale: factor(dca.multiplierPrice, before.stepScale),
  };
}

function takeProfitAfter(before: TakeProfitSettings, close: NonNullable<HookSettings["close"]>): TakeProfitSettings {
  const enabled = close.enabled ?? true;
  return { enabled, event: close.event ?? before.event, value: close.value ?? before.value };
}

function stopAfter(before: StopSettings, stop: NonNullable<HookSettings["stop"]>): StopSettings {
  const { enabled = true, event = before.event, value = before.value, delay = before.delay } = stop;
  // A stop that was never given a value has nothing to stand at.
  return { enabled: enabled && value !== "0", event, value, delay };
}
