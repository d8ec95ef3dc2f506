// What chance alone hardly ever brings together: each story is the way to a clause of a rule that no other schedule tests.

import type { SeedBot } from "../../../src/emulator/seed/seed.js";
import type { DesiredBot } from "../../../src/model/bot/desired.js";
import { BASE } from "../../unit/reconcile/fleet.js";
import { ACCESSES, type Fleet, seedBot } from "./fleet.js";
import type { Random } from "./random.js";
import { CALM, type RunPlan, type Schedule } from "./schedule.js";

/** In how many schedules. */
const SHARE = 0.15;

type Draw = (fleet: Fleet, random: Random) => Partial<Omit<Schedule, "seed">>;

const FIRST: RunPlan = { ...CALM, name: "first", commandDeadlineMs: 5_000 };
const NOTHING = { runs: [FIRST], later: [], faults: [], hands: [], events: [], holds: [], damages: [], hasty: false };

/** Most schedules stay as they are. */
export function withRareStory(schedule: Schedule, random: Random): Schedule {
  if (!random.chance(SHARE)) return schedule;
  return { ...schedule, ...NOTHING, ...random.pick(WEIGHED)(schedule.fleet, random) };
}

const outcome = (random: Random) => ({ run: "first", outcome: random.between(1, 4) });
const request = (random: Random, most: number) => ({ run: "first", request: random.between(3, most) });
const heldBack = (random: Random): Schedule["faults"] => {
  const target = random.pick(["create", "update", "turn-on"] as const);
  return [{ fault: "held back by a proxy", run: "first", target, nth: 1 }];
};

const STORIES: readonly Draw[] = [
  // A bot on another access is replaced, and somebody turns it on again.
  (fleet, random) => ({
    fleet: moved(fleet),
    runs: [{ ...FIRST, allowsReplace: true }],
    hands: [{ edit: "the oldest turned on", when: outcome(random) }],
  }),
  (fleet, random) => ({
    fleet: onTwoAccesses(fleet),
    hands: [{ edit: "copied elsewhere and on", when: outcome(random) }],
  }),
  // A copy that one list shows, and the last one hides.
  (_fleet, random) => ({
    faults: [{ fault: "list drops its last row for a while", run: "first", target: "list", nth: random.between(3, 9) }],
    hands: [{ edit: "copied", when: request(random, 16) }],
  }),
  // What the run has made or turned on gets another title, or another one's, and comes on.
  (_fleet, random) => {
    const when = outcome(random);
    return {
      hands: [
        { edit: random.pick(["renamed", "given a title"]), when },
        { edit: "turned on", when },
      ],
    };
  },
  // A create arrives when its nonce is no more accepted: the service had accepted it before.
  (_fleet, random) => ({
    faults: [{ fault: "lands after polling ended", run: "first", target: "create", nth: 1 }],
    events: random.chance(0.5) ? [{ event: "killed", run: "first", when: request(random, 9) }] : [],
    hasty: true,
  }),
  // A run that waits, one step at a time, or that wants the bots off.
  (_fleet, random) => ({
    faults: heldBack(random),
    events: [{ event: random.pick(["interrupt", "killed"]), run: "first", when: request(random, 16) }],
    later: [{ ...CALM, name: "later 1", concurrency: 1, wants: random.pick(["asked", "quiet"]) }],
  }),
  // One of two new bots waits, and the other one needn't.
  (fleet, random) => ({
    fleet: twoNew(fleet),
    runs: [{ ...FIRST, concurrency: 1 }],
    faults: [{ fault: "held back by a proxy", run: "first", target: "create", nth: 1 }],
    events: [{ event: "killed", run: "first", when: { run: "first", request: random.between(4, 8) } }],
    later: [{ ...CALM, name: "later 1", concurrency: 1 }],
  }),
  // A bot that the list hides, and that the ledger knows by another title, gets the title of one that is to be created.
  (fleet, random) => ({
    fleet: { ...besideStranger(fleet), quirks: { listSize: 1 } },
    runs: [{ ...FIRST, deadly: { gate: "before a request", nth: random.between(4, 6) } }],
    hands: [
      { edit: "copied", when: { run: "first", request: 3 } },
      { edit: "the oldest given a title", when: { afterMs: 2_000 } },
    ],
    hasty: true,
  }),
  // The list still shows a bot under its old title, which the ledger knows by its new one.
  (fleet, random) => ({
    fleet: { ...fleet, quirks: { listLag: random.pick([6_000, 20_000]) } },
    runs: [{ ...FIRST, deadly: { gate: "before a request", nth: random.between(3, 12) } }],
    hands: [{ edit: "given a title", when: { run: "first", request: random.between(1, 4) } }],
    hasty: true,
  }),
];

/** How much oftener than others: their turn-ons, copies and lists have to meet a moment that is rare again. */
const WEIGHTS = [2, 3, 4, 1, 1, 1, 1, 2, 1];
const WEIGHED: readonly Draw[] = STORIES.flatMap((story, index) => Array<Draw>(WEIGHTS[index] ?? 1).fill(story));

function onTwoAccesses(fleet: Fleet): Fleet {
  const accounts = fleet.seed.accounts.map((account) => ({ ...account, accesses: ACCESSES }));
  return { ...fleet, seed: { ...fleet.seed, accounts } };
}

/** Two bots are asked for, and there is none. */
function twoNew(fleet: Fleet): Fleet {
  const bots = fleet.desired.bots.slice(0, 1).flatMap((first) => {
    const bot = asNew(first);
    return [bot, { ...bot, key: "z", address: "main/z", fields: { ...bot.fields, title: "z" } }];
  });
  return { ...withBots(fleet, []), desired: { ...fleet.desired, bots } };
}

/** One bot is asked for; there is another one, which trades something else. */
function besideStranger(fleet: Fleet): Fleet {
  const { desired } = fleet;
  const stranger = { id: 1000, ...seedBot("stranger", 1, { ...BASE, pairTitle: "USDT-XRP" }) };
  return { ...withBots(fleet, [stranger]), desired: { ...desired, bots: desired.bots.slice(0, 1).map(asNew) } };
}

export function withBots(fleet: Fleet, bots: readonly SeedBot[]): Fleet {
  const accounts = fleet.seed.accounts.map((account) => ({ ...account, bots: [...bots] }));
  return { ...fleet, seed: { ...fleet.seed, accounts } };
}

export function asNew(bot: DesiredBot): DesiredBot {
  const access = { alias: "primary", live: "Main" };
  return { ...bot, access, botId: undefined, previousTitles: [], protect: false };
}

/** The first configured bot stands on another access, and is on. */
function moved(fleet: Fleet): Fleet {
  const { seed, desired } = onTwoAccesses(fleet);
  const [first, ...others] = desired.bots;
  if (first === undefined) return fleet;
  const bot = { ...asNew(first), enabled: true };
  const { title } = bot.fields;
  const accounts = seed.accounts.map((account) => {
    const rest = (account.bots ?? []).filter((one) => one["title"] !== title);
    return { ...account, bots: [{ id: 1000, ...seedBot(title, 2, bot.fields), enabled: true }, ...rest] };
  });
  const accesses = [
    { alias: "primary", live: "Main" },
    { alias: "second", live: 2 },
  ];
  return { ...fleet, seed: { ...seed, accounts }, desired: { ...desired, accesses, bots: [bot, ...others] } };
}
