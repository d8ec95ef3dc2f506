// A webhook that is about to be sent, and those that a configuration declares: the deal that each opens or changes is judged like a bot.
import { describe, expect, test } from "vitest";
import { expectWords } from "../../support/words.js";
import { live } from "../reconcile/fleet.js";
import { brief, found, type Setting, spelled } from "./input.js";

const GRID = "countOrderMax: 4, volumeSafetyOrder: 20";
const OPEN = "webhooks: { open: true }";
const opens = (open: string) => `webhooks: { open: { ${open} } }`;
const updates = (update: string) => `webhooks: { update: { ${update} } }`;
const STOP = "stop: { enabled: true, event: percentage, value: 5 }";
const LIVE = { marginMode: "ISO", leverage: "3", typeTakeProfit: "LIMIT", typeFirstOrder: "MARKET" };
const a = live(1, "A", { accessId: 1, fields: { ...LIVE, countOrderMax: "4", volumeSafetyOrder: "20" } });
const other = (title: string, fields: Record<string, string>, accessId: number | null = 1) =>
  live(7, title, { accessId, on: true, fields: { ...LIVE, pairTitle: "USDT-BTC", ...fields } });

interface Row {
  /** Policies, each `rule: …` with its parameters. */
  readonly rules?: readonly string[];
  readonly bot: string;
  readonly setting: Setting;
  readonly because: string;
}

const ROWS: readonly Row[] = [
  { bot: `${GRID}, ${OPEN}`, setting: { sends: "open" }, because: "a sound bot's own settings" },
  {
    bot: opens("open: { leverage: 40 }, dca: { max: 4 }"),
    setting: { sends: "open" },
    because: "a grid without a volume, which may be set on the service; 40x",
  },
  {
    bot: `${GRID}, ${opens("open: { leverage: 40 }")}`,
    setting: { sends: "open" },
    because: "liquidated inside its grid",
  },
  {
    rules: ["rule: max-leverage, limit: 4", "rule: max-bot-notional, limit: 150", "rule: max-bot-margin, limit: 20"],
    bot: `${GRID}, ${opens("open: { leverage: 5, orderVolume: 100 }")}`,
    setting: { sends: "open" },
    because: "limits hold for the deal, not for the bot",
  },
  {
    rules: ["rule: max-leverage, limit: 4", "rule: max-bot-notional, limit: 150"],
    bot: `${GRID}, leverage: 9, volumeFirstOrder: 900, ${opens("open: { leverage: 4, orderVolume: 20 }")}`,
    setting: { sends: "open" },
    because: "a deal within them is none of the bot's matter",
  },
  {
    rules: ["rule: pairs-deny, pairs: [USDT-DOGE]", "rule: max-bots-changed, limit: 0", "rule: require-stop"],
    bot: `${GRID}, ${opens("pairs: [DOGEUSDT, ETHUSDT]")}`,
    setting: { sends: "open" },
    because: "a deal for each pair; no stop is one finding",
  },
  {
    rules: ["rule: require-stop", "rule: title-pattern, pattern: 'B*'"],
    bot: `${GRID}, ${opens(STOP)}`,
    setting: { sends: "open" },
    because: "it has a stop, and its bot's title",
  },
  {
    rules: ["rule: kill-switch, env: BOTFORM_STOP", "rule: change-windows, windows: [{ days: [sat], timeZone: UTC }]"],
    bot: `${GRID}, ${OPEN}`,
    setting: { sends: "open", engaged: { p0: "BOTFORM_STOP is set" } },
    because: "rules about time ask it, too",
  },
  {
    rules: [
      `rule: custom, when: 'bot.actions == ["start-deal"]'`,
      "rule: custom, each: plan, when: 'size(plan.steps) == 1'",
    ],
    bot: `${GRID}, ${OPEN}`,
    setting: { sends: "open" },
    because: "an expression sees one step that starts a deal",
  },
  {
    rules: [
      `rule: custom, when: 'bot.actions == ["start-deal"]'`,
      "rule: custom, each: plan, when: 'size(plan.steps) == 1'",
    ],
    bot: `${GRID}, ${updates("close: { event: percentage, value: 2 }")}`,
    setting: { sends: "update", live: [a] },
    because: "an update starts no deal, so an expression sees no step",
  },
  {
    rules: ["rule: max-bot-notional, limit: 700"],
    bot: `countOrderMax: 4, martingaleScale: 2, volumeSafetyOrder: 50, ${opens("open: { leverage: 4 }, dca: { volume: null }")}`,
    setting: { sends: "open" },
    because: "without a volume of its own martingale multiplies the first order's: 620",
  },
  {
    rules: ["rule: max-bot-notional, limit: 700"],
    bot: `countOrderMax: 4, martingaleScale: 2, volumeSafetyOrder: 50, ${opens("open: { leverage: 4 }, dca: { volume: 50 }")}`,
    setting: { sends: "open" },
    because: "with one it may multiply that: 770",
  },
  {
    rules: ["rule: max-wallet-exposure, limit: 10", "rule: max-wallet-exposure, of: account, limit: 10"],
    bot: `${GRID}, ${OPEN}`,
    setting: { sends: "open", balance: "200" },
    because: "a share of the wallet; the account's is no message's matter",
  },
  {
    bot: `${GRID}, ${OPEN}`,
    setting: { sends: "open", live: [a, other("S", { strategy: "LONG" })] },
    because: "another bot is on this pair and side",
  },
  {
    bot: `${GRID}, ${OPEN}`,
    setting: { sends: "open", live: [a, other("S", { strategy: "SHORT", leverage: "9" })] },
    because: "one against it, with another leverage",
  },
  {
    bot: `${GRID}, ${OPEN}`,
    setting: { sends: "open", live: [a, other("S", {}, 2)] },
    because: "on another access it is no neighbour",
  },
  {
    bot: `${GRID}, ${opens("open: { orderVolume: 20 }, pairs: [BTCUSDT]")}`,
    setting: { sends: "open", ghost: true, live: [other("S", {})] },
    because: "a Ghost may open it beside a bot: nobody knows on which access",
  },
  {
    bot: `${GRID}, ${opens("open: { orderVolume: 20 }, pairs: [BTCUSDT]")}`,
    setting: { sends: "open", ghost: true, live: [other("Ghost", {})] },
    because: "the Ghost itself is no neighbour of it",
  },
  {
    rules: ["rule: max-safety-orders, limit: 5", "rule: min-take-profit, limit: 1", "rule: max-leverage, limit: 1"],
    bot: `${GRID}, ${updates("dca: { max: 9 }, close: { event: percentage, value: 0.5 }")}`,
    setting: { sends: "update" },
    because: "an update is asked about what it states, and not about the leverage",
  },
  {
    rules: ["rule: max-safety-orders, limit: 3", "rule: max-bot-notional, limit: 10", "rule: require-stop"],
    bot: `${GRID}, webhooks: { update: { close: { event: percentage, value: 0.05 } } }`,
    setting: { sends: "update" },
    because: "a take profit alone is no matter of the grid's",
  },
  {
    rules: ["rule: require-stop", "rule: max-bot-notional, limit: 99", "rule: max-martingale, limit: 1.1"],
    bot: `${GRID}, ${updates("stop: { enabled: false }, dca: { volume: 30, multiplierVolume: 2 }")}`,
    setting: { sends: "update" },
    because: "it takes the stop away, and its grid grows",
  },
  {
    rules: [
      ...["rule: max-bot-notional, limit: 129", "rule: max-bot-margin, limit: 43", "rule: max-leverage, limit: 1"],
      ...["rule: max-wallet-exposure, limit: 64", "rule: liquidation-outside-grid", "rule: min-cover, limit: 50"],
    ],
    bot: `${GRID}, webhooks: { average: { amount: 30 } }`,
    setting: { sends: "average", balance: "200" },
    because: "30 on top of a grid of 100; where it ends then, nobody knows",
  },
  {
    rules: ["rule: max-bot-notional, limit: 189", "rule: max-bot-margin, limit: 63"],
    bot: `${GRID}, webhooks: { average: { amount: 30 } }`,
    setting: { sends: "average", assumptions: { volumeMeaning: "margin" } },
    because: "volumes that are margin: 130 × 3, and 130",
  },
  {
    rules: ["rule: max-bot-margin, limit: 13", "rule: max-bot-notional, limit: 99"],
    bot: `${GRID}, leverage: 2, webhooks: { average: { amount: 30 } }`,
    setting: { sends: "average", live: [live(1, "A", { accessId: 1, fields: { ...a.fields, leverage: "10" } })] },
    because: "of a bot that has drifted, by what is live: 130 / 10",
  },
  {
    rules: ["rule: kill-switch, env: BOTFORM_STOP", "rule: max-leverage, limit: 1", "rule: require-stop"],
    bot: `${GRID}, webhooks: { close: true }`,
    setting: { sends: "close" },
    because: "a close is asked nothing but the time",
  },
  {
    rules: ["rule: max-leverage, limit: 4", "rule: min-take-profit, limit: 1"],
    bot: `${GRID}, ${opens("open: { leverage: 9 }, close: { event: percentage, value: 0.5 }")}`,
    setting: { planned: false },
    because: "declared webhooks are judged with the configuration",
  },
  {
    rules: ["rule: max-leverage, limit: 4"],
    bot: `${GRID}, leverage: 9, ${opens("open: { orderVolume: 30 }")}`,
    setting: { planned: false },
    because: "what is wrong with the bot is said once",
  },
  {
    bot: `countOrderMax: 4, martingaleScale: 2, ${opens("dca: { volume: 50, multiplierVolume: 2 }")}`,
    rules: ["rule: max-bot-notional, limit: 100"],
    setting: { planned: false },
    because: "of both meanings of a volume beside a multiplier the larger counts: 20 + 50·15",
  },
];

const judged = ({ rules = [], bot, setting }: Row) => {
  const policies = rules.map((rule, index) => `  p${index}: { ${rule} }\n`).join("");
  const head = rules.length === 0 ? "" : `policies:\n${policies}`;
  return found(`${head}bots:\n  a: { title: A, pairTitle: USDT-BTC, ${bot} }\n`, setting);
};

test("what is said of webhooks", () => {
  const shortly = (key: string, value: unknown) => (key === "live" ? "live bots" : value);
  const texts = ROWS.map((row) => {
    const { rules = [], bot, setting, because } = row;
    const given = [...rules, bot, JSON.stringify(setting, shortly)].map((line) => `${line}\n`).join("");
    return `${because}\n${given}${spelled(judged(row)) || "  nothing\n"}`;
  });
  expectWords(import.meta.dirname, "sending.words.txt", texts.join("\n"));
});

describe("a finding about a webhook", () => {
  test("names its bot", () => {
    const row = ROWS.find(({ because }) => because.startsWith("limits hold"));
    expect(row && brief(judged(row)).map((line) => line.split(" ")[2])).toEqual(["main/a", "main/a", "main/a"]);
  });
});
