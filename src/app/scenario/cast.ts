// What a scenario means for a configuration: its account, its bots, the price of each pair, and when it ends; or what doesn't fit.
import type { ConfiguredAccount } from "../../config/load.js";
import { listed, quoted } from "../../config/problem.js";
import type { ReadScenario } from "../../config/scenarios/scenarios.js";
import { suggestion } from "../../config/schema/suggest.js";
import { patternRemedy } from "../../config/schema/suggest-pattern.js";
import { placeOfNamed } from "../../config/yaml/within.js";
import { botRulesOf } from "../../market/bot.js";
import type { DesiredBot } from "../../model/bot/desired.js";
import { quoteOf } from "../../model/bot/pair.js";
import { momentText } from "../../model/scenario/moment.js";
import { type MarketPrice, OTHERS, type Scenario, type ScenarioPrice } from "../../model/scenario/scenario.js";
import type { Diagnostic } from "../../model/text/diagnostic.js";
import { fits } from "../../model/text/pattern.js";
import { type CandleReading, type Candles, candlesIn, candlesOfWalk } from "./candles.js";

/** A scenario with all that it is played with. */
export interface Cast {
  readonly read: ReadScenario;
  readonly account: ConfiguredAccount;
  /** In the order of the configuration, each to be on. */
  readonly bots: readonly DesiredBot[];
  readonly quote: string;
  /** Of the pairs of these bots. */
  readonly prices: Readonly<Record<string, MarketPrice>>;
  readonly candles: ReadonlyMap<string, Candles>;
  /** Milliseconds. */
  readonly lasts: number;
}

export interface Casting {
  readonly cast?: Cast;
  readonly diagnostics: readonly Diagnostic[];
}

type Path = readonly (string | number)[];

/** What scenarios have in common. */
export interface Around {
  readonly accounts: readonly ConfiguredAccount[];
  /** Its path: candle files stand below the folder botform is started in, the configuration's or the scenario's own (threat 3). */
  readonly configuration: string;
  /** Candle files that were read already, by their names; what is read is kept there. */
  readonly files: Map<string, CandleReading>;
}

/** Reads candle files, and nothing else. */
export function castOf(read: ReadScenario, around: Around): Casting {
  const { scenario } = read;
  const diagnostics: Diagnostic[] = [];
  const wrong = (path: Path, summary: string, remedy: string, key?: true) => {
    diagnostics.push(read.misfit(path, summary, remedy, key));
  };
  const account = accountOf(scenario, around.accounts, wrong);
  if (account === undefined) return { diagnostics };
  const bots = botsOf(scenario, account.desired.bots, wrong);
  if (bots.length === 0) return { diagnostics };
  const pairs = [...new Set(bots.flatMap(({ fields, initial }) => fields.pairTitle ?? initial.pairTitle ?? []))];
  const quotes = [...new Set(pairs.map(quoteOf))];
  if (quotes.length > 1)
    wrong(
      ["balance"],
      `the bots trade in ${listed(quotes)}, and a scenario has one wallet`,
      `Write a scenario for each, and name its bots: only: [${bots[0]?.key}].`,
    );
  checkNames(scenario, bots, wrong);
  const prices = pricesOf(scenario, pairs, bots, wrong);
  const candles = candlesOf(scenario, prices, around, wrong);
  const lasts = diagnostics.length > 0 ? undefined : lastsOf(scenario, prices, candles, wrong);
  if (diagnostics.length > 0 || lasts === undefined) return { diagnostics };
  const cast = { read, account, bots, quote: quotes[0] ?? "", lasts, ...madeUp(prices, candles, lasts) };
  return { cast, diagnostics };
}

/** With the candles of walks: those that simulate makes of the same seed. */
function madeUp(
  prices: Readonly<Record<string, ScenarioPrice>>,
  files: ReadonlyMap<string, Candles>,
  lasts: number,
): Pick<Cast, "prices" | "candles"> {
  const candles = new Map(files);
  const made = Object.entries(prices).map(([pair, price]): [string, MarketPrice] => {
    if (price.kind !== "walk") return [pair, price];
    // No path of a file ends so.
    const file = `walk/${pair}/`;
    candles.set(file, candlesOfWalk(pair, price, lasts));
    return [pair, { kind: "file", file, order: "low-first" }];
  });
  return { prices: Object.fromEntries(made), candles };
}

type Wrong = (path: Path, summary: string, remedy: string, key?: true) => void;

function accountOf(
  { account }: Scenario,
  accounts: readonly ConfiguredAccount[],
  wrong: Wrong,
): ConfiguredAccount | undefined {
  const names = accounts.map(({ desired }) => desired.account);
  if (account === undefined) {
    if (accounts.length === 1) return accounts[0];
    wrong([], `the configuration has several accounts (${names.join(", ")})`, `Say whose bots: account: ${names[0]}.`);
    return undefined;
  }
  const found = accounts.find(({ desired }) => desired.account === account);
  if (found === undefined)
    wrong(["account"], `the configuration has no account ${quoted(account)}`, suggestion(account, names));
  return found;
}

function botsOf({ only, signals }: Scenario, all: readonly DesiredBot[], wrong: Wrong): readonly DesiredBot[] {
  const keys = all.map(({ key }) => key);
  for (const [index, pattern] of (only ?? []).entries())
    if (!keys.some((key) => fits(pattern, key)))
      wrong(["only", index], `the account has no bot ${quoted(pattern)}`, patternRemedy(pattern, keys));
  const chosen = all.filter(({ key, enabled }) =>
    only === undefined ? enabled === true : only.some((pattern) => fits(pattern, key)),
  );
  if (chosen.length === 0 && only === undefined)
    wrong([], "no bot of the account has enabled: true", `Name those to test: only: [${keys[0] ?? "btc-dip"}].`);
  for (const { key, fields, initial } of chosen) {
    const settings = { ...initial, ...fields };
    if (settings.pairTitle == null)
      wrong(["only"], `the configuration doesn't set the pair of ${key}`, "Set its pairTitle.");
    if (botRulesOf(settings).onSignal && !signals.some(({ bot }) => fits(bot, key)))
      wrong(
        ["signals"],
        `${key} opens its deals on signals of ${settings.indicatorGroup}, and gets none`,
        `Add one: signals: [{ bot: ${key}, every: 1h }]; or name the bots to test in only.`,
      );
  }
  return chosen;
}

/** A name that fits nothing would be an expectation that always holds. */
function checkNames({ signals, expect, deals = [] }: Scenario, bots: readonly DesiredBot[], wrong: Wrong): void {
  const keys = bots.map(({ key }) => key);
  const known = (path: Path, pattern: string) => {
    if (keys.some((key) => fits(pattern, key))) return true;
    wrong(path, `no bot ${quoted(pattern)} takes part`, patternRemedy(pattern, keys));
    return false;
  };
  for (const [index, { bot }] of signals.entries()) {
    if (!known(["signals", index, "bot"], bot)) continue;
    const fitting = bots.filter(({ key }) => fits(bot, key));
    if (fitting.some(({ fields, initial }) => botRulesOf({ ...initial, ...fields }).onSignal)) continue;
    wrong(["signals", index, "bot"], `${bot} opens its deals by itself, not on signals`, "Remove the signal.");
  }
  for (const [index, { of }] of expect.entries()) if (of !== undefined) known(["expect", index], of);
  for (const [index, { bot }] of deals.entries()) if (bot !== undefined) known(["deals", index, "bot"], bot);
}

function pricesOf(
  { prices }: Scenario,
  pairs: readonly string[],
  bots: readonly DesiredBot[],
  wrong: Wrong,
): Readonly<Record<string, ScenarioPrice>> {
  for (const pair of Object.keys(prices))
    if (pair !== OTHERS && !pairs.includes(pair))
      wrong(["prices", pair], `no bot that takes part trades ${pair}`, suggestion(pair, pairs), true);
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const price = prices[pair] ?? prices[OTHERS];
      if (price !== undefined) return [[pair, price] as const];
      const users = bots.filter(({ fields, initial }) => (fields.pairTitle ?? initial.pairTitle) === pair);
      const keys = listed(users.map(({ key }) => key));
      wrong(
        ["prices"],
        `there are no prices for ${pair}, the pair of ${keys}`,
        `Add ${pair}, or ${OTHERS} for every pair.`,
      );
      return [];
    }),
  );
}

function candlesOf(
  { prices: written, file: scenarioFile }: Scenario,
  prices: Readonly<Record<string, ScenarioPrice>>,
  { files, configuration }: Around,
  wrong: Wrong,
): ReadonlyMap<string, Candles> {
  const found = new Map<string, Candles>();
  const seen = new Set<string>();
  for (const [pair, price] of Object.entries(prices)) {
    if (price.kind !== "file" || seen.has(price.file)) continue;
    seen.add(price.file);
    const path = ["prices", Object.hasOwn(written, pair) ? pair : OTHERS, "file"];
    if ([configuration, scenarioFile].every((root) => placeOfNamed(price.file, root) === "outside")) {
      wrong(
        path,
        `${quoted(price.file)} leads out of the configuration's folder`,
        "Put the file beside the scenarios.",
      );
      continue;
    }
    const reading = files.get(price.file) ?? candlesIn(price.file);
    files.set(price.file, reading);
    if (!reading.ok) {
      wrong(path, reading.problem, reading.remedy);
      continue;
    }
    // A market has one beginning: candles of another time would be moved there without a word.
    const [first] = found;
    if (first !== undefined && first[1].from !== reading.candles.from)
      wrong(
        path,
        `its candles begin at ${utc(reading.candles.from)}, those of ${first[0]} at ${utc(first[1].from)}`,
        "Cut the files so that they begin at the same time.",
      );
    found.set(price.file, reading.candles);
  }
  return found;
}

function utc(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

/** Milliseconds: what a machine holds in minutes' candles of every pair. */
const LONGEST = 366 * 86_400_000;

/** Until the last that the prices say. */
function lastsOf(
  { lasts, signals }: Scenario,
  prices: Readonly<Record<string, ScenarioPrice>>,
  candles: ReadonlyMap<string, Candles>,
  wrong: Wrong,
): number | undefined {
  const ends = Object.values(prices).map((price) => {
    if (price.kind === "path") return price.points.at(-1)?.[0] ?? 0;
    const file = price.kind === "file" ? candles.get(price.file) : undefined;
    return file === undefined ? 0 : file.to - file.from;
  });
  const end = lasts ?? Math.max(0, ...ends);
  if (end === 0) {
    if (Object.keys(prices).length > 0)
      wrong(["lasts"], "nothing says how long it lasts", "Add lasts: 2d; a walk and a path of one price have no end.");
    return undefined;
  }
  if (end > LONGEST) {
    wrong(["lasts"], `it lasts ${momentText(end)}, and a year is the most`, "Write lasts: 366d, or less.");
    return undefined;
  }
  for (const [index, { at, every }] of signals.entries())
    if ((at ?? every ?? 0) >= end)
      wrong(
        ["signals", index],
        `this signal comes after the end, which is at ${momentText(end)}`,
        "Let it come earlier, or add lasts.",
      );
  return end;
}
