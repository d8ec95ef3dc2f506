// The shape of a scenario file; validation, types and the JSON Schema come from it. What it comes to is checked in scenarios.ts.
import * as z from "zod/mini";
import { PAIR } from "../../model/bot/pair.js";
import { EXPECTATION_FORM } from "../../model/scenario/expectation.js";
import { FIGURE_NAMES } from "../../model/scenario/figures.js";
import { MOMENT } from "../../model/scenario/moment.js";
import { DEAL_ENDS, OTHERS } from "../../model/scenario/scenario.js";
import { decimal, described, distinct, matching, name, optional, text } from "../schema/schema-parts.js";

/** A bot's key, in which * stands for any text. */
const BOT = /^[A-Za-z0-9*][\w.*-]*$/;
const PAIRS = new RegExp(`${PAIR.source.replace(/\$$/, "")}$|^${OTHERS}$`, "u");

const moment = (about: string, example: string) => optional(matching(MOMENT), about, example);
const price = (about: string, example: number) => optional(decimal().check(z.gt(0)), about, example);

export const priceSchema = z
  .strictObject({
    path: optional(
      z.record(matching(MOMENT), decimal().check(z.gt(0))),
      "Prices by the time from the beginning; the price goes straight from each to the next.",
      { "0m": 64000, "1h": 44800 },
    ),
    change: optional(
      z.enum(["linear", "stepped"]),
      "Of a path: whether the price moves evenly to the next point, or stands until it. Default: linear.",
    ),
    walk: optional(
      z.int().check(z.minimum(0)),
      "Made-up prices: a random walk in candles of a minute. The same seed gives the same prices, here and in simulate.",
      7,
    ),
    start: price("Of a walk: the price that it starts at. Default: 100.", 64000),
    volatility: optional(
      decimal().check(z.gt(0), z.lte(50)),
      "Of a walk: the standard deviation of a candle of one minute, in percent. Default: 0.1.",
      0.1,
    ),
    file: optional(
      text(),
      "A file of candles, relative to the scenario's own; the forms that simulate takes.",
      "btc.csv",
    ),
    order: optional(
      z.enum(["low-first", "high-first"]),
      "Of candles: which extreme comes first within each. Default: low-first.",
    ),
  })
  .register(z.globalRegistry, {
    description: "How the price of a pair goes: a path, a walk or a file of candles.",
    examples: [{ path: { "0m": 64000, "1h": 44800 } }, { walk: 7, start: 64000 }, { file: "btc.csv" }],
  });

export const signalSchema = z
  .strictObject({
    bot: described(matching(BOT), "The key of the bot that gets it; * matches any text.", "btc-dip"),
    at: moment("When it comes, counted from the beginning.", "10m"),
    every: moment("It comes again and again: first after this time.", "1h"),
  })
  .register(z.globalRegistry, {
    description: "A signal of a bot's indicator: it opens a deal if the bot is in none.",
    examples: [{ bot: "btc-dip", at: "10m" }],
  });

export const dealSchema = z
  .strictObject({
    bot: optional(name(), "The key of its bot.", "btc-dip"),
    opened: moment("When it opened. 40m is met by 40m0s to 40m59s.", "0m"),
    closed: moment("When it ended.", "40m"),
    ended: optional(z.enum(DEAL_ENDS), "How it ended, or that it still runs."),
    safetyOrders: optional(z.int().check(z.minimum(0)), "How many safety orders filled.", 3),
    entry: price("Its average entry, compared to the places that are written.", 63120.5),
    exit: price("The price at which it was closed, compared likewise.", 63800),
    net: optional(decimal(), "What it earned after fees, compared likewise; a loss is negative.", 1.2),
  })
  .register(z.globalRegistry, {
    description: "A deal as it is expected. What is left out isn't compared.",
    examples: [{ bot: "btc-dip", ended: "take-profit", closed: "40m", safetyOrders: 3 }],
  });

export const scenarioSchema = z
  .strictObject({
    scenario: described(text(), "What happens in it, in a few words.", "A fall of 30 % in an hour"),
    account: optional(name(), "Whose bots. Needed if the configuration has several accounts.", "main"),
    only: z.optional(
      distinct(
        matching(BOT),
        "The keys of the bots that take part, enabled or not; * matches any text. Default: each bot with enabled: true.",
        ["btc-*"],
      ).check(z.minLength(1)),
    ),
    balance: described(
      decimal().check(z.gt(0)),
      "The wallet of the account at the beginning, in the quote asset.",
      10000,
    ),
    lasts: moment("How long it goes on. Default: to the last point of a path, or to the end of the candles.", "2d"),
    prices: described(
      z.record(matching(PAIRS), priceSchema),
      `Prices by pair; ${OTHERS} is for all pairs that aren't named.`,
      { "USDT-BTC": { path: { "0m": 64000, "1h": 44800 } } },
    ),
    signals: optional(z.array(signalSchema), "Signals, for bots that open their deals on them.", [
      { bot: "btc-dip", at: "10m" },
    ]),
    expect: optional(
      z.array(z.string().check(z.maxLength(200))).check(z.minLength(1)),
      `What has to hold at the end, each as ${EXPECTATION_FORM}. Figures: ${FIGURE_NAMES.join(", ")}. 20 % is a share of the balance.`,
      ["liquidations == 0", "margin <= 2500", "drawdown <= 20 %", "deals of btc-* >= 3"],
    ),
    deals: optional(z.array(dealSchema), "The deals of all bots, exactly these, in the order in which they open.", [
      { bot: "btc-dip", ended: "take-profit" },
    ]),
  })
  .register(z.globalRegistry, {
    description: "Prices and signals that the configured bots are run through, and what is expected of them.",
  });

export type ScenarioShape = z.infer<typeof scenarioSchema>;
export type PriceShape = z.infer<typeof priceSchema>;
