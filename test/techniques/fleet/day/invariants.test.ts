// The judge of a day sees what it is there for: a sound log passes, and each forgery of it is found by the promise that it breaks.
import { expect, it } from "vitest";
import {
  converged,
  eachWithIntent,
  nothingElse,
  nothingLeaked,
  oneOfEach,
  truthful,
  turnedOnAsDesired,
} from "./invariants.js";
import type { BotState, Change, Desired, EmulatorLog, Intent, LedgerLog, Outcome, Read, Taking, Write } from "./log.js";

const bot = (id: number, title: string, leverage: string, enabled: boolean): BotState => ({
  ...{ id, account: "a", title, enabled },
  values: { title, leverage },
});
const [OLD, NEW, ON] = [bot(1, "One", "5", false), bot(1, "One", "4", false), bot(1, "One", "4", true)];
const MADE = bot(2, "Two", "4", false);

const changes: readonly Change[] = [
  { at: 0, state: OLD },
  { at: 110, state: NEW },
  { at: 210, state: ON },
  { at: 310, state: MADE },
];
const write = (at: number, does: Write["does"], more: Partial<Write> = {}): Write => ({
  ...{ at, account: "a", does, bot: 1, parameters: {}, nonce: at, before: NEW },
  ...more,
});
const UPDATE = write(100, "update", { parameters: { botId: "1", leverage: "4" }, before: OLD });
const TURN_ON = write(200, "turn-on");
const CREATE = write(300, "create", { bot: 2, parameters: { title: "Two", leverage: "4" }, before: undefined });
const writes: readonly Write[] = [UPDATE, TURN_ON, CREATE];
const reads: readonly Read[] = [
  { at: 90, account: "a", bot: undefined },
  { at: 190, account: "a", bot: 1 },
];
const intent = (at: number, does: string, more: Partial<Intent> = {}): Intent => ({
  ...{ run: "r", account: "a", address: "a/one", does, bot: 1, nonce: at, notAfter: at + 50, at: at - 5 },
  ...{ answer: "accepted", commit: "c" },
  ...more,
});
const intents: readonly Intent[] = [
  intent(100, "update"),
  intent(200, "turn-on"),
  intent(300, "create", { bot: undefined, address: "a/two" }),
];
const outcome = (at: number, action: string, id = 1): Outcome => ({
  ...{ at, account: "a", address: "a/one", action, kind: "applied", bot: id },
});
const outcomes: readonly Outcome[] = [outcome(120, "update"), outcome(220, "turn-on"), outcome(320, "create", 2)];
const takings: readonly Taking[] = [
  { at: 80, account: "a", epoch: 1 },
  { at: 250, account: "a", epoch: 2 },
];
const desired: Desired = new Map([
  ["a/One", { leverage: "4", enabled: true }],
  ["a/Two", { leverage: "4", enabled: false }],
]);

interface Day {
  readonly emulator: EmulatorLog;
  readonly ledger: LedgerLog;
  readonly desiredBy: ReadonlyMap<string, Desired>;
  readonly held: ReadonlySet<string>;
  readonly texts: ReadonlyMap<string, string>;
}

const SOUND: Day = {
  emulator: { writes, reads, changes },
  ledger: { intents, outcomes, takings },
  desiredBy: new Map([["c", desired]]),
  held: new Set(),
  texts: new Map([["worker 1", "corrected"]]),
};

function judged({ emulator, ledger, desiredBy, held, texts }: Day): readonly string[] {
  return [
    ...oneOfEach(emulator),
    ...turnedOnAsDesired(emulator, ledger, desiredBy),
    ...nothingElse(emulator, desiredBy),
    ...eachWithIntent(emulator, ledger),
    ...converged(emulator.changes, desired, held),
    ...truthful(emulator, ledger),
    ...nothingLeaked(texts, new Map([["the key of a", "hush"]])),
  ];
}

it("finds nothing in a sound day", () => {
  expect(judged(SOUND)).toEqual([]);
});

const emulator = (more: Partial<EmulatorLog>): Day => ({ ...SOUND, emulator: { ...SOUND.emulator, ...more } });
const ledger = (more: Partial<LedgerLog>): Day => ({ ...SOUND, ledger: { ...SOUND.ledger, ...more } });
const instead = (of: Write, by: Write) => emulator({ writes: writes.map((one) => (one === of ? by : one)) });
const twin = { ...MADE, title: "One", enabled: true };

it.each<[breaks: string, because: string, day: Day]>([
  ["I1", "two of one title are on", emulator({ changes: [...changes, { at: 400, state: twin }] })],
  [
    "I1",
    "a bot that is on gets another one's title",
    emulator({
      changes: [...changes, { at: 400, state: { ...MADE, enabled: true } }, { at: 410, state: twin }],
    }),
  ],
  ["I1", "a bot was made twice", emulator({ writes: [...writes, { ...CREATE, at: 305, bot: 3 }] })],
  ["I2", "nobody read the bot", emulator({ reads: reads.map((one) => ({ ...one, account: "b" })) })],
  ["I2", "another bot alone was read", emulator({ reads: [{ at: 190, account: "a", bot: 2 }] })],
  ["I2", "it was read before it was as desired", emulator({ reads: reads.slice(0, 1) })],
  ["I2", "it had changed since", instead(TURN_ON, { ...TURN_ON, before: { ...NEW, values: { leverage: "9" } } })],
  ["I2", "its revision has it off", { ...SOUND, desiredBy: new Map([["c", offIn(desired)]]) }],
  [
    "I2",
    "no revision asks for it",
    ledger({ intents: intents.map((one) => (one.does === "turn-on" ? { ...one, commit: "bad" } : one)) }),
  ],
  ["I3", "it wrote to a bot of nobody", instead(UPDATE, { ...UPDATE, before: { ...OLD, title: "By hand" } })],
  ["I3", "it made one that nobody declares", instead(CREATE, { ...CREATE, parameters: { title: "Three" } })],
  ["I4", "a write has no intent", ledger({ intents: intents.slice(1) })],
  ["I4", "one intent was sent twice", emulator({ writes: [UPDATE, { ...UPDATE, at: 105 }, TURN_ON, CREATE] })],
  ["I4", "it came late", ledger({ intents: intents.map((one) => ({ ...one, notAfter: one.at })) })],
  ["I4", "nobody had a lease", ledger({ takings: takings.slice(1) })],
  [
    "I4",
    "an older owner's write came after a newer one's",
    ledger({ takings: takings.map((one, at) => ({ ...one, epoch: 2 - at })) }),
  ],
  ["I5", "a bot is otherwise", emulator({ changes: [...changes, { at: 400, state: { ...ON, values: {} } }] })],
  ["I5", "a bot is off", emulator({ changes: [...changes, { at: 400, state: NEW }] })],
  ["I5", "a held bot is on", { ...SOUND, held: new Set(["a/One"]) }],
  ["I6", "it is called on, and is off", ledger({ outcomes: [...outcomes, outcome(150, "turn-on")] })],
  ["I6", "it is called off, and is on", ledger({ outcomes: [...outcomes, outcome(250, "turn-off")] })],
  ["I6", "an update is called applied too early", ledger({ outcomes: [...outcomes, outcome(105, "update")] })],
  [
    "I6",
    "a create is called applied, and there is no bot",
    ledger({ outcomes: [...outcomes, outcome(320, "create", 9)] }),
  ],
  [
    "I6",
    "what never arrived is called accepted",
    ledger({ intents: [...intents, intent(120, "turn-off", { notAfter: 500 })] }),
  ],
  ["I7", "a worker has printed a key", { ...SOUND, texts: new Map([["worker 1", '{"key":"hush"}']]) }],
])("breaks %s where %s", (breaks, _because, day) => {
  expect(new Set(judged(day).map((one) => one.slice(0, 2)))).toContain(breaks);
});

function offIn(of: Desired): Desired {
  return new Map([...of].map(([place, wanted]) => [place, { ...wanted, enabled: false }]));
}
