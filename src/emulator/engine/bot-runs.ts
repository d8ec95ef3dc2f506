// Bots as they run: switched on and off, opening deal after deal, or waiting for a price, margin or a signal.
import Big from "big.js";
import { afterDeal, type BotRules, botRulesOf, nextDeal } from "../../market/bot.js";
import { settingsOf } from "../../market/settings.js";
import type { PlannedMarket } from "../market.js";
import type { BotRecord, DealRecord, Wait } from "../store/records.js";
import { type Deals, refusalText } from "./deals.js";

interface RunParts extends PlannedMarket {
  readonly deals: Deals;
}

/** A deal that ends in the moment of its opening would be followed by the next without end. */
const BREATH = 1_000;

export class BotRuns {
  /** What keeps bots that are on from opening their next deal. */
  readonly waits = new Map<number, Wait>();
  /** What the first order last refused for want of margin would have needed, its fee included: decimal text in the quote asset. */
  readonly needs = new Map<number, string>();
  readonly #parts: RunParts;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  turnOn(botId: number, at: number): void {
    this.#withBot(botId, (bot) => {
      if (bot.enabled) {
        this.#parts.store.log(botId, "Bot is already on", at);
        return;
      }
      const on = { ...bot, enabled: true, cycles: 0 };
      this.#parts.store.putBot(on, at);
      this.#logSwitch(botId, "on", at);
      this.openNext(on, at);
    });
  }

  turnOff(botId: number, at: number): void {
    this.#withBot(botId, (bot) => {
      if (!bot.enabled) {
        this.#parts.store.log(botId, "Bot is already off", at);
        if (this.#parts.quirks.deactivateOff === "drops-deal") this.#handOver(botId, at);
        return;
      }
      this.waits.delete(botId);
      this.#parts.store.putBot({ ...bot, enabled: false }, at);
      this.#logSwitch(botId, "off", at);
      if (this.#parts.quirks.deactivate === "stop") this.#handOver(botId, at);
    });
  }

  #logSwitch(botId: number, to: "on" | "off", at: number): void {
    if (this.#parts.quirks.logSwitches === "yes") this.#parts.store.log(botId, `Bot is turned ${to}`, at);
  }

  /** Hands the bot's running deals to the user (S-45). */
  #handOver(botId: number, at: number): void {
    for (const dealId of [...this.#parts.store.running(botId)]) {
      const deal = this.#parts.store.deals.get(dealId);
      if (deal?.status === "ACTIVE") this.#parts.deals.release(deal, "STOPPED", false, at);
    }
  }

  /** One cycle on a bot that is off; on another bot the quirk startOnEnabled decides (S-46). */
  startDeal(botId: number, at: number): void {
    this.#withBot(botId, (bot) => {
      const free = !bot.enabled && this.#parts.store.running(botId).size === 0;
      if (free || this.#parts.quirks.startOnEnabled === "open") this.#open(bot, at);
      else this.#parts.store.log(botId, "Deal is not started: the bot is on or in a deal", at);
    });
  }

  /** Opens the next deal of a bot that is on and in none, or notes what it waits for. */
  openNext(bot: BotRecord, at: number, hasSignal = false): void {
    const before = this.waits.get(bot.id);
    this.waits.delete(bot.id);
    if (!bot.enabled || bot.ghost === true || this.#parts.store.running(bot.id).size > 0) return;
    const { pairTitle, indicatorGroup } = bot.values;
    const next = nextDeal(this.#rulesOf(bot), this.#parts.prices.at(pairTitle, at), hasSignal);
    if (next.kind === "open") {
      const problem = this.#open(bot, at, before);
      if (problem !== undefined) this.waits.set(bot.id, problem);
      return;
    }
    if (next.kind === "waits-for-signal") {
      this.waits.set(bot.id, "signal");
      this.#parts.store.log(bot.id, `Waiting for a signal of ${indicatorGroup}`, at);
      return;
    }
    this.waits.set(bot.id, "price");
    // Logged once, however often it is looked at again.
    if (before !== "price")
      this.#parts.store.log(bot.id, `No deal is opened: the price is ${next.side} the limit ${next.level}`, at);
    const opposite = next.side === "above" ? "below" : "above";
    const back = this.#parts.prices.reaches(pairTitle, at, new Big(next.level), opposite);
    if (back !== undefined) this.#parts.plan(back.at, { kind: "price-allows", botId: bot.id });
  }

  checkAgain(botId: number, at: number): void {
    this.#withBot(botId, (bot) => this.openNext(bot, at));
  }

  #rulesOf({ values }: BotRecord): BotRules {
    const rules = botRulesOf(values);
    return this.#parts.quirks.indicators === "open" ? { ...rules, onSignal: false } : rules;
  }

  /** @returns what is missing, or undefined when the deal is open */
  #open(bot: BotRecord, at: number, before?: Wait): Wait | undefined {
    const settings = settingsOf(bot.values);
    const refusal = this.#parts.deals.open(bot, settings, at);
    if (refusal === undefined) return undefined;
    const wait = refusal.refused === "too-small" ? "volume" : "margin";
    if (wait === "margin") this.needs.set(bot.id, refusal.margin);
    if (wait !== before) this.#parts.store.log(bot.id, `No deal is opened: ${refusalText(refusal, settings)}`, at);
    return wait;
  }

  /** A deal came to its end: the cycles of a webhook go on, then the bot's own. */
  ended(deal: DealRecord, at: number): void {
    this.#withBot(deal.snapshot.id, (bot) => {
      const { again, snapshot } = deal;
      const isCycling = again !== null && (bot.enabled || this.#parts.quirks.hookWhenOff === "act");
      if (isCycling) {
        const left = again.left - 1;
        this.#parts.deals.open(snapshot, again.settings, at, left > 0 ? { ...again, left } : null);
      }
      if (bot.enabled) this.#nextOf(bot, deal, at);
    });
    this.#retry(deal.account, at);
  }

  #nextOf(bot: BotRecord, { market }: DealRecord, at: number): void {
    const rules = this.#rulesOf(bot);
    const { cycles, isOver } = afterDeal(rules, bot.cycles, market.exit?.reason ?? "command");
    const next = { ...bot, cycles, enabled: !isOver };
    this.#parts.store.putBot(next, at);
    // A bot that reaches its cycle limit turns itself off (S-56).
    if (isOver) this.#parts.store.log(bot.id, `Bot is turned off: cycle limit ${rules.cycleLimit} is reached`, at);
    if (market.opened < at || market.exit?.reason === "command" || isOver) this.openNext(next, at);
    else this.#checkLater(next.id, at + BREATH);
  }

  #checkLater(botId: number, due: number): void {
    this.waits.set(botId, "price");
    this.#parts.plan(due, { kind: "price-allows", botId });
  }

  /** An ended deal frees margin: bots that lack it try again. */
  #retry(account: string, at: number): void {
    for (const [botId, wait] of [...this.waits]) {
      const bot = wait === "margin" ? this.#parts.store.bots.get(botId) : undefined;
      if (bot?.account === account && this.waits.get(botId) === "margin") this.openNext(bot, at);
    }
  }

  #withBot(id: number, effect: (bot: BotRecord) => void): void {
    const bot = this.#parts.store.bots.get(id);
    if (bot !== undefined) effect(bot);
  }
}
