// Where every value of an account's bots is from: the place, the layer, what stands there, and what the scale made of it.
import { expect, it } from "vitest";
import { provenanceOf, statedIn } from "../../../../src/config/compose/provenance.js";
import { loadSources } from "../../../../src/config/load.js";
import type { BotProvenance, Stated } from "../../../../src/model/bot/provenance.js";
import type { Origin } from "../../../../src/model/text/diagnostic.js";

const TEXT = `version: 1
vars: { tp: 1.20, list: [Old] }
defaults:
  pairTitle: USDT-BTC
  strategy: LONG
  marginMode: CROSS
  typeTakeProfit: LIMIT
  typeFirstOrder: MARKET
  percentSafetyOrder: 1.5
  ignore: [leverage]
templates:
  calm: { percentTakeProfit: "\${tp}", volumeFirstOrder: 20.5, volumeSafetyOrder: 9, unmanaged: [marginMode] }
holds:
  - { bots: ["main/b*"], reason: holiday, until: 2027-01-01 }
  - { bots: [main/c], reason: look }
accounts:
  main:
    apiUrl: https://api.example.net
    apiKey: \${env.BOTFORM_KEY}
    apiSecret: \${env.BOTFORM_SECRET}
    accesses: { primary: Main futures }
    volumeScale: 0.5
    volumeStep: 0.1
    overrides: { leverage: 4 }
bots:
  b:
    extends: calm
    title: B
    previousTitles: "\${list}"
    enabled: true
    martingaleScale: null
    webhooks: { open: { open: { orderVolume: 30 } } }
  "c\${n}": { extends: calm, title: "C\${n}", forEach: { n: [1] }, exceptions: { c1: { strategy: SHORT } } }
  a: { extends: calm, title: A, access: primary, unmanaged: [enabled, volumeFirstOrder] }
`;

const config = loadSources([{ file: "f.yaml", text: TEXT }]);
const locate = (origin: Origin) => {
  const { file, line, column } = config.place(origin) ?? { file: "", line: 0, column: 0 };
  return { file, line, column };
};

/** A line a value: its name, the value, where it stands, of which layer, and whatever else is known of it. */
function lines(values: Readonly<Record<string, object>>): string[] {
  return Object.entries(values).map(([name, stated]) => {
    const { value, origin, layer, ...more }: Partial<Stated<unknown>> = stated;
    const shown = value === undefined ? "" : ` ${JSON.stringify(value)}`;
    const rest = Object.keys(more).length === 0 ? "" : ` ${JSON.stringify(more)}`;
    return `${name}${shown} ${origin?.line}:${origin?.column} ${layer?.kind} ${layer?.name}${rest}`;
  });
}

function shown({ key, address, title, origin, fields, settings, notManaged, ...more }: BotProvenance) {
  const head = `${key} ${address} ${title} ${origin.line}:${origin.column}`;
  return { head, fields: lines(fields), settings: lines(settings), notManaged: lines(notManaged), ...more };
}

const [account] = config.accounts;
if (account === undefined) throw new Error("no account");

it("an account is where it stands, with what holds for all its bots", () => {
  const { bots, digest, ...whole } = provenanceOf(account, locate);
  expect(bots.map(({ address }) => address)).toEqual(["main/a", "main/b", "main/c1"]);
  expect(digest).toBe(account.desired.digest);
  expect(whole).toEqual({
    ...{ account: "main", origin: { file: "f.yaml", line: 17, column: 3 }, exchange: "SERVICE_FUTURES" },
    accesses: [{ alias: "primary", live: "Main futures" }],
    ...{ undeclared: "report", titlePrefix: "", protectedTitles: [], volumeScale: "0.5", volumeStep: "0.1" },
    holds: [
      { bots: ["main/b*"], reason: "holiday", until: "2027-01-01" },
      { bots: ["main/c"], reason: "look" },
    ],
  });
});

it("of the bots, those that are asked for", () => {
  expect(provenanceOf(account, locate, (one) => one === "main/b").bots.map(({ key }) => key)).toEqual(["b"]);
});

const SHARED = [
  'pairTitle "USDT-BTC" 4:14 defaults ',
  'strategy "LONG" 5:13 defaults ',
  'leverage "4" 24:28 overrides main {"onlyWhenCreated":true}',
  'typeTakeProfit "LIMIT" 7:19 defaults ',
  'typeFirstOrder "MARKET" 8:19 defaults ',
  'percentTakeProfit "1.2" 12:30 template calm {"written":"${tp}"}',
  'percentSafetyOrder "1.5" 9:23 defaults ',
];
const FIRST = 'volumeFirstOrder "10.2" 12:57 template calm {"scaled":{"volume":"20.5","scale":"0.5","step":"0.1"}}';
const SAFETY = 'volumeSafetyOrder "4.5" 12:82 template calm {"scaled":{"volume":"9","scale":"0.5","step":"0.1"}}';
const IGNORED = 'ignore ["leverage"] 10:11 defaults ';
const MARGIN = "marginMode 12:96 template calm";
const open = (path: string, value: unknown, field: string) => ({ action: "open", path, value, fields: [field] });

it("each value of a bot names its layer and its place, as far as anything states it", () => {
  expect(provenanceOf(account, locate).bots.map(shown)).toEqual([
    {
      head: "a main/a A 34:3",
      fields: ['title "A" 34:30 bot a', ...SHARED, SAFETY],
      settings: ['access "primary" 34:41 bot a', IGNORED],
      notManaged: [MARGIN, "volumeFirstOrder 34:61 bot a", "enabled 34:61 bot a"],
    },
    {
      head: "b main/b B 26:3",
      fields: ['title "B" 28:12 bot b', ...SHARED, FIRST, SAFETY, "martingaleScale null 31:22 bot b"],
      settings: [
        'access "primary" 21:26 account main',
        "enabled true 30:14 bot b",
        IGNORED,
        'previousTitles ["Old"] 29:21 bot b {"written":"${list}"}',
      ],
      notManaged: [MARGIN],
      webhooks: [
        open("strategy", "long", "strategy"),
        open("pairs", ["BTCUSDT"], "pairTitle"),
        { action: "open", path: "open.orderVolume", value: "15", origin: { file: "f.yaml", line: 32, column: 46 } },
        open("open.leverage", 4, "leverage"),
        open("open.orderType", "Market", "typeFirstOrder"),
        open("close.enabled", true, "percentTakeProfit"),
        open("close.event", "percentage", "percentTakeProfit"),
        open("close.value", "1.2", "percentTakeProfit"),
      ],
    },
    {
      head: "c1 main/c1 C1 33:3",
      fields: [
        'title "C1" 33:36 bot c${n} {"written":"C${n}"}',
        ...SHARED.map((line) => (line.startsWith("strategy ") ? 'strategy "SHORT" 33:96 exception c1' : line)),
        ...[FIRST, SAFETY],
      ],
      settings: ['access "primary" 21:26 account main', IGNORED],
      notManaged: [MARGIN],
    },
  ]);
});

it("each value is found by itself, and what isn't there isn't", () => {
  const [account] = config.accounts;
  if (account === undefined) throw new Error("no account");
  const placeOf = statedIn(account, locate);
  const lineOf = (...of: Parameters<typeof placeOf>) => TEXT.split("\n")[(placeOf(...of)?.line ?? 0) - 1];
  expect([
    lineOf("main/b")?.trim(),
    lineOf("main/b", "percentTakeProfit")?.trim().slice(0, 33),
    lineOf("main/c1", "strategy")?.trim().slice(0, 8),
    lineOf("main/a", "leverage")?.trim(),
    lineOf("main/b", "martingaleScale")?.trim(),
  ]).toEqual([
    "b:",
    'calm: { percentTakeProfit: "${tp}',
    '"c${n}":',
    "overrides: { leverage: 4 }",
    "martingaleScale: null",
  ]);
  expect([placeOf("main/none"), placeOf("main/none", "leverage"), placeOf("main/b", "priceLevel")]).toEqual(
    Array(3).fill(undefined),
  );
});
