// Draws an account and the configuration that is to be applied to it: what is there, what is asked for, how the service behaves.
import type { Quirks } from "../../../src/emulator/quirks/quirks.js";
import type { Seed } from "../../../src/emulator/seed/seed.js";
import type { Desired, DesiredBot } from "../../../src/model/bot/desired.js";
import type { SomeFields } from "../../../src/model/bot/field.js";
import type { LedgerOwner } from "../../../src/reconcile/ledger/names.js";
import { BASE, desired, desiredBot } from "../../unit/reconcile/fleet.js";
import { drawQuirks, isHiding } from "./quirk-draw.js";
import type { Random } from "./random.js";

export const API_KEY = "key";
/** So short that no text has to be searched for it: that would cost more than all signatures. */
export const API_SECRET = "mum";
export const ORIGIN = "https://service.example";
export const ACCOUNT = "main";
/** Where its webhooks go. */
export const HOOK = { accountId: 7001, token: "token" };
export const HOOK_PATH = `/crazy/hook/${HOOK.accountId}:${HOOK.token}`;
/** What the configuration calls the same account once somebody has renamed it. */
export const RENAMED = "moved";

export interface Fleet {
  readonly seed: Seed;
  readonly desired: Desired;
  /** What somebody else wants of the same account. */
  readonly rival: Desired;
  readonly quirks: Partial<Quirks>;
  /** The service may never take what is asked for. */
  readonly stubborn: boolean;
  /** Writes that carrying it out takes, most likely. */
  readonly writes: readonly Write[];
}

export type Write = "create" | "update" | "turn-on" | "turn-off";

type SeedBot = NonNullable<Seed["accounts"][number]["bots"]>[number];

/** How a configured bot is found at first. */
type Beginning =
  | "absent"
  | "equal"
  | "differs"
  | "former title"
  | "copies off"
  | "copy on"
  | "pinned copy"
  | "elsewhere";

const BEGINNINGS: readonly (readonly [Beginning, number])[] = [
  ["absent", 38],
  ["equal", 22],
  ["differs", 20],
  ["former title", 9],
  ["copies off", 4],
  ["copy on", 2],
  ["pinned copy", 3],
  ["elsewhere", 2],
];

const PAIRS = ["USDT-BTC", "USDT-ETH", "USDT-SOL", "USDT-XRP"] as const;

export const ACCESSES = [
  { accessId: 1, title: "Main" },
  { accessId: 2, title: "Second" },
];

export function drawFleet(random: Random): Fleet {
  const { quirks, stubborn, clears } = drawQuirks(random);
  const two = random.chance(0.25);
  const count = random.weighted([
    [1, 70],
    [2, 22],
    [3, 6],
    [4, 2],
  ]);
  // Bots that trade the same are taken for each other where one is renamed (rule 22).
  const alike = random.chance(0.3);
  const bots: DesiredBot[] = [];
  const live: SeedBot[] = [];
  let nextId = 1001;
  const add = (bot: SeedBot): number => {
    live.push({ id: nextId, ...bot });
    nextId += 1;
    return nextId - 1;
  };
  for (const key of ["a", "b", "c", "d"].slice(0, count)) {
    const second = two && random.chance(0.3);
    const drawn = desiredBot(key, {
      access: second ? { alias: "second", live: 2 } : { alias: "primary", live: "Main" },
      enabled: random.weighted<boolean | undefined>([
        [true, 64],
        [false, 20],
        [undefined, 16],
      ]),
      protect: random.chance(0.02),
      fields: { ...drawFields(random, clears), pairTitle: alike ? "USDT-BTC" : (PAIRS[bots.length] ?? "USDT-BTC") },
    });
    bots.push(begin(drawn, second ? 2 : 1, two, add, random));
  }
  if (random.chance(isHiding(quirks) ? 0.5 : 0.1))
    add({ ...seedBot("stranger", 1, BASE), enabled: random.chance(0.5) });
  const asked = desired(bots, {
    accesses: two
      ? [
          { alias: "primary", live: "Main" },
          { alias: "second", live: 2 },
        ]
      : [{ alias: "primary", live: "Main" }],
    undeclared: random.weighted([
      ["report", 75],
      ["turn-off", 17],
      ["ignore", 8],
    ]),
  });
  const accesses = two ? ACCESSES : ACCESSES.slice(0, 1);
  const account = { name: ACCOUNT, apiKey: API_KEY, apiSecret: API_SECRET, hook: HOOK, accesses, bots: live };
  const seed = { accounts: [account] };
  return {
    seed,
    desired: asked,
    rival: drawRival(asked, random),
    quirks,
    stubborn,
    writes: likelyWrites(bots, live),
  };
}

/** The same configuration under another name of the account. */
export function calledIn(account: string, asked: Desired): Desired {
  if (asked.account === account) return asked;
  const bots = asked.bots.map((bot) => ({ ...bot, address: `${account}/${keyOf(bot.address)}` }));
  return { ...asked, account, bots };
}

/** Whose ledger it is while the account is called so. */
export function ownerCalled(account: string): LedgerOwner {
  return { account, origin: ORIGIN, key: API_KEY };
}

/** What of a bot's address doesn't depend on the account's name. */
export function keyOf(address: string): string {
  return address.slice(address.indexOf("/") + 1);
}

/** A guess for drawing faults that find their request; only their counts tell what was really hit. */
function likelyWrites(bots: readonly DesiredBot[], live: readonly SeedBot[]): Write[] {
  const writes = bots.flatMap((bot): Write[] => {
    const titles = [bot.fields.title, ...bot.previousTitles];
    const found = live.find((one) => one.id === bot.botId || titles.includes(String(one["title"])));
    const on = found?.enabled === true;
    const differs = String(found?.["leverage"]) !== bot.fields.leverage || found?.["title"] !== bot.fields.title;
    const settings: Write[] = found === undefined ? ["create"] : differs ? ["update"] : [];
    const switches: Write[] =
      bot.enabled === true && !on ? ["turn-on"] : bot.enabled === false && on ? ["turn-off"] : [];
    return [...settings, ...switches];
  });
  return [...new Set(writes)];
}

function drawFields(random: Random, clears: boolean): SomeFields {
  return {
    leverage: String(random.between(3, 9)),
    ...(random.chance(0.7) && { volumeSafetyOrder: "25" }),
    ...(random.chance(0.2) && { percentTakeProfit: random.pick(["2", "1.255", "0.5"]) }),
    ...(random.chance(0.2) && { martingaleScale: clears ? null : "1.2" }),
    ...(random.chance(0.1) && { countOrderMax: "6", cycleLimitScale: "30" }),
    ...(random.chance(0.05) && { volumeFirstOrder: "5" }),
  };
}

/** Puts what stands for the bot into the account, and tells the configuration what it has to know of it. */
function begin(
  bot: DesiredBot,
  accessId: number,
  two: boolean,
  add: (bot: SeedBot) => number,
  random: Random,
): DesiredBot {
  const { title } = bot.fields;
  const enabled = random.chance(0.4);
  const as = (fields: SomeFields = {}): SeedBot => seedBot(title, accessId, { ...bot.fields, ...fields });
  switch (random.weighted(BEGINNINGS)) {
    case "absent":
      break;
    case "equal":
      add({ ...as(), enabled });
      break;
    case "differs":
      add({ ...as({ leverage: "20", ...(random.chance(0.3) && { martingaleScale: "1.5" }) }), enabled });
      break;
    case "former title":
      add({ ...as(), title: `old ${title}`, enabled });
      return { ...bot, previousTitles: [`old ${title}`] };
    case "copies off":
      for (const _copy of [1, 2]) add(as());
      break;
    case "copy on": {
      const on = random.below(2);
      for (const copy of [0, 1]) add({ ...as(), enabled: copy === on });
      break;
    }
    case "pinned copy": {
      const ids = [add(as()), add({ ...as({ leverage: "20" }), enabled: random.chance(0.3) })];
      return { ...bot, botId: random.pick(ids) };
    }
    case "elsewhere":
      if (two) add(seedBot(title, 3 - accessId, bot.fields));
      break;
  }
  return bot;
}

/** A bot of a seed with these fields; what is off is left away. */
export function seedBot(title: string, accessId: number, fields: SomeFields): SeedBot {
  return { ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)), title, accessId };
}

/** The same bots, some of them otherwise: switched, changed, gone, or claimed under another key. */
function drawRival(asked: Desired, random: Random): Desired {
  const bots = asked.bots.flatMap((bot): DesiredBot[] => {
    const change = random.weighted([
      ["same", 3],
      ["switch", 2],
      ["field", 2],
      ["gone", 1],
      ["key", 1],
    ]);
    if (change === "gone") return [];
    if (change === "switch") return [{ ...bot, enabled: bot.enabled !== true }];
    if (change === "field") return [{ ...bot, fields: { ...bot.fields, leverage: String(random.between(10, 15)) } }];
    return change === "key" ? [{ ...bot, key: `rival-${bot.key}`, address: `${bot.address}-rival` }] : [bot];
  });
  return { ...asked, bots, undeclared: "report", digest: "rival" };
}
